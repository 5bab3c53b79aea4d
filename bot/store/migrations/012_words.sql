-- Tables and columns are called as the code calls what is in them.
ALTER TABLE settings RENAME TO meta;
ALTER TABLE house_rules RENAME TO server_settings;
ALTER TABLE tries RENAME TO tryouts;
ALTER TABLE outbox RENAME TO posts;
ALTER TABLE posts RENAME COLUMN route TO via;

DROP INDEX outbox_waiting;
DROP INDEX outbox_calls;
DROP INDEX outbox_lost;
DROP INDEX outbox_sent;
DROP INDEX outbox_topics;
CREATE INDEX posts_waiting ON posts (channel, id, message) WHERE state = 'waiting';
CREATE INDEX posts_calls ON posts (calls_to) WHERE state = 'waiting' AND calls_to IS NOT NULL;
CREATE INDEX posts_lost ON posts (game) WHERE state = 'lost';
CREATE INDEX posts_sent ON posts (created) WHERE state = 'sent';
CREATE INDEX posts_topics ON posts (topic) WHERE topic IS NOT NULL;

-- How often a post has been revised: whoever delivers it notices that it was revised meanwhile.
ALTER TABLE posts ADD COLUMN version INTEGER NOT NULL DEFAULT 0;

-- What is tried out is kept as what is drafted for a turn is.
ALTER TABLE tryouts RENAME COLUMN tried TO body;
ALTER TABLE drafts DROP COLUMN changed;
