-- How strong the bot plays for people who left a game, or whose turn it takes.
ALTER TABLE games ADD COLUMN level TEXT NOT NULL DEFAULT 'medium'
    CHECK (level IN ('easy', 'medium', 'hard', 'expert'));
