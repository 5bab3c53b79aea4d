-- Everything the bot keeps. Times are Unix seconds; ids of Discord are 64-bit integers.

CREATE TABLE games (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    channel     INTEGER NOT NULL,
    guild       INTEGER,
    locale      TEXT    NOT NULL,
    status      TEXT    NOT NULL CHECK (status IN ('running', 'finished', 'abandoned')),
    options     TEXT    NOT NULL,
    revision    INTEGER NOT NULL DEFAULT 0,
    told        INTEGER NOT NULL DEFAULT 0,
    snapshot    TEXT    NOT NULL,
    created     REAL    NOT NULL,
    changed     REAL    NOT NULL
) STRICT;

-- One running game in each channel or thread.
CREATE UNIQUE INDEX running_game ON games (channel) WHERE status = 'running';

CREATE TABLE players (
    game        INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat        INTEGER NOT NULL,
    person      INTEGER NOT NULL,
    name        TEXT    NOT NULL,
    PRIMARY KEY (game, seat),
    UNIQUE (game, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX players_by_person ON players (person);

-- Every answer and every undo in order; `seq` is the revision that it led to.
CREATE TABLE moves (
    game        INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq         INTEGER NOT NULL,
    seat        INTEGER NOT NULL,
    kind        TEXT    NOT NULL CHECK (kind IN ('answer', 'undo')),
    action      TEXT,
    interaction INTEGER NOT NULL,
    made        REAL    NOT NULL,
    PRIMARY KEY (game, seq),
    CHECK ((kind = 'answer') = (action IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE lobbies (
    channel     INTEGER PRIMARY KEY,
    guild       INTEGER,
    locale      TEXT    NOT NULL,
    host        INTEGER NOT NULL,
    options     TEXT    NOT NULL,
    revision    INTEGER NOT NULL DEFAULT 0,
    created     REAL    NOT NULL
) STRICT;

CREATE TABLE lobby_members (
    channel     INTEGER NOT NULL REFERENCES lobbies (channel) ON DELETE CASCADE,
    person      INTEGER NOT NULL,
    name        TEXT    NOT NULL,
    position    INTEGER NOT NULL,
    PRIMARY KEY (channel, person)
) STRICT, WITHOUT ROWID;

-- The answers of a private wizard that are chosen but not yet submitted.
CREATE TABLE drafts (
    token       TEXT    NOT NULL PRIMARY KEY,
    game        INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    person      INTEGER NOT NULL,
    revision    INTEGER NOT NULL,
    body        TEXT    NOT NULL,
    changed     REAL    NOT NULL,
    UNIQUE (game, person)
) STRICT, WITHOUT ROWID;

-- What must still be posted, or has been.
CREATE TABLE outbox (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    game        INTEGER REFERENCES games (id) ON DELETE CASCADE,
    channel     INTEGER NOT NULL,
    route       TEXT    NOT NULL CHECK (route IN ('channel', 'followup')),
    state       TEXT    NOT NULL CHECK (state IN ('waiting', 'sent', 'lost')),
    body        TEXT    NOT NULL,
    attempts    INTEGER NOT NULL DEFAULT 0,
    due         REAL    NOT NULL,
    message     INTEGER,
    created     REAL    NOT NULL
) STRICT;

CREATE INDEX outbox_waiting ON outbox (channel, id) WHERE state = 'waiting';

CREATE TABLE dead_channels (
    channel     INTEGER PRIMARY KEY,
    code        INTEGER NOT NULL,
    since       REAL    NOT NULL
) STRICT;

-- The solo challenge of each person (one open game at most).
CREATE TABLE handicaps (
    person      INTEGER PRIMARY KEY,
    value       INTEGER NOT NULL,
    game        INTEGER REFERENCES games (id) ON DELETE SET NULL
) STRICT;

-- Interactions whose effect is in this database, so that none takes effect twice.
CREATE TABLE processed (
    interaction INTEGER PRIMARY KEY,
    at          REAL    NOT NULL
) STRICT;

CREATE TABLE settings (
    key         TEXT    NOT NULL PRIMARY KEY,
    value       TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO settings (key, value) VALUES ('instance', lower(hex(randomblob(4))));
