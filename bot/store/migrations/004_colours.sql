-- The colours of pictures that a person, or a server, chose.
ALTER TABLE preferences ADD COLUMN colours TEXT;
ALTER TABLE house_rules ADD COLUMN colours TEXT;
