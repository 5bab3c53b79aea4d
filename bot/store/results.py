"""The ends of games, their meaning for each person, and the handicap of the next challenge.

The table `result_sums` has what leaderboards show, added up when the rows of `result_seats` change:
a leaderboard of many games would otherwise add them up at each look. Bots and people whom the bot
has forgotten have ids below 0, and no sums.
"""

from collections.abc import Sequence
from typing import Final

from bot.model.results import Board, Part, ResultRow, SeatResult, Uncounted
from bot.model.rows import HandicapRow
from bot.model.seated_bots import strongest
from bot.store.queries import Queries, columns

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
_ADD_RESULT: Final = f"""{_SUM_UP % "result = :result"}
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


class Results(Queries):
    """The tables `results` and `result_seats` with its sums, and `unlisted`."""

    async def add(self, result: ResultRow, seats: Sequence[SeatResult]) -> bool:
        """Store how a game ended; False, and nothing is changed, when that is known already."""
        sql = (
            "INSERT INTO results (game, guild, ended, ending, handicap, tom, counted)"
            " VALUES (:game, :guild, :ended, :ending, :handicap, :tom, 1)"
            " ON CONFLICT (game) DO UPDATE SET"
            " handicap = excluded.handicap, tom = excluded.tom, counted = 1"
            " WHERE results.counted = 0"
            " RETURNING id"
        )
        number = await self._first(int, sql, **columns(result))
        if number is None:
            return False
        game = {
            "result": number,
            "guild": result.guild,
            "players": result.players,
            "challenge": result.handicap is not None,
            "against": strongest(seat.person for seat in seats),
        }
        await self._insert_all("result_seats", [game | columns(seat) for seat in seats])
        await self._run(_ADD_RESULT, result=number)
        return True

    async def uncounted(self, limit: int) -> tuple[Uncounted, ...]:
        """Games that ended before results were kept, in that order."""
        sql = "SELECT game, ended FROM results WHERE counted = 0 ORDER BY id LIMIT ?"
        return await self._all(Uncounted, sql, limit)

    async def give_up(self, game: int) -> None:
        """Forget a game that cannot be counted."""
        await self._run("DELETE FROM results WHERE game = ? AND counted = 0", game)

    async def has(self, person: int) -> bool:
        """Say whether a person has played a game to its end."""
        sql = "SELECT 1 FROM result_seats WHERE person = ? LIMIT 1"
        return await self._first(int, sql, person) is not None

    async def sources(self, person: int, players: int, *, but: int, limit: int) -> tuple[str, ...]:
        """Return the sources of a person's points in the newest games of so many players, as JSON.

        All games count `but` this one.
        """
        sql = (
            "SELECT s.sources FROM result_seats s JOIN results r ON r.id = s.result"
            " WHERE s.person = ? AND s.players = ? AND s.sources IS NOT NULL AND r.game <> ?"
            " ORDER BY s.result DESC LIMIT ?"
        )
        return await self._all(str, sql, person, players, but, limit)

    async def lists(self, person: int) -> bool:
        """Say whether others see a person in lists."""
        sql = "SELECT person FROM unlisted WHERE person = ?"
        return await self._first(int, sql, person) is None

    async def list_person(self, person: int, *, listed: bool) -> None:
        """Let others see a person in lists, with all their games, or not."""
        change = "DELETE FROM unlisted WHERE person = ?"
        if not listed:
            change = "INSERT INTO unlisted (person) VALUES (?) ON CONFLICT DO NOTHING"
        await self._run(change, person)


class Handicaps(Queries):
    """The table `handicaps`: the solo challenges."""

    async def get(self, person: int) -> HandicapRow | None:
        """A person's challenge, None for somebody who never played it."""
        sql = "SELECT value, game FROM handicaps WHERE person = ?"
        return await self._first(HandicapRow, sql, person)

    async def put(self, person: int, handicap: HandicapRow) -> None:
        """Store a person's challenge."""
        await self._replace("handicaps", ("person",), person=person, **columns(handicap))
