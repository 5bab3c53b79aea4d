-- The same deal at several tables of a server. Without a `snapshot` people still join; it is the
-- deal itself, hidden until all tables are over.
CREATE TABLE tournaments (
    id          INTEGER PRIMARY KEY,
    channel     INTEGER NOT NULL,
    guild       INTEGER,
    locale      TEXT    NOT NULL,
    seats       INTEGER NOT NULL CHECK (seats BETWEEN 2 AND 4),
    level       TEXT    NOT NULL CHECK (level IN ('easy', 'medium', 'hard', 'expert')),
    snapshot    TEXT,
    created     REAL    NOT NULL
) STRICT;

-- Who takes part, in the order in which they joined, then in which they are spread over the tables.
CREATE TABLE tournament_members (
    tournament  INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    position    INTEGER NOT NULL,
    person      INTEGER NOT NULL,
    name        TEXT    NOT NULL,
    PRIMARY KEY (tournament, position),
    UNIQUE (tournament, person)
) STRICT, WITHOUT ROWID;

-- Its tables by number, from 0. `totals` are final scores by seat, which one given up has not.
CREATE TABLE tournament_tables (
    tournament  INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    number      INTEGER NOT NULL,
    game        INTEGER UNIQUE REFERENCES games (id) ON DELETE CASCADE,
    over        INTEGER NOT NULL DEFAULT 0 CHECK (over IN (0, 1)),
    totals      TEXT,
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;
