"""Opens a LocalTable: an archived World, the StandIn that serves it, and the page beside it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from secrets import token_urlsafe
from typing import Final

from bot.standin import model
from bot.standin.core import Core, Limits
from bot.standin.page.archive import Archive
from bot.standin.page.key import TableKey
from bot.standin.page.server import PageServer, PageWords
from bot.standin.page.table_lock import TableLock
from bot.standin.standin import StandIn

_SERVER: Final = "Bonfire table"
_CHANNELS: Final = ("bonfire-nights", "second-table", "chatter")
_PEOPLE: Final = ("Ada", "Bo", "Cleo", "Dan")
_APP: Final = "Bonfire"
MESSAGES_KEPT: Final = 500
"""Public messages that a channel keeps, the newest: some ten solo games."""
PRIVATE_KEPT: Final = 20
"""Private messages that each person keeps in a channel, the newest."""


@dataclass(frozen=True, slots=True)
class LocalTable:
    """A running stand-in Discord and the page on which people play there."""

    server: StandIn
    page: PageServer
    key: TableKey

    @property
    def address(self) -> str:
        """The whole address to open in a browser, which lets in."""
        return self.key.address(self.page.address)

    def environment(self) -> dict[str, str]:
        """Settings that lead a bot here."""
        return self.server.environment()


class _Archivist:
    """A watcher that archives every change of the World, and forgets what is deleted or old."""

    def __init__(self, archive: Archive, core: Core) -> None:
        self._archive = archive
        self._core = core
        for room in core.world.messages.values():
            for person in {message.ephemeral_for for message in room.values()}:
                self._forget_old(room, person)

    def message_changed(self, message: model.Message) -> None:
        self._archive.keep_message(message)
        room = self._core.world.messages[message.channel_id]
        if message.deleted:
            room.pop(message.id, None)
        else:
            self._forget_old(room, message.ephemeral_for)

    def world_changed(self) -> None:
        self._archive.keep_world(self._core.world)

    def _forget_old(self, room: dict[int, model.Message], person: int | None) -> None:
        """Forget the oldest messages of a room: public ones, or those that one person sees."""
        alike = [message for message in room.values() if message.ephemeral_for == person]
        for old in alike[: -(MESSAGES_KEPT if person is None else PRIVATE_KEPT)]:
            self._archive.forget_message(old)
            self._core.nonces.pop((old.author_id, str(old.nonce)), None)
            del room[old.id]


@asynccontextmanager
async def open_table(
    directory: Path, words: PageWords, port: int | None = None, limits: Limits | None = None
) -> AsyncIterator[LocalTable]:
    """The table that is kept in `directory`, open until the context ends.

    `words` gives the page's own texts; `port` is the page's, as in `PageServer.start`, and
    `limits` are the platform's. Raises TableLockedError when another process has the table, and
    OSError (ArchiveError among them) when the directory or the port cannot be used.
    """
    async with AsyncExitStack() as stack:
        lock = stack.enter_context(TableLock(directory / "table.lock"))
        archive = Archive(directory / "table.db")
        stack.callback(archive.close)
        server = _server(archive, limits)
        server.core.watchers.append(_Archivist(archive, server.core))
        await stack.enter_async_context(server)
        key = TableKey(directory / "table.key")
        page = PageServer(server, archive, words, key)
        server.core.watchers.append(page.feed)
        stack.push_async_callback(page.stop)
        await page.start(port)
        table = LocalTable(server, page, key)
        lock.announce(table.address)
        yield table


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
    bot.display_name = server.world.application.name = _APP
    bot.username = _APP.lower()
    people = [server.person(name) for name in _PEOPLE]
    guild = server.guild(_SERVER, *people)
    for name in _CHANNELS:
        server.text_channel(guild, name)
    for person in people:
        person.dm()


def _remember_nonces(server: StandIn) -> None:
    """Refuse a second copy of a post that a killed bot was sending."""
    for room in server.world.messages.values():
        for message in room.values():
            if message.nonce is not None and not message.deleted:
                server.core.nonces[message.author_id, str(message.nonce)] = message
