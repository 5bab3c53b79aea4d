-- How games ended. `id` is the order of their ends; `tom` is Tom's score in a solo game.
CREATE TABLE results (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    game        INTEGER NOT NULL UNIQUE REFERENCES games (id) ON DELETE CASCADE,
    guild       INTEGER,
    ended       REAL    NOT NULL,
    ending      TEXT    NOT NULL CHECK (ending IN ('played', 'conceded')),
    handicap    INTEGER,
    tom         INTEGER,
    counted     INTEGER NOT NULL CHECK (counted IN (0, 1))
) STRICT;

CREATE INDEX results_by_guild ON results (guild, id);
CREATE INDEX results_uncounted ON results (id) WHERE counted = 0;

-- What a game's end means for each person. `guild`, `players` and `challenge` (whether a handicap
-- was played for) stand here too, so that one index holds all that a leaderboard adds up.
-- `rank` and `total` are those of the people whose score counts; a draw against Tom is shared and
-- not won.
CREATE TABLE result_seats (
    result      INTEGER NOT NULL REFERENCES results (id) ON DELETE CASCADE,
    seat        INTEGER NOT NULL,
    person      INTEGER NOT NULL,
    name        TEXT    NOT NULL,
    guild       INTEGER,
    players     INTEGER NOT NULL,
    challenge   INTEGER NOT NULL CHECK (challenge IN (0, 1)),
    part        TEXT    NOT NULL
        CHECK (part IN ('played', 'stayed', 'resigned', 'left', 'practised')),
    total       INTEGER,
    rank        INTEGER,
    won         INTEGER NOT NULL CHECK (won IN (0, 1)),
    shared      INTEGER NOT NULL CHECK (shared IN (0, 1)),
    PRIMARY KEY (result, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX result_seats_by_person ON result_seats (person, result);
CREATE INDEX result_tallies
    ON result_seats (guild, person, players, challenge, part, won, shared, total);

-- Games that ended before results were kept are counted by the bot once it runs.
INSERT INTO results (game, guild, ended, ending, counted)
    SELECT id, guild, changed, 'played', 0 FROM games WHERE status = 'finished' ORDER BY changed, id;

-- People whom others do not see in lists of results.
CREATE TABLE unlisted (
    person      INTEGER PRIMARY KEY
) STRICT;

-- Who sits where in a rematch, the one who begins first; only they can join its lobby.
CREATE TABLE lobby_invited (
    channel     INTEGER NOT NULL REFERENCES lobbies (channel) ON DELETE CASCADE,
    position    INTEGER NOT NULL,
    person      INTEGER NOT NULL,
    name        TEXT    NOT NULL,
    PRIMARY KEY (channel, position)
) STRICT, WITHOUT ROWID;
