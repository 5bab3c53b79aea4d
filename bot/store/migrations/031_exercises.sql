-- The exercises behind the lesson: what each person has tried in each of them, and how it went.
CREATE TABLE exercises (
    person      INTEGER NOT NULL,
    goal        TEXT    NOT NULL,
    token       TEXT    NOT NULL,
    body        TEXT    NOT NULL,
    tries       INTEGER NOT NULL,
    solved      INTEGER NOT NULL,
    shown       INTEGER NOT NULL CHECK (shown IN (0, 1)),
    PRIMARY KEY (person, goal)
) STRICT, WITHOUT ROWID;
