"""The load of `bonfire bench load`: a world full of games, the bot, and everybody playing."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from math import ceil
from pathlib import Path
from typing import Final, NamedTuple

from bot.cli.bench.load_bot import Bot, bot_under_load
from bot.cli.bench.load_figures import LoadFigures, Scale
from bot.cli.bench.load_players import A_MOVE_EVERY, LoadTable, Measured, Metronome, Shredder
from bot.cli.bench.load_store import Room, store_finished, store_played, store_waiting
from bot.cli.progress import progress
from bot.model.invocation import ChannelRef
from bot.model.rows import PersonRow, Via
from bot.runtime import memory
from bot.runtime.health import Ticks
from bot.standin import Channel, Person, StandIn
from bot.store import Store

CHANNELS_A_GUILD: Final = 400
"""Discord allows 500."""
PEOPLE: Final = 60
SEATS: Final = 4


class Hall(NamedTuple):
    """The stand-in with a channel for each game, and one more."""

    server: StandIn
    people: tuple[Person, ...]
    channels: tuple[Channel, ...]

    def sitting(self, number: int) -> list[Person]:
        """The people who can play in the channel with this number."""
        return [self.people[(number + seat) % PEOPLE] for seat in range(SEATS)]


async def measure(folder: Path, scale: Scale) -> LoadFigures:
    """Fill a database, start the bot with it, and let everybody play."""
    async with _hall(scale.games + scale.waiting + 1) as hall:
        database = folder / "bonfire.db"
        await _fill(database, hall, scale)
        began = time.perf_counter()
        async with bot_under_load(hall.server, folder, database) as bot:
            about = await hall.people[0].slash(hall.channels[-1], "bonfire", "about")
            await about.response()
            start = time.perf_counter() - began
            async with _playing(hall, scale.games, bot) as measured:
                ticks = Ticks.now()
                memory = await _watch(bot, scale.seconds)
                stolen = Ticks.now().stolen_since(ticks)
                late = await bot.late()
            most = bot.memory().most
    half = len(memory) // 2
    return LoadFigures(
        games=scale.games,
        finished=scale.finished,
        waiting=scale.waiting,
        seconds=scale.seconds,
        moves=len(measured.acks),
        turns=len(measured.posts),
        unanswered=measured.unanswered,
        repeated=measured.repeated,
        ack_p50_ms=_milliseconds(measured.acks, 0.5),
        ack_p999_ms=_milliseconds(measured.acks, 0.999),
        post_p50_ms=_milliseconds(measured.posts, 0.5),
        post_p99_ms=_milliseconds(measured.posts, 0.99),
        loop_max_ms=late,
        memory_mb=round(most, 1),
        memory_first_half_mb=round(max(memory[: half + 1]), 1),
        memory_second_half_mb=round(max(memory[half:]), 1),
        start_seconds=round(start, 2),
        stolen_percent=round(100 * stolen, 1),
    )


@asynccontextmanager
async def _hall(channels: int) -> AsyncIterator[Hall]:
    async with StandIn() as server:
        server.keep_little()
        server.core.watchers.append(Shredder())
        people = tuple(server.person(f"Player {number + 1}") for number in range(PEOPLE))
        yield Hall(server, people, tuple(_channels(server, people, channels)))


def _channels(server: StandIn, people: Sequence[Person], count: int) -> Iterator[Channel]:
    """So many channels, in servers as full as servers are."""
    for first in range(0, count, CHANNELS_A_GUILD):
        guild = server.guild(f"Club {first // CHANNELS_A_GUILD + 1}", *people)
        for number in range(first, min(first + CHANNELS_A_GUILD, count)):
            yield server.text_channel(guild, f"table-{number + 1}")


async def _fill(database: Path, hall: Hall, scale: Scale) -> None:
    """Store the games that are over, those that wait for a reminder, and those to be played."""
    rooms = [_room(hall, number) for number in range(scale.games + scale.waiting)]
    now = time.time()
    await store_finished(database, rooms, scale.finished, now)
    store = await Store.open(database)
    try:
        await store_waiting(store, rooms[scale.games :], now)
        await store_played(store, rooms[: scale.games], now)
    finally:
        await store.close()


def _room(hall: Hall, number: int) -> Room:
    channel = hall.channels[number]
    people = (PersonRow(one.id, one.user.display_name) for one in hall.sitting(number))
    return Room(ChannelRef(channel.id, channel.guild_id, "en-US", Via.CHANNEL), tuple(people))


@asynccontextmanager
async def _playing(hall: Hall, games: int, bot: Bot) -> AsyncIterator[Measured]:
    """Everybody plays, once the first post of each game is there."""
    metronome, measured = Metronome(A_MOVE_EVERY), Measured()
    tx = [
        LoadTable(hall.server, hall.channels[number], hall.sitting(number), metronome, measured)
        for number in range(games)
    ]
    await asyncio.gather(*(table.first_post() for table in tx))
    memory.settle()  # a search for garbage among all these messages would be measured as lateness
    await bot.late()
    tasks = [asyncio.create_task(table.play()) for table in tx]
    try:
        yield measured
    finally:
        for task in tasks:
            task.cancel()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    for outcome in outcomes:
        if isinstance(outcome, Exception):
            raise outcome


async def _watch(bot: Bot, seconds: int) -> list[float]:
    """The megabytes that the bot took, each second."""
    memory = []
    for _ in progress(range(seconds), "second"):
        await asyncio.sleep(1)
        memory.append(bot.memory().now)
    return memory


def _milliseconds(seconds: Sequence[float], share: float) -> float:
    """The time within which this share of them lies; 0 where nothing was measured."""
    if not seconds:
        return 0.0
    return round(sorted(seconds)[ceil(share * len(seconds)) - 1] * 1000, 1)
