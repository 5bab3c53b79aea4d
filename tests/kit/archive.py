"""Games that are over, put into a store without being played."""

import itertools
import json
import sqlite3
from collections.abc import AsyncIterator, Iterable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest_asyncio

from bot.model.results import Ending, HistoryQuery, Part, Range, ResultLine, ResultRow, SeatResult
from bot.model.rows import NewGame, PersonRow, Progress, Status
from bot.services.games.table import snapshot_of
from bot.store.database import upgrade
from bot.store.migrate import migrations
from bot.store.store import Store, Transaction
from tests.kit.database import quick_store
from tests.kit.games import random_game
from tests.kit.stack import GUILD, PEOPLE

BEGIN = 1_800_000_000.0
BEFORE_RESULTS = 6
"""The version of databases in which results were not kept."""


@dataclass(slots=True)
class Archive:
    """Adds games that ended one after the other."""

    store: Store
    numbers: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))

    async def add(self, *seats: SeatResult, guild: int | None = GUILD) -> int:
        """A game of several people."""
        return await self.store.write(lambda tx: self._add(tx, seats, guild))

    async def solo(self, seat: SeatResult, tom: int | None, handicap: int | None = None) -> int:
        """A game against Tom, his score if it was played to the end."""
        return await self.store.write(lambda tx: self._add(tx, (seat,), GUILD, tom, handicap))

    async def many(self, games: Iterable[tuple[SeatResult, ...]]) -> None:
        """Games of one server, in one transaction."""

        async def work(tx: Transaction) -> None:
            for seats in games:
                await self._add(tx, seats, GUILD)

        await self.store.write(work)

    async def _add(
        self,
        tx: Transaction,
        seats: tuple[SeatResult, ...],
        guild: int | None,
        tom: int | None = None,
        handicap: int | None = None,
    ) -> int:
        number = next(self.numbers)
        people = tuple(PersonRow(one.person, one.name) for one in seats)
        game = await tx.games.add(NewGame(number, guild, "en", "{}", "{}", people))
        await tx.games.save(Progress(game, 0, (), "{}", 0, Status.FINISHED))
        conceded = any(one.part is Part.STAYED for one in seats)
        ending = Ending.CONCEDED if conceded else Ending.PLAYED
        ended = BEGIN + 60 * number
        row = ResultRow(game, guild, ended, ending, len(seats), handicap, tom)
        assert await tx.results.add(row, seats)
        return game


def played(*scores: tuple[PersonRow, int]) -> tuple[SeatResult, ...]:
    """The seats of a game that was played to the end."""
    totals = [total for _, total in scores]
    return tuple(
        SeatResult(
            seat=seat,
            person=person.id,
            name=person.name,
            part=Part.PLAYED,
            total=total,
            rank=1 + sum(other > total for other in totals),
            won=total == max(totals),
            shared=total == max(totals) and totals.count(total) > 1,
        )
        for seat, (person, total) in enumerate(scores)
    )


def without_score(seat: int, person: PersonRow, part: Part, *, won: bool = False) -> SeatResult:
    """A seat whose score does not count."""
    return SeatResult(seat, person.id, person.name, part, won=won)


def alone(person: PersonRow, total: int, tom: int) -> SeatResult:
    """The seat of a game against Tom."""
    won, draw = total > tom, total == tom
    return SeatResult(0, person.id, person.name, Part.PLAYED, total, 1, won, draw)


@pytest_asyncio.fixture
async def archive(tmp_path: Path) -> AsyncIterator[Archive]:
    store = await quick_store(tmp_path / "bonfire.db")
    yield Archive(store)
    await store.close()


async def kept(store: Store) -> tuple[ResultLine, ...]:
    everywhere = HistoryQuery(0, GUILD, None)
    return await store.read(lambda tx: tx.records.history(everywhere, Range(), 100))


def as_it_was(path: Path, *, readable: bool) -> None:
    """A database without results, of two games that have ended and one that runs.

    The snapshot of the game that ended first may be damaged.
    """
    over = snapshot_of(random_game(2, 1))
    rows = [
        (1, "finished", over, 200.0),
        (2, "finished", over if readable else json.dumps({"schema": 0}), 100.0),
        (3, "running", snapshot_of(random_game(2, 1, 5)), 300.0),
    ]
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        upgrade(connection, path, migrations()[:BEFORE_RESULTS])
        for game, status, snapshot, changed in rows:
            connection.execute(
                "INSERT INTO games (id, channel, guild, locale, status, options, snapshot, created,"
                " changed) VALUES (?, ?, ?, 'en', ?, '{}', ?, 0, ?)",
                (game, game, GUILD, status, snapshot, changed),
            )
            connection.executemany(
                "INSERT INTO players (game, seat, person, name) VALUES (?, ?, ?, ?)",
                [(game, seat, one.id, one.name) for seat, one in enumerate(PEOPLE[:2])],
            )
