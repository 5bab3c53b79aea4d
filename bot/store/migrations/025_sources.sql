-- The points of a seat by where they come from, as JSON; NULL without a score and of older games.
ALTER TABLE result_seats ADD COLUMN sources TEXT;
