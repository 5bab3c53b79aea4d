"""How games ended, and what that means for each person."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

import aiosqlite


class Ending(StrEnum):
    """How a game came to its result."""

    PLAYED = "played"
    """By the rules, with a final score."""
    CONCEDED = "conceded"
    """By the resignation of all others, without a score."""


class Part(StrEnum):
    """What a person had to do with a game when it ended."""

    PLAYED = "played"
    """They played to the end: the score counts."""
    STAYED = "stayed"
    """All others had resigned: won, without a score."""
    RESIGNED = "resigned"
    """They had resigned: lost, without a score."""
    LEFT = "left"
    """The bot held their seat in the end: lost, without a score."""
    PRACTISED = "practised"
    """They went on against bots alone, after all others had left: it does not count at all."""


@dataclass(frozen=True, slots=True)
class ResultRow:
    """How a game ended; `ended` is Unix time, `tom` Tom's score in a solo game."""

    game: int
    guild: int | None
    ended: float
    ending: Ending
    players: int
    handicap: int | None
    tom: int | None


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What a game's end means for the person of a seat.

    `total` is the final score, None without one; `rank` the place among the people whose score
    counts. A shared win is won and shared, a draw against Tom shared alone.
    """

    seat: int
    person: int
    name: str
    part: Part
    total: int | None = None
    rank: int | None = None
    won: bool = False
    shared: bool = False


@dataclass(frozen=True, slots=True)
class Uncounted:
    """A game that ended, by the rules, before results were kept."""

    game: int
    ended: float


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
            [_values(row["id"], result, one) for one in seats],
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


def _values(number: int, result: ResultRow, one: SeatResult) -> tuple[object, ...]:
    challenge = result.handicap is not None
    return (
        number,
        one.seat,
        one.person,
        one.name,
        result.guild,
        result.players,
        challenge,
        one.part,
        one.total,
        one.rank,
        one.won,
        one.shared,
    )
