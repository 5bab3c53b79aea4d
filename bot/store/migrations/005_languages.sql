-- The language of a server's new tables; that of the client of a person who wants direct messages.
ALTER TABLE house_rules ADD COLUMN language TEXT;
ALTER TABLE preferences ADD COLUMN client TEXT;
