"""Measures the bot under load: a database full of games, the bot's process, everybody playing."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from math import ceil
from pathlib import Path
from typing import Final, NamedTuple

from bot.cli.bench.figures import milliseconds
from bot.cli.bench.under_load.bot_process import BotProcess, bot_under_load
from bot.cli.bench.under_load.database import Seating, store_finished, store_played, store_waiting
from bot.cli.bench.under_load.figures import LoadFigures, Scale
from bot.cli.bench.under_load.players import (
    A_MOVE_EVERY,
    LoadTable,
    Measured,
    Metronome,
    PictureDiscarder,
)
from bot.cli.support.progress import progress
from bot.model.invocation import ChannelRef
from bot.model.rows import PersonRow, Via
from bot.runtime import memory
from bot.runtime.health import Ticks
from bot.standin import Channel, StandIn, UserClient
from bot.store import Store

CHANNELS_A_GUILD: Final = 400
"""Discord allows 500."""
PEOPLE: Final = 60
SEATS: Final = 4


class LoadWorld(NamedTuple):
    """The stand-in with a channel for each game, and one more."""

    server: StandIn
    people: tuple[UserClient, ...]
    channels: tuple[Channel, ...]

    def people_in(self, number: int) -> list[UserClient]:
        """The people who can play in the channel with this number."""
        return [self.people[(number + seat) % PEOPLE] for seat in range(SEATS)]


async def measure(folder: Path, scale: Scale) -> LoadFigures:
    """Fill a database, start the bot with it, and let everybody play."""
    async with _load_world(scale.games + scale.waiting + 1) as world:
        database = folder / "bonfire.db"
        await _fill(database, world, scale)
        began = time.perf_counter()
        async with bot_under_load(world.server, folder, database) as bot:
            about = await world.people[0].slash(world.channels[-1], "bonfire", "about")
            await about.response()
            start = time.perf_counter() - began
            async with _playing(world, scale.games, bot) as measured:
                ticks = Ticks.now()
                megabytes = await _watch(bot, scale.seconds)
                stolen = Ticks.now().stolen_since(ticks)
                late = await bot.late()
            most = bot.memory().most
    half = len(megabytes) // 2
    return LoadFigures(
        games=scale.games,
        finished=scale.finished,
        waiting=scale.waiting,
        seconds=scale.seconds,
        moves=len(measured.acks),
        turns=len(measured.posts),
        unanswered=measured.unanswered,
        repeated=measured.repeated,
        ack_p50_ms=_percentile(measured.acks, 0.5),
        ack_p999_ms=_percentile(measured.acks, 0.999),
        post_p50_ms=_percentile(measured.posts, 0.5),
        post_p99_ms=_percentile(measured.posts, 0.99),
        loop_max_ms=late,
        memory_mb=round(most, 1),
        memory_first_half_mb=round(max(megabytes[: half + 1]), 1),
        memory_second_half_mb=round(max(megabytes[half:]), 1),
        start_seconds=round(start, 2),
        stolen_percent=round(100 * stolen, 1),
    )


@asynccontextmanager
async def _load_world(channels: int) -> AsyncIterator[LoadWorld]:
    async with StandIn() as server:
        server.keep_little()
        server.core.watchers.append(PictureDiscarder())
        people = tuple(server.person(f"Player {number + 1}") for number in range(PEOPLE))
        yield LoadWorld(server, people, tuple(_channels(server, people, channels)))


def _channels(server: StandIn, people: Sequence[UserClient], count: int) -> Iterator[Channel]:
    """So many channels, in servers as full as servers are."""
    for first in range(0, count, CHANNELS_A_GUILD):
        guild = server.guild(f"Club {first // CHANNELS_A_GUILD + 1}", *people)
        for number in range(first, min(first + CHANNELS_A_GUILD, count)):
            yield server.text_channel(guild, f"table-{number + 1}")


async def _fill(database: Path, world: LoadWorld, scale: Scale) -> None:
    """Store the games that are over, those that wait for a reminder, and those to be played."""
    seatings = [_seating(world, number) for number in range(scale.games + scale.waiting)]
    now = time.time()
    await store_finished(database, seatings, scale.finished, now)
    store = await Store.open(database)
    try:
        await store_waiting(store, seatings[scale.games :], now)
        await store_played(store, seatings[: scale.games], now)
    finally:
        await store.close()


def _seating(world: LoadWorld, number: int) -> Seating:
    channel = world.channels[number]
    people = (PersonRow(person.id, person.user.display_name) for person in world.people_in(number))
    return Seating(ChannelRef(channel.id, channel.guild_id, "en-US", Via.CHANNEL), tuple(people))


@asynccontextmanager
async def _playing(world: LoadWorld, games: int, bot: BotProcess) -> AsyncIterator[Measured]:
    """Everybody plays, once the first post of each game is there."""
    metronome, measured = Metronome(A_MOVE_EVERY), Measured()
    tables = [
        LoadTable(
            world.server, world.channels[number], world.people_in(number), metronome, measured
        )
        for number in range(games)
    ]
    await asyncio.gather(*(table.first_post() for table in tables))
    memory.settle()  # a search for garbage among all these messages would be measured as lateness
    await bot.late()
    tasks = [asyncio.create_task(table.play()) for table in tables]
    try:
        yield measured
    finally:
        for task in tasks:
            task.cancel()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    for outcome in outcomes:
        if isinstance(outcome, Exception):
            raise outcome


async def _watch(bot: BotProcess, seconds: int) -> list[float]:
    """The megabytes that the bot took, each second."""
    megabytes = []
    for _ in progress(range(seconds), "second"):
        await asyncio.sleep(1)
        megabytes.append(bot.memory().now)
    return megabytes


def _percentile(seconds: Sequence[float], share: float) -> float:
    """The milliseconds within which this share of them lies; 0 where nothing was measured."""
    if not seconds:
        return 0.0
    return milliseconds(sorted(seconds)[ceil(share * len(seconds)) - 1])
