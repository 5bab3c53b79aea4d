"""Everybody presses as fast as the bot answers, and what that takes of the machine."""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, takewhile
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from bot.model.invocation import ChannelRef
from bot.model.rows import PersonRow, Via
from bot.runtime.shell.output import progress
from bot.standin import StandIn
from bot.store.store import Store
from tests.bench.bot_process import LOOK_EVERY, BotProcess
from tests.bench.crew import crew, new_database
from tests.bench.load_figures import Measured
from tests.bench.load_measurement import (
    CATCHES_UP_WITHIN,
    CHANNELS_A_GUILD,
    PEOPLE,
    tables_on,
)
from tests.bench.processors import Ticks, processor_time
from tests.bench.stored_games import Seating, store_finished, store_idle, store_played

ELSEWHERE: Final = 1 << 52
"""Channels of games that nobody plays, and people: Discord has given none of these numbers."""
SEATS: Final = 4
ANSWERS: Final = 20
"""Of a game that is over: the tables have as many games as they should, and fit on a disk."""

Fill = Callable[[Store], Awaitable[None]]
"""Stores what lies in a database beside the games that are played."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """The figures of pressing: seconds of it, presses and posts, and the seconds of each answer.

    `players`, `bots` and `busy` are the shares of all processors' time that those took who press
    with their Discord, the workers with all that they have begun, and everybody together.
    """

    seconds: float
    presses: int
    posts: int
    answer: float
    players: float
    bots: float
    busy: float


async def nothing(_store: Store) -> None:
    """Fill a database with nothing."""


def idle_games(games: int) -> Fill:
    """So many games that run and that nobody plays."""
    return lambda store: store_idle(store, list(map(strangers, range(games))), time.time())


def finished_games(games: int) -> Fill:
    """So many games that are over, with the first of their answers."""
    seatings = list(map(strangers, range(PEOPLE)))
    return lambda store: store_finished(store, seatings, games, time.time(), ANSWERS)


BESIDE: Final[Mapping[str, Callable[[int], Fill]]] = {
    "stored": finished_games,
    "running": idle_games,
}
"""The function that fills a database with so many games of a kind."""


def strangers(number: int) -> Seating:
    """Somebody's table that the stand-in does not know."""
    people = (ELSEWHERE + number * SEATS + seat for seat in range(SEATS))
    guild = ELSEWHERE + number // CHANNELS_A_GUILD
    channel = ChannelRef(ELSEWHERE + number, guild, "en-US", Via.CHANNEL)
    return Seating(channel, tuple(PersonRow(person, f"Somebody {person}") for person in people))


async def pressed(
    server: str | None, workers: int, games: int, seconds: int, fill: Fill = nothing
) -> Pressed:
    """Press at so many tables for some seconds, as fast as the workers answer.

    They are on a new database, on this PostgreSQL server or in a file, with all that `fill` stores.
    """
    measured = Measured()
    with TemporaryDirectory() as made:
        folder = Path(made)
        async with new_database(folder, server) as database, StandIn() as standin:
            standin.keep_little()
            tables = list(tables_on(standin, games, measured, every=0.0))
            store = await Store.open(database)
            try:
                await fill(store)
                await store_played(store, [table.seating for table in tables], time.time())
            finally:
                await store.close()
            async with crew(standin, folder, database, workers) as bots:
                first = (table.next_post(0, CATCHES_UP_WITHIN) for table in tables)
                await asyncio.gather(*first)
                measured.acks.clear()
                began, ticks, taken = time.perf_counter(), Ticks.now(), _taken(bots)
                own = time.process_time()
                async with asyncio.TaskGroup() as group:
                    playing = [group.create_task(table.play()) for table in tables]
                    for _ in progress(range(seconds), "second"):
                        await asyncio.sleep(1)
                    for _ in takewhile(lambda _: not measured.acks, count()):
                        await asyncio.sleep(LOOK_EVERY)
                    for task in playing:
                        task.cancel()
                now = Ticks.now()
                passed = time.perf_counter() - began
                whole = passed * (os.cpu_count() or 1)
                return Pressed(
                    passed,
                    len(measured.acks),
                    len(measured.posts),
                    median(measured.acks),
                    (time.process_time() - own) / whole,
                    (_taken(bots) - taken) / whole,
                    now.busy_since(ticks),
                )


def _taken(bots: Sequence[BotProcess]) -> float:
    return sum(processor_time(bot.child.pid) for bot in bots)
