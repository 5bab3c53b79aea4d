-- Whole turns that people lay ahead while others think, in the order in which they are to be played.
-- `actions` are their answers in notation and `outcome` what they cost and brought where they were
-- laid, at the `revision`; of one that was played, or did not fit when it came, that is the revision
-- at which this happened, and the row stays until the game goes on.
CREATE TABLE laid_turns (
    game        INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    person      INTEGER NOT NULL,
    position    INTEGER NOT NULL,
    state       TEXT    NOT NULL CHECK (state IN ('laid', 'played', 'unfit')),
    revision    INTEGER NOT NULL,
    actions     TEXT    NOT NULL,
    outcome     TEXT    NOT NULL,
    PRIMARY KEY (game, person, position)
) STRICT, WITHOUT ROWID;
