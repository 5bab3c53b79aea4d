-- Tips for newcomers: whether they are wanted, and what each person has been told, above which page.
ALTER TABLE preferences ADD COLUMN coach INTEGER CHECK (coach IN (0, 1));

CREATE TABLE coached (
    person      INTEGER NOT NULL,
    idea        TEXT    NOT NULL,
    page        TEXT    NOT NULL,
    PRIMARY KEY (person, idea)
) STRICT, WITHOUT ROWID;
