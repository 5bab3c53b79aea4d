-- The forum in which each game of a server has a post of its own.
ALTER TABLE server_settings ADD COLUMN forum INTEGER;

-- The posts that the bot has opened in forums: `told` is the stage of the game that their tag tells.
CREATE TABLE forum_posts (
    thread      INTEGER PRIMARY KEY,
    guild       INTEGER NOT NULL,
    forum       INTEGER NOT NULL,
    told        TEXT    NOT NULL CHECK (told IN ('open', 'running', 'over'))
) STRICT;

CREATE INDEX forum_posts_alive ON forum_posts (thread) WHERE told <> 'over';
