-- What a bot with many games looks up without reading them all: the last game of a channel, posts
-- that were lost, and those that are old enough to be forgotten.
CREATE INDEX games_by_channel ON games (channel, id);
CREATE INDEX outbox_lost ON outbox (game) WHERE state = 'lost';
CREATE INDEX outbox_sent ON outbox (created) WHERE state = 'sent';
