-- The pictures of the posts about turns: of a server, and of a table that chose others.
ALTER TABLE server_settings ADD COLUMN posts TEXT NOT NULL DEFAULT 'everything'
    CHECK (posts IN ('everything', 'changed', 'board'));
ALTER TABLE games ADD COLUMN posts TEXT CHECK (posts IN ('everything', 'changed', 'board'));

-- What a person chose for themselves alone: words before pictures, and how one game calls them.
ALTER TABLE preferences ADD COLUMN words_first INTEGER NOT NULL DEFAULT 0
    CHECK (words_first IN (0, 1));

CREATE TABLE game_notices (
    game        INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    person      INTEGER NOT NULL,
    notice      TEXT    NOT NULL CHECK (notice IN ('mention', 'message', 'none')),
    PRIMARY KEY (game, person)
) STRICT, WITHOUT ROWID;
