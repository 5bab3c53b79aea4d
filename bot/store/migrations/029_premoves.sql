-- Turns planned ahead have the name in the code here too, and those that were not due yet "wait".
CREATE TABLE premoves (
    game        INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    person      INTEGER NOT NULL,
    position    INTEGER NOT NULL,
    state       TEXT    NOT NULL CHECK (state IN ('waiting', 'played', 'unfit')),
    revision    INTEGER NOT NULL,
    actions     TEXT    NOT NULL,
    outcome     TEXT    NOT NULL,
    alternative INTEGER NOT NULL DEFAULT 0
        CHECK (alternative IN (0, 1)),
    PRIMARY KEY (game, person, position)
) STRICT, WITHOUT ROWID;

INSERT INTO premoves (game, person, position, state, revision, actions, outcome, alternative)
SELECT game, person, position, CASE state WHEN 'laid' THEN 'waiting' ELSE state END, revision,
    actions, outcome, alternative
FROM laid_turns;

DROP TABLE laid_turns;
