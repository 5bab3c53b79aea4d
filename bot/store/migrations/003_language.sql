-- The language that a person chose instead of their client's.
ALTER TABLE preferences ADD COLUMN language TEXT;
