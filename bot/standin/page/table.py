"""The table: a world that is kept, the stand-in Discord over it, and the page beside it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from secrets import token_urlsafe
from typing import Final

from bot.standin.core import Limits
from bot.standin.model import Message
from bot.standin.page.archive import Archive
from bot.standin.page.holder import Holder
from bot.standin.page.site import Site, Words
from bot.standin.standin import StandIn
from bot.standin.world import World

SERVER: Final = "Bonfire table"
CHANNELS: Final = ("bonfire-nights", "second-table", "chatter")
PEOPLE: Final = ("Ada", "Bo", "Cleo", "Dan")
APP: Final = "Bonfire"


@dataclass(frozen=True, slots=True)
class LocalTable:
    """An open table."""

    server: StandIn
    site: Site

    @property
    def address(self) -> str:
        """What to open in a browser."""
        return self.site.address

    def environment(self) -> dict[str, str]:
        """Settings that lead a bot here."""
        return self.server.environment()


class _Keeper:
    """Writes every change down as it happens, and lets go what was deleted. A watcher."""

    def __init__(self, archive: Archive, world: World) -> None:
        self._archive = archive
        self._world = world

    def message_changed(self, message: Message) -> None:
        self._archive.keep_message(message)
        if message.deleted:
            self._world.messages[message.channel_id].pop(message.id, None)

    def world_changed(self) -> None:
        self._archive.keep_world(self._world)


@asynccontextmanager
async def open_table(
    directory: Path, words: Words, port: int | None = None, limits: Limits | None = None
) -> AsyncIterator[LocalTable]:
    """The table that is kept in `directory`, open until the context ends.

    `words` are what the page says itself; `port` is the page's, as in `Site.start`, and `limits`
    are the platform's. Raises TableHeldError when another process has the table, and OSError
    (ArchiveError among them) when the directory or the port cannot be used.
    """
    async with AsyncExitStack() as stack:
        holder = stack.enter_context(Holder(directory / "table.lock"))
        archive = Archive(directory / "table.db")
        stack.callback(archive.close)
        server = _server(archive, limits)
        server.core.watchers.append(_Keeper(archive, server.world))
        await stack.enter_async_context(server)
        site = Site(server, archive, words)
        server.core.watchers.append(site.feed)
        stack.push_async_callback(site.stop)
        await site.start(port)
        holder.announce(site.address)
        yield LocalTable(server, site)


def _server(archive: Archive, limits: Limits | None) -> StandIn:
    """A stand-in over the world of the archive, which is furnished when it is new."""
    past = StandIn(token=token_urlsafe(32), files=archive.file, limits=limits)
    world = archive.load(past.clock.now())
    if world is None:
        server = past
        _furnish(server)
        archive.keep_world(server.world)
    else:
        server = StandIn(token=past.token, files=archive.file, world=world, limits=limits)
        _remember_nonces(server)
    server.keep_little()
    return server


def _furnish(server: StandIn) -> None:
    """A server with channels and people, and a conversation of each with the app."""
    bot = server.world.users[server.world.application.id]
    bot.display_name = server.world.application.name = APP
    bot.username = APP.lower()
    people = [server.person(name) for name in PEOPLE]
    guild = server.guild(SERVER, *people)
    for name in CHANNELS:
        server.text_channel(guild, name)
    for person in people:
        person.dm()


def _remember_nonces(server: StandIn) -> None:
    """A post that the bot was sending when it was killed is not taken twice."""
    for room in server.world.messages.values():
        for message in room.values():
            if message.nonce is not None and not message.deleted:
                server.core.nonces[message.author_id, str(message.nonce)] = message
