-- The games that stand still when a server removes the bot, and that its managers may move.
CREATE INDEX running_of_guild ON games (guild) WHERE status = 'running';
