"""The table `result_sums`: what leaderboards show, added up when the rows of `result_seats` change.

A leaderboard of many games would otherwise add them up at each look. Bots and people whom the bot
has forgotten have ids below 0, and no sums.
"""

from typing import Final

from bot.model.results import Board, Part

_SUM_UP: Final = f"""
INSERT INTO result_sums (guild, board, person, kind, games, wins, scored, points, best)
SELECT guild,
    CASE WHEN players = 1 THEN '{Board.SOLO}'
        WHEN against IS NULL THEN '{Board.TABLES}' ELSE '{Board.BOTS}' END,
    person,
    CASE WHEN players > 1 THEN coalesce(against, CAST(players AS TEXT))
        WHEN challenge = 1 THEN 'challenge' ELSE 'tom' END,
    count(*), sum(won), count(total), coalesce(sum(total), 0), max(total)
FROM result_seats
WHERE guild IS NOT NULL AND person > 0 AND part <> '{Part.PRACTISED}' AND %s
GROUP BY 1, 2, 3, 4
"""  # noqa: S608 - put together of constants
ADD_RESULT: Final = f"""{_SUM_UP % "result = :result"}
ON CONFLICT (guild, board, person, kind) DO UPDATE SET
    games = result_sums.games + excluded.games,
    wins = result_sums.wins + excluded.wins,
    scored = result_sums.scored + excluded.scored,
    points = result_sums.points + excluded.points,
    best = CASE WHEN excluded.best IS NULL OR excluded.best < result_sums.best
        THEN result_sums.best ELSE excluded.best END
"""
"""Adds the seats of a new result."""
SUM_UP_AGAIN: Final = f"""
DELETE FROM result_sums WHERE guild = :guild;
{_SUM_UP % "result IN (SELECT id FROM results WHERE guild = :guild)"};
"""  # noqa: S608 - put together of constants
"""The statements that make the sums of a server of its results."""
