ALTER TABLE tournaments ADD COLUMN message BIGINT;
