-- What a game's calls are withdrawn by, whatever their state: each answer looked through all posts.
DROP INDEX posts_calls;
CREATE INDEX posts_calls ON posts (calls_to) WHERE calls_to IS NOT NULL;

-- Lists of a person's running games pass over those that have ended.
ALTER TABLE players ADD COLUMN over INTEGER NOT NULL DEFAULT 0;
UPDATE players SET over = 1 WHERE game IN (SELECT id FROM games WHERE status <> 'running');
CREATE INDEX playing ON players (person) WHERE over = 0;
