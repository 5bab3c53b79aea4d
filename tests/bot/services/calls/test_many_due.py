"""Very many calls due at a start: read in portions, nothing floods, lost places cost nothing."""

import asyncio
from collections.abc import Sequence

import pytest

from bot.services.calls.notices import UNREACHED
from bot.services.calls.reminders import CALLS_AT_ONCE, CROWDED, FULL
from bot.store.database import SqliteConnection
from bot.store.queries import SqlRow, Values
from bot.store.store import Transaction
from tests.kit.stack import DAY, Stack

pytestmark = pytest.mark.in_a_file

FIRST_CHANNEL = 1_000


async def many_games(stack: Stack, games: int, lost: int) -> None:
    """So many running games beside the first; the places of the last ones are lost."""
    first = await stack.start()
    await stack.bodies()

    async def copies(tx: Transaction) -> None:
        database = tx.clocks._db
        await database.run(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
            " INSERT INTO games (channel, guild, locale, status, options, snapshot, created,"
            " changed) SELECT ? + i, guild, locale, status, options, snapshot, created, changed"
            " FROM games, n WHERE id = ?",
            (games, FIRST_CHANNEL, first),
        )
        for table, columns in (
            ("players", "seat, person, name"),
            ("clocks", "seat, person, turn, pace, since, base, sent, noticed, due"),
        ):
            await database.run(
                f"INSERT INTO {table} (game, {columns}) SELECT g.id, {columns}"
                f" FROM {table} t, games g WHERE t.game = ? AND g.id != ?",
                (first, first),
            )
        await database.run(
            "INSERT INTO dead_channels (channel, code, since) SELECT channel, 10003, 0 FROM games"
            " WHERE channel > ?",
            (FIRST_CHANNEL + games - lost,),
        )

    await stack.store.write(copies)


class Watch:
    """What waits at most, and the most rows that one statement brings onto the loop."""

    def __init__(self, stack: Stack, monkeypatch: pytest.MonkeyPatch) -> None:
        self._stack = stack
        self.waiting = 0
        self.most_rows = 0
        read = SqliteConnection.rows

        async def rows(connection: SqliteConnection, sql: str, values: Values) -> Sequence[SqlRow]:
            found = await read(connection, sql, values)
            self.most_rows = max(self.most_rows, len(found))
            return found

        monkeypatch.setattr(SqliteConnection, "rows", rows)

    async def deliver(self) -> int:
        """Be the outbox until nothing is due any more; returns how many posts went out."""
        sent = 0
        while await self._due():
            waiting = await self._stack.store.read(lambda tx: tx.posts.count_waiting())
            self.waiting = max(self.waiting, waiting)
            sent += len(await self._stack.bodies())
            await asyncio.sleep(0.01)
        return sent + len(await self._stack.bodies())

    async def _due(self) -> bool:
        now = self._stack.clock.now()
        rows = await self._stack.store.read(lambda tx: tx.clocks.due(now, 1))
        return bool(rows)


@pytest.mark.parametrize(
    ("games", "lost"), [(100, 30), pytest.param(10_000, 3_000, marks=pytest.mark.soak)]
)
async def test_many_due_calls_are_read_in_portions_and_spare_lost_places(
    stack: Stack, monkeypatch: pytest.MonkeyPatch, games: int, lost: int
) -> None:
    await many_games(stack, games, lost)
    stack.clock.at += 50 * DAY
    watch = Watch(stack, monkeypatch)
    calling = asyncio.create_task(stack.reminders.run())
    sent = await stack.clock.turned(watch.deliver(), within=1.0)
    calling.cancel()
    await asyncio.gather(calling, return_exceptions=True)
    assert sent == games + 1 - lost
    assert watch.waiting < FULL + CALLS_AT_ONCE
    assert watch.most_rows <= CROWDED
    later = await stack.store.read(lambda tx: tx.clocks.next_due())
    assert later == pytest.approx(stack.clock.at + UNREACHED)
