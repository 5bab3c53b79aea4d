-- The deal of each week, which everybody plays once against Tom. Hidden until it closes.
CREATE TABLE weekly_deals (
    week        INTEGER PRIMARY KEY,
    seed        TEXT    NOT NULL,
    salt        TEXT    NOT NULL,
    snapshot    TEXT    NOT NULL
) STRICT;

-- Who has played it, in which game, listed on which server. `total` and `tom` are final scores,
-- which who gave up has not.
CREATE TABLE weekly_attempts (
    week        INTEGER NOT NULL REFERENCES weekly_deals (week) ON DELETE CASCADE,
    person      INTEGER NOT NULL,
    name        TEXT    NOT NULL,
    game        INTEGER UNIQUE REFERENCES games (id) ON DELETE SET NULL,
    guild       INTEGER,
    helped      INTEGER NOT NULL DEFAULT 0 CHECK (helped IN (0, 1)),
    over        INTEGER NOT NULL DEFAULT 0 CHECK (over IN (0, 1)),
    total       INTEGER,
    tom         INTEGER,
    PRIMARY KEY (week, person)
) STRICT, WITHOUT ROWID;

-- What each level of the bot made of it.
CREATE TABLE weekly_par (
    week        INTEGER NOT NULL REFERENCES weekly_deals (week) ON DELETE CASCADE,
    level       TEXT    NOT NULL,
    total       INTEGER NOT NULL,
    tom         INTEGER NOT NULL,
    PRIMARY KEY (week, level)
) STRICT, WITHOUT ROWID;
