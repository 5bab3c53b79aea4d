"""Three people, a bot, and a clock that is put forward."""

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest_asyncio

from bot.chat.client import BonfireClient
from bot.chat.pictures.painting import Painter
from bot.standin import Channel, Guild, Message, StandIn, UserClient
from bot.standin.layout import text
from tests.kit.blank import blank
from tests.kit.clock import TurnedClock
from tests.kit.sources import OPENAPI
from tests.kit.stage import bot_on
from tests.kit.whole import (
    Player,
    called,
    controls,
    eventually,
    has_turn_button,
    start_game,
)

PATIENCE = 30.0
"""Seconds for posts with pictures on a busy machine."""


@dataclass(slots=True)
class Club:
    """Three people in a server, a bot, and a clock that is put forward."""

    server: StandIn
    clock: TurnedClock
    people: tuple[UserClient, ...]
    guild: Guild
    table: Channel
    folder: Path
    client: BonfireClient

    def player(self, person: UserClient) -> Player:
        return Player(person, self.table, random.Random(7))

    def posts(self) -> tuple[Message, ...]:
        return self.server.app_messages(self.table)

    async def start(self, count: int = 2) -> Message:
        """Start a game of the first people; returns the post that calls the first of them."""
        host, *others = self.people[:count]
        return await start_game(self.table, host, *others)

    def mover(self, post: Message) -> UserClient:
        return next(one for one in self.people if one.id == called(post))

    async def turn(self, post: Message) -> Message:
        """Let whoever a post calls take the turn; returns the next post that calls somebody."""
        mover = self.mover(post)
        await self.player(mover).take_turn(post)

        def wanted(message: Message) -> bool:
            return message.id > post.id and has_turn_button(message) and not message.is_ephemeral

        return await mover.waits_for(self.table, wanted, PATIENCE)

    async def asked(self, person: UserClient, *path: str, **options: str) -> str:
        """What a command answers privately."""
        answer = await (
            await person.slash(self.table, "bonfire", *path, options=options)
        ).response()
        assert answer.ephemeral_for == person.id
        return text(answer)

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


@asynccontextmanager
async def club_with_bot(
    server: StandIn, clock: TurnedClock, folder: Path, paint: Painter = blank
) -> AsyncIterator[Club]:
    people = tuple(server.person(name) for name in ("Ada", "Bo", "Cy"))
    guild = server.guild("Club", *people)
    table = server.text_channel(guild, "table")
    async with bot_on(server, folder, clock, paint) as client:
        yield Club(server, clock, people, guild, table, folder, client)


@pytest_asyncio.fixture
async def club(tmp_path: Path, paint: Painter) -> AsyncIterator[Club]:
    clock = TurnedClock()
    async with StandIn(spec=OPENAPI, clock=clock) as server:
        async with club_with_bot(server, clock, tmp_path, paint) as made:
            yield made
        assert server.invalid_requests == []


def pressed(message: Message, button: str) -> str:
    """The custom id of the button whose token begins so."""
    return next(step.custom_id for step in controls(message) if step.answer.startswith(button))
