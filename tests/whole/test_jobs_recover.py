"""Each job of the bot fails at its first step, and once more when there is work: all of it is done.

The jobs are those that the bot starts, whatever they are; the work of each is named here.
"""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import coroutine
from typing import Any, Final

import pytest

from bot.chat import emojis
from bot.runtime.housekeeping import DAY_SECONDS, KEPT_OF_SERVERS
from bot.runtime.jobs import Job, Jobs
from bot.runtime.settings import Switch, Sync
from bot.services.games.thinker import Thinker
from bot.standin import Channel, ChannelKind, StandIn
from engine.agents.levels import Level
from engine.agents.players import PLAYERS
from renderer.emojis import EmojiPicture
from tests.kit.brought import brought_rows
from tests.kit.clock import TurnedClock
from tests.kit.hall import Hall, hall_on, solo
from tests.kit.sources import OPENAPI
from tests.kit.stage import bot_on
from tests.kit.whole import Player, end_alone, eventually, has_turn_button, start_game
from tests.whole.forums import TAGS, chosen, post_of, tagged

LONG_GONE: Final = 999
"""A server that removed the bot long ago."""
UNCOUNTED: Final = (
    "INSERT INTO results (game, ended, ending, counted) SELECT id, 1, 'played', 0 FROM games"
)
OLD_POST: Final = (
    "INSERT INTO posts (channel, via, state, body, due, created)"
    " VALUES (1, 'channel', 'sent', '{}', 0, 0)"
)
EMOJI: Final = "fruit_00000001"


class InjectedError(Exception):
    """A step of a job fails."""


@coroutine
def _failing(job: Job, fails: Callable[[], bool]) -> Generator[Any, None, None]:
    """Do a job; a step of it fails where `fails` says so as it begins."""
    steps = job().__await__()
    fault: BaseException | None = None
    while True:
        try:
            waited = steps.send(None) if fault is None else steps.throw(fault)
        except StopIteration:
            return
        try:
            yield waited
            fault = InjectedError() if fails() else None
        except BaseException as error:  # noqa: BLE001 - it is handed on
            fault = error


@dataclass(slots=True)
class Faults:
    """The jobs that began, and those whose next step has to fail."""

    names: list[str] = field(default_factory=list)
    coming: set[str] = field(default_factory=set)
    at_start: bool = False

    def start(self, start: Callable[..., None]) -> Callable[..., None]:
        """Start a job as the bot does, with faults."""

        def started(jobs: Jobs, name: str, job: Job, **how: bool) -> None:
            self.names.append(name)
            if self.at_start:
                self.coming.add(name)
            start(jobs, name, lambda: _failing(job, lambda: self._take(name)), **how)

        return started

    def _take(self, name: str) -> bool:
        if name not in self.coming:
            return False
        self.coming.remove(name)
        return True


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> Faults:
    found = Faults()
    monkeypatch.setattr(Jobs, "start", found.start(Jobs.start))
    monkeypatch.setattr(emojis, "EMOJI_DRAWINGS", {"resource.fruit": None})
    picture = EmojiPicture(b"\x89PNG\r\n\x1a\n", "00000001")
    monkeypatch.setattr(emojis, "draw_emoji", lambda _: picture)
    return found


async def query(hall: Hall, sql: str) -> Sequence[object]:
    """Run a query in the database of a hall; return its rows."""
    return await hall.client.services.store.engine.transaction(lambda db: db.rows(sql, ()))


async def nothing_left(hall: Hall, sql: str) -> None:
    async def found_nothing() -> bool:
        return not await query(hall, sql)

    await eventually(found_nothing)


async def room(hall: Hall) -> Channel:
    """A new channel."""
    made = hall.server.text_channel(hall.guild, f"room-{len(hall.server.world.channels)}")
    await eventually(lambda: asyncio.sleep(0, hall.client.get_channel(made.id)))
    return made


async def a_turn_is_posted_and_answered(hall: Hall) -> None:
    """A turn of a person and then one of the computer player are posted."""
    player = Player(hall.people[0], await room(hall), random.Random(1))
    await (await player.person.slash(player.table, "bonfire", "solo", level="easy")).response()
    post = await player.my_post(0)
    await player.take_turn(post)
    await player.my_post(post.id)


async def a_tag_follows_its_game(hall: Hall) -> None:
    forum = hall.server.channel(hall.guild, f"games-{hall.clock.now()}", ChannelKind.FORUM, *TAGS)
    await eventually(lambda: asyncio.sleep(0, hall.client.get_channel(forum.id)))
    await chosen(hall, forum)
    thread, _ = await post_of(hall, 1, "solo")
    await hall.people[0].waits_for(thread, has_turn_button)
    await end_alone(hall.people[0], thread)
    await tagged(hall, thread, "over")
    await chosen(hall, None)


async def a_reminder_comes(hall: Hall) -> None:
    ada, bo = hall.people[:2]
    place = await room(hall)
    post = await start_game(place, ada, bo)
    hall.clock.advance(4 * DAY_SECONDS)
    await ada.waits_for(place, lambda message: message.id > post.id and bool(message.pings))


async def what_is_old_is_forgotten(hall: Hall) -> None:
    await query(hall, OLD_POST)
    hall.clock.advance(DAY_SECONDS)
    await nothing_left(hall, "SELECT 1 FROM posts WHERE created = 0")


async def a_server_that_is_gone_is_purged(hall: Hall) -> None:
    store = hall.client.services.store
    long_ago = hall.clock.now() - KEPT_OF_SERVERS
    await store.write(lambda tx: tx.servers.leave(LONG_GONE, long_ago))
    hall.clock.advance(DAY_SECONDS + 1)

    async def purged() -> bool:
        return await store.read(lambda tx: tx.servers.gone(hall.clock.now())) == ()

    await eventually(purged)


async def a_backup_of_today_is_made(hall: Hall) -> None:
    hall.clock.advance(DAY_SECONDS)
    today = datetime.fromtimestamp(hall.clock.now(), UTC).date()
    backup = hall.folder / "backups" / f"bonfire-{today}.db"
    await eventually(lambda: asyncio.sleep(0, backup.exists()))


async def an_old_game_is_counted(hall: Hall) -> None:
    await nothing_left(hall, "SELECT 1 FROM results WHERE counted = 0")


async def an_emoji_is_uploaded(hall: Hall) -> None:
    there = hall.server.world.emojis
    await eventually(lambda: asyncio.sleep(0, EMOJI in {emoji.name for emoji in there.values()}))


async def commands_are_told(hall: Hall) -> None:
    def told() -> int:
        requests = hall.server.requests
        return sum(one.method == "PUT" and one.path.endswith("/commands") for one in requests)

    before = told()
    hall.client.commands.tell(Sync.ALWAYS)
    await eventually(lambda: asyncio.sleep(0, told() > before))


async def the_health_line_is_logged(hall: Hall, caplog: pytest.LogCaptureFixture) -> None:
    before = len(caplog.records)
    hall.client.health.ask()
    await eventually(
        lambda: asyncio.sleep(
            0, any("health: " in one.getMessage() for one in caplog.records[before:])
        )
    )


async def servers_are_compared(hall: Hall) -> None:
    store, guild = hall.client.services.store, hall.guild.id
    await store.write(lambda tx: tx.servers.leave(guild, hall.clock.now()))
    hall.client.dispatch("ready")

    async def compared() -> bool:
        return guild in await store.read(lambda tx: tx.servers.present())

    await eventually(compared)


async def something_is_thought_ahead(hall: Hall) -> None:
    thought = asyncio.Event()

    async def wish() -> None:
        thought.set()

    hall.client.services.games.forethought._wish(0, wish)
    await thought.wait()


WORK: dict[str, Callable[..., Awaitable[None]]] = {
    "posts": a_turn_is_posted_and_answered,
    "seats": a_turn_is_posted_and_answered,
    "tags": a_tag_follows_its_game,
    "reminders": a_reminder_comes,
    "retention": what_is_old_is_forgotten,
    "servers": a_server_that_is_gone_is_purged,
    "backups": a_backup_of_today_is_made,
    "results": an_old_game_is_counted,
    "emojis": an_emoji_is_uploaded,
    "commands": commands_are_told,
    "forethought": something_is_thought_ahead,
    "health": the_health_line_is_logged,
    "arrival": servers_are_compared,
    **brought_rows("WORK"),
}


async def test_every_job_does_its_work_after_it_has_failed(
    tmp_path: Path, faults: Faults, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot")
    clock = TurnedClock()
    async with StandIn(spec=OPENAPI, clock=clock) as server:
        async with hall_on(server, clock, tmp_path) as hall:
            await solo(hall)
            await end_alone(hall.ada, hall.table)
            await clock.still.come()
            await query(hall, "DELETE FROM results")
            await query(hall, UNCOUNTED)
        faults.at_start = True
        faults.names.clear()
        async with AsyncExitStack() as stack:
            starting = bot_on(server, tmp_path, clock, emojis=Switch.ON)
            client = await clock.turned(stack.enter_async_context(starting))
            client.services.games.thinker = Thinker(players=dict.fromkeys(Level, PLAYERS["random"]))
            hall.client = client
            assert set(WORK) == set(faults.names)
            for again in (False, True):
                for name in faults.names:
                    if again and name not in client.jobs.names:
                        continue  # it has ended
                    if again:
                        faults.coming.add(name)
                    more = (caplog,) if name == "health" else ()
                    await clock.turned(WORK[name](hall, *more), within=120.0)
                    assert faults.coming == set() or not again, name
            assert faults.coming == set()
            assert set(client.jobs.restarts) == set(WORK)
            assert client.jobs.failing == ()
        assert server.invalid_requests == []
    for name in WORK:
        assert f"job {name} failed" in caplog.text
