-- What happens between turns: how each person wants to be called, clocks, votes, direct messages.

CREATE TABLE preferences (
    person      INTEGER PRIMARY KEY,
    notice      TEXT    NOT NULL,
    zone        TEXT    NOT NULL,
    quiet_start INTEGER CHECK (quiet_start BETWEEN 0 AND 1439),
    quiet_end   INTEGER CHECK (quiet_end BETWEEN 0 AND 1439),
    away_until  REAL,
    pictures    TEXT,
    size        TEXT,
    numbers     TEXT,
    CHECK ((quiet_start IS NULL) = (quiet_end IS NULL))
) STRICT;

CREATE TABLE house_rules (
    guild       INTEGER PRIMARY KEY,
    opens       TEXT    NOT NULL,
    aborts      TEXT    NOT NULL,
    pace        TEXT    NOT NULL,
    pictures    TEXT,
    size        TEXT,
    numbers     TEXT
) STRICT;

-- How long a running game has waited for whom; `due` is when that person is called next.
CREATE TABLE clocks (
    game        INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    seat        INTEGER NOT NULL,
    person      INTEGER NOT NULL,
    turn        INTEGER NOT NULL,
    pace        TEXT    NOT NULL CHECK (pace IN ('live', 'daily', 'relaxed', 'none')),
    since       REAL    NOT NULL,
    base        REAL    NOT NULL,
    sent        INTEGER NOT NULL,
    noticed     INTEGER NOT NULL CHECK (noticed IN (0, 1)),
    due         REAL
) STRICT;

CREATE INDEX clocks_due ON clocks (due) WHERE due IS NOT NULL;
CREATE INDEX clocks_by_person ON clocks (person);

-- The newest public message of each game, for links to it.
ALTER TABLE games ADD COLUMN message INTEGER;

UPDATE games SET message = (
    SELECT max(message) FROM outbox WHERE outbox.game = games.id AND state = 'sent'
);

-- How to go on without somebody who does not move: at most one open vote a game.
CREATE TABLE votes (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    game        INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat        INTEGER NOT NULL,
    person      INTEGER NOT NULL,
    turn        INTEGER NOT NULL,
    outcome     TEXT    CHECK (outcome IN ('wait', 'bot', 'replace', 'void')),
    opened      REAL    NOT NULL
) STRICT;

CREATE INDEX votes_by_game ON votes (game);
CREATE UNIQUE INDEX open_vote ON votes (game) WHERE outcome IS NULL;

CREATE TABLE ballots (
    vote        INTEGER NOT NULL REFERENCES votes (id) ON DELETE CASCADE,
    person      INTEGER NOT NULL,
    choice      TEXT    NOT NULL CHECK (choice IN ('wait', 'bot', 'replace')),
    PRIMARY KEY (vote, person)
) STRICT, WITHOUT ROWID;

-- The outbox learns a third route: to a person, whose id stands in the place of the channel's; and
-- posts that only call somebody to a game (`calls_to`), which are withdrawn when it goes on.
CREATE TABLE outbox_new (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    game        INTEGER REFERENCES games (id) ON DELETE CASCADE,
    channel     INTEGER NOT NULL,
    route       TEXT    NOT NULL CHECK (route IN ('channel', 'followup', 'direct')),
    state       TEXT    NOT NULL CHECK (state IN ('waiting', 'sent', 'lost')),
    body        TEXT    NOT NULL,
    attempts    INTEGER NOT NULL DEFAULT 0,
    due         REAL    NOT NULL,
    message     INTEGER,
    created     REAL    NOT NULL,
    calls_to    INTEGER
) STRICT;

INSERT INTO outbox_new SELECT *, NULL FROM outbox;

-- Nonces are made of these numbers: none may be given twice.
DELETE FROM sqlite_sequence WHERE name = 'outbox_new';

INSERT INTO sqlite_sequence (name, seq)
    SELECT 'outbox_new', seq FROM sqlite_sequence WHERE name = 'outbox';

DROP TABLE outbox;

ALTER TABLE outbox_new RENAME TO outbox;

CREATE INDEX outbox_waiting ON outbox (channel, id) WHERE state = 'waiting';
CREATE INDEX outbox_calls ON outbox (calls_to) WHERE state = 'waiting' AND calls_to IS NOT NULL;
