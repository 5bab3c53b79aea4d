-- The pictures of the posts about turns: of a server, and of a table that chose others.
ALTER TABLE server_settings ADD COLUMN posts TEXT NOT NULL DEFAULT 'everything'
    CHECK (posts IN ('everything', 'changed', 'board'));
ALTER TABLE games ADD COLUMN posts TEXT CHECK (posts IN ('everything', 'changed', 'board'));
