-- What a game's calls are withdrawn by, whatever their state: each answer looked through all posts.
DROP INDEX posts_calls;
CREATE INDEX posts_calls ON posts (calls_to) WHERE calls_to IS NOT NULL;
