ALTER TABLE laid_turns ADD COLUMN alternative BIGINT NOT NULL DEFAULT 0
    CHECK (alternative IN (0, 1));
