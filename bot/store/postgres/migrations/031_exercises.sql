-- The exercises behind the lesson: what each person has tried in each of them, and how it went.
CREATE TABLE exercises (
    person BIGINT NOT NULL,
    goal TEXT NOT NULL,
    token TEXT NOT NULL,
    body TEXT NOT NULL,
    tries BIGINT NOT NULL,
    solved BIGINT NOT NULL,
    shown BIGINT NOT NULL CHECK (shown IN (0, 1)),
    PRIMARY KEY (person, goal)
);
