"""Very many calls due at a start: the loop stays free, nothing floods, lost places cost nothing."""

import asyncio
import gc
import time

import pytest

from bot.services.calls.notices import UNREACHED
from bot.services.calls.reminders import AT_ONCE, FULL
from bot.store import Transaction
from tests.bot.stack import DAY, Stack

pytestmark = pytest.mark.in_a_file

LONGEST_SLICE = 0.1
"""Seconds of the loop's own work, in one piece, that a press may have to wait for."""
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
    """How long the loop worked in one piece, by its own processor time, and what waited at most."""

    def __init__(self, stack: Stack) -> None:
        self._stack = stack
        self.longest = 0.0
        self.waiting = 0

    async def run(self) -> None:
        while True:
            before = time.thread_time()
            await asyncio.sleep(0.002)
            self.longest = max(self.longest, time.thread_time() - before)

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
async def test_many_due_calls_leave_the_loop_free_and_spare_lost_places(
    stack: Stack, games: int, lost: int
) -> None:
    await many_games(stack, games, lost)
    stack.clock.at += 50 * DAY
    watch = Watch(stack)
    gc.collect()
    gc.freeze()  # the test's own heap is not what the bot has to look through
    jobs = [asyncio.create_task(job) for job in (watch.run(), stack.reminders.run())]
    sent = await stack.clock.turned(watch.deliver(), within=1.0)
    for job in jobs:
        job.cancel()
    await asyncio.gather(*jobs, return_exceptions=True)
    gc.unfreeze()
    assert sent == games + 1 - lost
    assert watch.waiting < FULL + AT_ONCE
    assert watch.longest < LONGEST_SLICE
    later = await stack.store.read(lambda tx: tx.clocks.next_due())
    assert later == pytest.approx(stack.clock.at + UNREACHED)
