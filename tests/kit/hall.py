"""A stand-in Discord with four people at a table, and the bot logged in, in this process."""

import random
from asyncio import sleep
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from bot.chat.client import BonfireClient
from bot.chat.feature import Feature
from bot.chat.pictures.painting import Painter
from bot.features.listed import FEATURES
from bot.runtime.settings import Switch
from bot.standin import Channel, Guild, Interaction, Message, StandIn, UserClient
from bot.standin.layout import text
from tests.kit.blank import blank
from tests.kit.clock import TurnedClock
from tests.kit.sources import OPENAPI
from tests.kit.stage import bot_on
from tests.kit.whole import Player, called, controls, eventually, has_turn_button, start_game

NAMES = ("Ada", "Bo", "Cy_d", "Di")
PATIENCE = 40.0
"""Seconds for posts with pictures on a busy machine."""


@dataclass(slots=True)
class Hall:
    """The whole bot with its people on a Discord; a `Stack` has the services alone."""

    server: StandIn
    clock: TurnedClock
    client: BonfireClient
    people: tuple[UserClient, ...]
    guild: Guild
    table: Channel
    folder: Path

    @property
    def ada(self) -> UserClient:
        """The first of the people."""
        return self.people[0]

    @property
    def bo(self) -> UserClient:
        """The second of the people."""
        return self.people[1]

    def posts(self) -> tuple[Message, ...]:
        """The public messages of the bot at the table."""
        return self.server.app_messages(self.table)

    async def calm(self) -> None:
        """Wait until every press has its whole answer, with the pictures."""
        await self.client.services.traffic.calm()

    def player(self, person: UserClient) -> Player:
        return Player(person, self.table, random.Random(7))

    async def start(self, count: int = 2) -> Message:
        """Start a game of the first people; returns the post that calls the first of them."""
        host, *others = self.people[:count]
        return await start_game(self.table, host, *others)

    def mover(self, post: Message) -> UserClient:
        return next(one for one in self.people if one.id == called(post))

    async def turn(self, post: Message) -> Message:
        """Let the person whom a post calls take the turn; returns the next post that calls one."""
        mover = self.mover(post)
        await self.player(mover).take_turn(post)

        def wanted(message: Message) -> bool:
            return message.id > post.id and has_turn_button(message) and not message.is_ephemeral

        return await mover.waits_for(self.table, wanted, PATIENCE)

    async def asked(
        self, person: UserClient, *path: str, room: Channel | None = None, **options: str
    ) -> str:
        """The text of the private answer to a command, at the table or in another `room`."""
        return text(await self.answer(person, *path, room=room, **options))

    async def answer(
        self, person: UserClient, *path: str, room: Channel | None = None, **options: str
    ) -> Message:
        """The private answer to a command."""
        asked = await person.slash(room or self.table, "bonfire", *path, options=options)
        answer = await asked.response()
        assert answer.ephemeral_for == person.id
        return answer

    async def wait(self, seconds: float) -> None:
        """Put the clock forward."""
        self.clock.advance(seconds)
        self.client.services.reminders.kick()

    async def reminded(self, person: UserClient, post: Message, seconds: float) -> Message:
        """Put the clock forward until a person is reminded; returns that message."""
        await self.wait(seconds + 1)
        return await person.waits_for(
            self.table, lambda m: m.id > post.id and m.pings == [person.id], PATIENCE
        )

    async def settled(self) -> None:
        """Wait until nothing is left to post."""
        store = self.client.services.store

        async def nothing() -> bool:
            return not await store.read(lambda tx: tx.posts.count_waiting())

        await eventually(nothing)


@pytest.fixture
def paint() -> Painter:
    """Return the maker of pictures; a test that looks at them is marked `DRAWN`."""
    return blank


@asynccontextmanager
async def hall_on(  # noqa: PLR0913 - what a test can replace
    server: StandIn,
    clock: TurnedClock,
    folder: Path,
    paint: Painter = blank,
    seeds: Iterator[int] | None = None,
    *,
    features: Sequence[Feature] = FEATURES,
    **switches: Switch,
) -> AsyncIterator[Hall]:
    """A table on a Discord that goes on after the bot, with the seeds of its games in turn."""
    people = tuple(server.person(name) for name in NAMES)
    guild = server.guild("Club", *people)
    table = server.text_channel(guild, "table")
    bot = bot_on(server, folder, clock, paint, seeds, features=features, **switches)
    async with bot as client:
        yield Hall(server, clock, client, people, guild, table, folder)


@asynccontextmanager
async def opened_hall(
    folder: Path,
    paint: Painter = blank,
    start: float | None = None,
    seeds: Iterator[int] | None = None,
    *,
    features: Sequence[Feature] = FEATURES,
) -> AsyncIterator[Hall]:
    """A table at a Unix time, whose bot sends nothing that Discord refuses as invalid."""
    clock = TurnedClock(start)
    async with StandIn(spec=OPENAPI, clock=clock) as server:
        async with hall_on(server, clock, folder, paint, seeds, features=features) as opened:
            yield opened
        assert server.invalid_requests == []


@pytest_asyncio.fixture
async def hall(tmp_path: Path, paint: Painter) -> AsyncIterator[Hall]:
    async with opened_hall(tmp_path, paint) as opened:
        yield opened


async def group_game(hall: Hall, *people: UserClient) -> tuple[Channel, Message]:
    """A game in a group of friends that knows only the user app; and the post that opens it."""
    host, *others = people
    for one in people:
        one.user.has_installed_app = True
    room = hall.server.conversation(*people)
    asked = await host.slash(room, "bonfire", "new")
    lobby = await asked.response()
    assert "reply to button presses" in text(await asked.followup())
    for one in others:
        await (await one.press(lobby, "Join")).response()
    start = await host.press(lobby, "Start")
    post = await host.waits_for(room, has_turn_button, PATIENCE)
    await answered(hall, room, start)
    return room, post


async def answered(hall: Hall, room: Channel, press: Interaction) -> None:
    """Wait until a press has been dealt with."""
    await press.response()
    doors = hall.client.services.outbox._doors

    async def is_last() -> bool:
        door = doors.into(room.id)
        return door is not None and door.token == press.token

    await eventually(is_last)


def threads(hall: Hall) -> list[Channel]:
    return [one for one in hall.server.world.channels.values() if one.is_thread]


async def solo(hall: Hall) -> tuple[Player, Message]:
    """A game against Tom: its player, and the post that calls for the first turn."""
    ada = hall.people[0]
    await (await ada.slash(hall.table, "bonfire", "solo")).response()
    post = await ada.waits_for(hall.table, has_turn_button)
    return Player(ada, hall.table, random.Random(3)), post


async def ready_to_end(player: Player, post: Message) -> Message:
    """The preview of a turn that ends with its confirmation."""
    prompt = await player.open_turn(post)
    for wanted in ("@fate:top", "=fate"):
        step = next(one for one in controls(prompt) if one.answer.startswith(wanted))
        prompt = await (await player.press(prompt, step)).response()
    return prompt


async def lost(hall: Hall, channel: Channel) -> None:
    """Wait until the bot knows that a place is lost."""
    store = hall.client.services.store
    await eventually(lambda: store.read(lambda tx: tx.channels.is_dead(channel.id)))


async def regained(hall: Hall, channel: Channel) -> None:
    """Wait until the bot knows that a place takes posts."""
    store = hall.client.services.store

    async def is_open() -> bool:
        return not await store.read(lambda tx: tx.channels.is_dead(channel.id))

    await eventually(is_open)


async def solo_in(person: UserClient, channel: Channel, *, thread: bool = False) -> Message:
    """Start a solo game in a channel; returns its first post."""
    await (await person.slash(channel, "bonfire", "solo", thread=thread)).response()
    return await person.waits_for(channel, has_turn_button)


async def posted(hall: Hall, channel: Channel, part: str) -> None:
    """Wait until the bot has posted something with this in it."""
    app_messages = hall.server.app_messages
    await eventually(lambda: sleep(0, any(part in text(one) for one in app_messages(channel))))
