-- What a person plans for: a private note on a game, and a private try of what could be played.

CREATE TABLE game_notes (
    game        INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    person      INTEGER NOT NULL,
    note        TEXT    NOT NULL,
    PRIMARY KEY (game, person)
) STRICT, WITHOUT ROWID;

-- `revision` is that of the game when the try began; `tried` the answers tried since then.
CREATE TABLE tries (
    token       TEXT    NOT NULL PRIMARY KEY,
    game        INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    person      INTEGER NOT NULL,
    revision    INTEGER NOT NULL,
    tried       TEXT    NOT NULL,
    UNIQUE (game, person)
) STRICT, WITHOUT ROWID;
