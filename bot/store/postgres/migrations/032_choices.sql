ALTER TABLE server_settings ADD COLUMN posts TEXT NOT NULL DEFAULT 'everything'
    CHECK (posts IN ('everything', 'changed', 'board'));
ALTER TABLE games ADD COLUMN posts TEXT CHECK (posts IN ('everything', 'changed', 'board'));

ALTER TABLE preferences ADD COLUMN words_first BIGINT NOT NULL DEFAULT 0
    CHECK (words_first IN (0, 1));

CREATE TABLE game_notices (
    game BIGINT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    person BIGINT NOT NULL,
    notice TEXT NOT NULL CHECK (notice IN ('mention', 'message', 'none')),
    PRIMARY KEY (game, person)
);
