-- What leaderboards show, added up beside the seats that it is the sum of: each leaderboard has a
-- row for a person and a kind of game. That is its number of people, whether Tom was challenged, or
-- the strongest bot. `scored` games have a final score, of so many `points` in all.
CREATE TABLE result_sums (
    guild BIGINT NOT NULL,
    board TEXT NOT NULL CHECK (board IN ('tables', 'solo', 'bots')),
    person BIGINT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN
        ('2', '3', '4', 'tom', 'challenge', 'easy', 'medium', 'hard', 'expert')),
    games BIGINT NOT NULL,
    wins BIGINT NOT NULL,
    scored BIGINT NOT NULL,
    points BIGINT NOT NULL,
    best BIGINT,
    PRIMARY KEY (guild, board, person, kind)
);

INSERT INTO result_sums (guild, board, person, kind, games, wins, scored, points, best)
SELECT guild,
    CASE WHEN players = 1 THEN 'solo' WHEN against IS NULL THEN 'tables' ELSE 'bots' END,
    person,
    CASE WHEN players > 1 THEN coalesce(against, CAST(players AS TEXT))
        WHEN challenge = 1 THEN 'challenge' ELSE 'tom' END,
    count(*), sum(won), count(total), coalesce(sum(total), 0), max(total)
FROM result_seats
WHERE guild IS NOT NULL AND person > 0 AND part <> 'practised'
GROUP BY 1, 2, 3, 4;

DROP INDEX result_tallies;
