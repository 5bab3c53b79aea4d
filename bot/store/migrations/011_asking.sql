-- Posts that ask something: all that ask the same have one `topic` until it is settled. A sent post
-- that waits once more waits for its message to be edited.
ALTER TABLE outbox ADD COLUMN topic TEXT;

CREATE INDEX outbox_topics ON outbox (topic) WHERE topic IS NOT NULL;

DROP INDEX outbox_waiting;
CREATE INDEX outbox_waiting ON outbox (channel, id, message) WHERE state = 'waiting';
