-- The message in which people join a tournament.
ALTER TABLE tournaments ADD COLUMN message INTEGER;
