-- The message that shows a lobby, which loses its buttons when another one does.
ALTER TABLE lobbies ADD COLUMN message INTEGER;
