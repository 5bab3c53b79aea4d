ALTER TABLE result_seats ADD COLUMN sources TEXT;
