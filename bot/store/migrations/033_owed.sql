-- Since when Discord may have taken a post, and since when its place refuses it (Unix time).
ALTER TABLE posts ADD COLUMN tried REAL;
ALTER TABLE posts ADD COLUMN refused REAL;

-- When a lost place is tried again; NULL where Discord has told of the loss, as it tells of the end.
ALTER TABLE dead_channels ADD COLUMN again REAL;

-- The message in which people join a tournament.
ALTER TABLE tournaments ADD COLUMN message INTEGER;
