-- Whether a laid turn is another choice for the turn of the row before it: the first of them that
-- fits is played.
ALTER TABLE laid_turns ADD COLUMN alternative INTEGER NOT NULL DEFAULT 0
    CHECK (alternative IN (0, 1));
