-- Seats that the substitute plays for the person who left them, resigned ones to the end.
ALTER TABLE players ADD COLUMN held_by TEXT NOT NULL DEFAULT 'person'
    CHECK (held_by IN ('person', 'bot'));
ALTER TABLE players ADD COLUMN resigned INTEGER NOT NULL DEFAULT 0
    CHECK (resigned IN (0, 1) AND (resigned = 0 OR held_by = 'bot'));

-- The log learns answers of the substitute (`by_bot`), and going back by agreement: an entry `back`,
-- whose `seq` is noted as `taken_back` in all entries that no longer stand.
CREATE TABLE moves_new (
    game        INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq         INTEGER NOT NULL,
    seat        INTEGER NOT NULL,
    kind        TEXT    NOT NULL CHECK (kind IN ('answer', 'undo', 'back')),
    action      TEXT,
    interaction INTEGER NOT NULL,
    made        REAL    NOT NULL,
    by_bot      INTEGER NOT NULL DEFAULT 0 CHECK (by_bot IN (0, 1)),
    taken_back  INTEGER,
    PRIMARY KEY (game, seq),
    CHECK ((kind = 'answer') = (action IS NOT NULL))
) STRICT, WITHOUT ROWID;

INSERT INTO moves_new (game, seq, seat, kind, action, interaction, made)
    SELECT game, seq, seat, kind, action, interaction, made FROM moves;

DROP TABLE moves;

ALTER TABLE moves_new RENAME TO moves;

-- What everybody affected must agree to: `move` is the answer that a game is to go back before.
-- At most one question of a game is open.
CREATE TABLE questions (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    game        INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    kind        TEXT    NOT NULL CHECK (kind IN ('take_back', 'hand_over', 'abandon')),
    person      INTEGER NOT NULL,
    revision    INTEGER NOT NULL,
    move        INTEGER,
    outcome     TEXT    CHECK (outcome IN ('agreed', 'refused', 'withdrawn', 'void')),
    opened      REAL    NOT NULL,
    CHECK ((kind = 'take_back') = (move IS NOT NULL))
) STRICT;

CREATE INDEX questions_by_game ON questions (game);
CREATE UNIQUE INDEX open_question ON questions (game) WHERE outcome IS NULL;

CREATE TABLE asked (
    question    INTEGER NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
    person      INTEGER NOT NULL,
    name        TEXT    NOT NULL,
    agreed      INTEGER NOT NULL DEFAULT 0 CHECK (agreed IN (0, 1)),
    PRIMARY KEY (question, person)
) STRICT, WITHOUT ROWID;
