"""The toy bot at a table in this process, and a browser that waits in threads of its own."""

import asyncio
import io
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import discord

from bot.standin import Channel, UserClient
from bot.standin.page import LocalTable
from tests.browser.window import Shown, Window
from tests.kit.toy import Handler, Toy, png

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class ToyStage:
    """A table where a toy bot answers `/toy do what:NAME` with what a test hangs in it."""

    table: LocalTable
    toy: Toy
    window: Window

    def answers(self, name: str) -> Callable[[Handler], Handler]:
        """Let the decorated coroutine answer what is called `name`."""
        return self.toy.answers(name)

    def person(self, name: str) -> UserClient:
        """Somebody of the table, by user name."""
        users = self.table.server.world.users.values()
        return self.table.server.person_of(next(u for u in users if u.username == name))

    @property
    def room(self) -> Channel:
        """The channel that the window shows."""
        return next(iter(self.table.server.world.channels.values()))

    async def ask(self, name: str) -> None:
        """Ada sends the toy's command."""
        await self.person("ada").slash(self.room, "toy", "do", what=name)

    async def sees(self, wanted: Callable[[Shown], bool]) -> Shown:
        """The newest message on the page that is wanted."""
        return await self.away(lambda: self.window.newest(wanted))

    async def away(self, work: Callable[[], Result]) -> Result:
        """Let the browser work while the table goes on."""
        return await asyncio.to_thread(work)


def picture(name: str, width: int = 1600, height: int = 1000, alt: str = "a board") -> discord.File:
    return discord.File(io.BytesIO(png(width, height)), name, description=alt)


async def send(stage: ToyStage, **what: Any) -> Shown:
    """The toy posts in the channel; the message as the page shows it."""
    channel = stage.toy.get_partial_messageable(stage.room.id)
    sent = await channel.send(**what)
    return await stage.sees(lambda one: one.id == f"m-{sent.id}")
