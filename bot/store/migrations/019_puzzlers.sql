-- Who plays the puzzle of a day: what has been tried, and the days in a row that were solved.
CREATE TABLE puzzlers (
    person      INTEGER NOT NULL PRIMARY KEY,
    day         INTEGER NOT NULL,
    token       TEXT    NOT NULL,
    body        TEXT    NOT NULL,
    tries       INTEGER NOT NULL,
    solved      INTEGER NOT NULL,
    shown       INTEGER NOT NULL CHECK (shown IN (0, 1)),
    streak      INTEGER NOT NULL
) STRICT;
