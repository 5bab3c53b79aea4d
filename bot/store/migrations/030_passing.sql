-- Whether the person whom a game waits for can only pass: the bot does it for them after a while.
ALTER TABLE clocks ADD COLUMN passes INTEGER NOT NULL DEFAULT 0 CHECK (passes IN (0, 1));
