-- The servers that the bot is a member of, or was: `gone` is when it noticed that it was removed.
-- Servers in which people only play by an installation of their own do not stand here.
CREATE TABLE servers (
    guild       INTEGER PRIMARY KEY,
    gone        REAL
) STRICT;

-- 10004 is how the bot noted that it was removed from the server of a game.
INSERT INTO servers (guild, gone)
    SELECT DISTINCT guild, CAST(strftime('%s', 'now') AS REAL)
    FROM games JOIN dead_channels USING (channel) WHERE code = 10004 AND guild IS NOT NULL;

-- Results outlive the games of a server that is gone.
CREATE TABLE results_new (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    game        INTEGER UNIQUE REFERENCES games (id) ON DELETE SET NULL,
    guild       INTEGER,
    ended       REAL    NOT NULL,
    ending      TEXT    NOT NULL CHECK (ending IN ('played', 'conceded')),
    handicap    INTEGER,
    tom         INTEGER,
    counted     INTEGER NOT NULL CHECK (counted IN (0, 1)),
    CHECK (counted = 1 OR game IS NOT NULL)
) STRICT;

INSERT INTO results_new SELECT * FROM results;

-- Pages of results lead on from these numbers: none may be given twice.
DELETE FROM sqlite_sequence WHERE name = 'results_new';

INSERT INTO sqlite_sequence (name, seq)
    SELECT 'results_new', seq FROM sqlite_sequence WHERE name = 'results';

CREATE TABLE result_seats_new (
    result      INTEGER NOT NULL REFERENCES results_new (id) ON DELETE CASCADE,
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

INSERT INTO result_seats_new SELECT * FROM result_seats;

DROP TABLE result_seats;
DROP TABLE results;

ALTER TABLE results_new RENAME TO results;
ALTER TABLE result_seats_new RENAME TO result_seats;

CREATE INDEX results_by_guild ON results (guild, id);
CREATE INDEX results_uncounted ON results (id) WHERE counted = 0;
CREATE INDEX result_seats_by_person ON result_seats (person, result);
CREATE INDEX result_tallies
    ON result_seats (guild, person, players, challenge, part, won, shared, total);
