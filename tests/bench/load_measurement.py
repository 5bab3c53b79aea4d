"""Measures the bot under load: a database full of games, the bot's process, everybody playing."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, nullcontext
from math import ceil
from pathlib import Path
from random import Random
from typing import Final

from bot.runtime import health, memory, settings
from bot.runtime.shell.output import progress
from bot.standin import Latency, Limits, RateLimits, StandIn
from bot.store.copies import opened
from bot.store.store import Store
from tests.bench.bot_process import BotProcess, bot_process
from tests.bench.load_figures import Measured, Scale
from tests.bench.load_players import (
    PATIENCE,
    LoadTable,
    Metronome,
    PageWatcher,
    TimedPlayer,
)
from tests.bench.processors import Ticks, random_games_a_second, work_of
from tests.bench.stored_games import (
    Seating,
    store_bots,
    store_finished,
    store_played,
    store_waiting,
)
from tests.kit.brought import brought_each
from tests.kit.process import at_work

CHANNELS_A_GUILD: Final = 400
"""Discord allows 500."""
PEOPLE: Final = 60
SEATS: Final = 4
A_MOVE_EVERY: Final = 0.1
"""Seconds between two presses, whoever makes them."""
CATCHES_UP_WITHIN: Final = 300.0
"""Seconds for the first posts of all games."""
BOT_TURNS: Final = "SELECT count(DISTINCT interaction) FROM moves WHERE by_bot"
WAITING: Final = "SELECT count(*) FROM posts WHERE state = 'waiting'"


async def measure(folder: Path, scale: Scale) -> Measured:
    """Fill a database, start the bot with it, and let everybody play."""
    measured, database = Measured(), folder / "bonfire.db"
    measured.speed = random_games_a_second()
    limits = Limits() if scale.instant else Limits(rate_limits=RateLimits(), latency=Latency())
    async with StandIn(limits=limits) as server:
        server.keep_little()
        many, every = scale.games + scale.waiting + scale.bots, A_MOVE_EVERY
        *tables, spare = tables_on(
            server, many + 1, measured, every=0.0 if scale.saturate else every
        )
        await _fill(database, [table.seating for table in tables], scale)
        environment = {
            **settings.environment(),
            **server.environment(),
            settings.LIMITS: settings.Switch.OFF,  # who is measured presses faster than people
            settings.DATA: str(folder),
            settings.DATABASE: str(database),
            settings.BOX: "",
            settings.LOG_LEVEL: settings.LogLevel.INFO,
        }
        began = time.perf_counter()
        async with bot_process(folder, "run", environment=environment) as bot:
            await bot.started(at_work(server))
            about = await spare.somebody.slash(spare.channel, "bonfire", "about")
            await about.response()
            measured.start = time.perf_counter() - began
            async with _meanwhile(measured) if scale.films else nullcontext():
                with opened(database) as stored:
                    await _play(bot, tables[: scale.games], scale, stored, measured)
            measured.most_megabytes = health.memory(bot.child.pid).most
        measured.rate_limited = server.rate_limiter.refused
        measured.most_invalid = server.rate_limiter.most_invalid
    return measured


@asynccontextmanager
async def _meanwhile(measured: Measured) -> AsyncIterator[None]:
    """Make the files of features meanwhile, one after the other; they count as films."""

    async def make(works: Callable[[], AsyncIterator[None]]) -> None:
        async for _ in works():
            measured.films += 1

    async with asyncio.TaskGroup() as group:
        making = [group.create_task(make(works)) for works in brought_each("WHILE_LOADED")]
        yield
        for each in making:
            each.cancel()


def tables_on(
    server: StandIn, count: int, measured: Measured, every: float = A_MOVE_EVERY
) -> Iterator[LoadTable]:
    """So many channels, in servers as full as servers are, and who can play there.

    They press once `every` so many seconds, all of them together. From now on their pages are timed
    and no picture is kept.
    """
    pages = PageWatcher(measured)
    server.core.watchers.append(pages)
    people = [server.person(f"Player {number + 1}") for number in range(PEOPLE)]
    metronome = Metronome(every)
    clubs = range(ceil(count / CHANNELS_A_GUILD))
    guilds = [server.guild(f"Club {club + 1}", *people) for club in clubs]
    for number in range(count):
        guild = guilds[number // CHANNELS_A_GUILD]
        channel = server.text_channel(guild, f"table-{number + 1}")
        dice = Random(channel.position)
        seated = (people[(number + seat) % PEOPLE] for seat in range(SEATS))
        players = {
            person.id: TimedPlayer(
                person, channel, dice, PATIENCE, metronome=metronome, measured=measured, pages=pages
            )
            for person in seated
        }
        yield LoadTable(server, channel, players, measured)


async def _fill(database: Path, seatings: Sequence[Seating], scale: Scale) -> None:
    """Store the games that are over, that wait for a reminder, that people play, and the bot."""
    now = time.time()
    store = await Store.open(database)
    try:
        await store_finished(store, seatings, scale.finished, now)
        due = scale.games + scale.waiting
        await store_waiting(store, seatings[scale.games : due], now)
        await store_bots(store, seatings[due:], now)
        await store_played(store, seatings[: scale.games], now)
    finally:
        await store.close()


async def _play(
    bot: BotProcess,
    tables: Sequence[LoadTable],
    scale: Scale,
    stored: sqlite3.Connection,
    measured: Measured,
) -> None:
    """Let everybody play for so many seconds, once the first posts are there and all is warm.

    What is `stored` tells how many posts wait.
    """
    await asyncio.gather(*(table.next_post(0, CATCHES_UP_WITHIN) for table in tables))
    memory.settle()  # a search for garbage among all these messages would be measured as lateness
    async with asyncio.TaskGroup() as group:
        playing = [group.create_task(table.play()) for table in tables]
        changes = tables[0].server.core.changes
        await changes.wait_for(lambda: len(measured.acks) >= scale.warm or None, CATCHES_UP_WITHIN)
        began = await bot.health()
        measured.begin()
        (before,) = stored.execute(BOT_TURNS).fetchone()
        ticks, work = Ticks.now(), work_of(bot.child.pid)
        for _ in progress(range(scale.seconds), "second"):
            await asyncio.sleep(1)
            measured.megabytes.append(health.memory(bot.child.pid).now)
            (waiting,) = stored.execute(WAITING).fetchone()
            measured.waiting.append(waiting)
        now = Ticks.now()
        measured.stolen = now.stolen_since(ticks)
        measured.work = work_of(bot.child.pid).since(work)
        measured.busy = now.busy_since(ticks)
        measured.health = await bot.health()
        measured.drawn = measured.health.drawn - began.drawn
        (after,) = stored.execute(BOT_TURNS).fetchone()
        measured.bot_turns = after - before
        for task in playing:
            task.cancel()
