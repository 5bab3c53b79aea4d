-- The presses whose answers can still carry posts to where the bot may only answer. Their tokens
-- are secrets: no copy of the database has them.
CREATE TABLE doors (
    channel     INTEGER PRIMARY KEY,
    token       TEXT    NOT NULL,
    until       REAL    NOT NULL
) STRICT;
