"""How games ended, and what that means for each person."""

from collections.abc import Iterable

import aiosqlite

from bot.model.results import ResultRow, SeatResult, Uncounted


class Results:
    """The tables `results` and `result_seats`, and `unlisted`."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._db = connection

    async def add(self, result: ResultRow, seats: Iterable[SeatResult]) -> bool:
        """Store how a game ended; False, and nothing is changed, when that is known already."""
        cursor = await self._db.execute(
            "INSERT INTO results (game, guild, ended, ending, handicap, tom, counted)"
            " VALUES (?, ?, ?, ?, ?, ?, 1) ON CONFLICT (game) DO UPDATE SET"
            " handicap = excluded.handicap, tom = excluded.tom, counted = 1 WHERE counted = 0"
            " RETURNING id",
            (
                result.game,
                result.guild,
                result.ended,
                result.ending,
                result.handicap,
                result.tom,
            ),
        )
        row = await cursor.fetchone()
        if row is None:
            return False
        await self._db.executemany(
            "INSERT INTO result_seats (result, seat, person, name, guild, players, challenge, part,"
            " total, rank, won, shared) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [_values(row["id"], result, seat) for seat in seats],
        )
        return True

    async def uncounted(self, limit: int) -> tuple[Uncounted, ...]:
        """Games that ended before results were kept, in that order."""
        cursor = await self._db.execute(
            "SELECT game, ended FROM results WHERE counted = 0 ORDER BY id LIMIT ?", (limit,)
        )
        return tuple(Uncounted(row["game"], row["ended"]) for row in await cursor.fetchall())

    async def give_up(self, game: int) -> None:
        """Forget a game that cannot be counted."""
        await self._db.execute("DELETE FROM results WHERE game = ? AND counted = 0", (game,))

    async def lists(self, person: int) -> bool:
        """Whether others see a person in lists."""
        cursor = await self._db.execute("SELECT 1 FROM unlisted WHERE person = ?", (person,))
        return await cursor.fetchone() is None

    async def list_person(self, person: int, *, listed: bool) -> None:
        """Let others see a person in lists, with all their games, or not."""
        change = "DELETE FROM unlisted WHERE person = ?"
        if not listed:
            change = "INSERT OR IGNORE INTO unlisted (person) VALUES (?)"
        await self._db.execute(change, (person,))


def _values(number: int, result: ResultRow, seat: SeatResult) -> tuple[object, ...]:
    challenge = result.handicap is not None
    return (
        number,
        seat.seat,
        seat.person,
        seat.name,
        result.guild,
        result.players,
        challenge,
        seat.part,
        seat.total,
        seat.rank,
        seat.won,
        seat.shared,
    )
