-- Whom the host of a table has invited, and who of them has said no. Who says yes sits there.
CREATE TABLE lobby_guests (
    channel     INTEGER NOT NULL REFERENCES lobbies (channel) ON DELETE CASCADE,
    person      INTEGER NOT NULL,
    name        TEXT    NOT NULL,
    position    INTEGER NOT NULL,
    declined    INTEGER NOT NULL DEFAULT 0 CHECK (declined IN (0, 1)),
    PRIMARY KEY (channel, person)
) STRICT, WITHOUT ROWID;
