-- What kind of game each is, with the detail that its kind keeps: the key of a lesson, the number of
-- a week, those of a tournament and its table.
ALTER TABLE games ADD COLUMN kind TEXT NOT NULL DEFAULT 'casual';
UPDATE games SET kind = 'challenge' WHERE id IN (SELECT game FROM handicaps);
UPDATE games SET kind = 'lesson ' || (options::json ->> 'lesson')
    WHERE (options::json ->> 'lesson') IS NOT NULL;
UPDATE games SET kind = 'weekly ' || (SELECT week FROM weekly_attempts WHERE game = games.id)
    WHERE id IN (SELECT game FROM weekly_attempts);
UPDATE games SET kind =
    (SELECT 'tournament ' || tournament || ' ' || number FROM tournament_tables WHERE game = games.id)
    WHERE id IN (SELECT game FROM tournament_tables);
