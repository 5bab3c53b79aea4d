-- The strongest bot that sat at the table as a player, NULL in games among people: those have
-- leaderboards of their own. Bots are players with ids below -10.
ALTER TABLE result_seats ADD COLUMN against TEXT
    CHECK (against IN ('easy', 'medium', 'hard', 'expert'));

DROP INDEX result_tallies;
CREATE INDEX result_tallies
    ON result_seats (guild, person, players, against, challenge, part, won, shared, total);
