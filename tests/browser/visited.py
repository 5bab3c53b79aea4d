"""A table on a page that tests visit without a browser."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp

from bot.standin import Channel, Limits, Message, UserClient
from bot.standin.page import LocalTable, open_table
from bot.standin.posting import Posting, Sender
from bot.standin.request_body import RequestBody, Upload
from tests.kit.toy import png

WORDS = {
    "en": {"send": "Send", "locked": "It's private."},
    "de": {"send": "Senden", "locked": "Er ist privat."},
}


@asynccontextmanager
async def visited(
    folder: Path, limits: Limits | None = None
) -> AsyncIterator[tuple[LocalTable, aiohttp.ClientSession]]:
    async with (
        open_table(folder, lambda: WORDS, 0, limits=limits) as table,
        aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session,
    ):
        async with session.get(table.address) as page:
            assert page.status == 200
        yield table, session


def first_room(table: LocalTable) -> Channel:
    return next(iter(table.server.world.channels.values()))


def ada(table: LocalTable) -> UserClient:
    users = table.server.world.users.values()
    return table.server.person_of(next(user for user in users if user.username == "ada"))


def post(table: LocalTable, *, private: bool = False) -> Message:
    """A message of the app with a picture, public or for Ada alone."""
    body = RequestBody({"content": "a board"}, (Upload(0, "board.png", "image/png", png()),))
    world = table.server.world
    mine = ada(table).id if private else None
    sender = Sender(world.application.id, ephemeral_for=mine)
    return Posting(table.server.core).create(first_room(table), body, sender)


def own(table: LocalTable) -> dict[str, str]:
    return {"Origin": table.page.address.rstrip("/")}


def port(table: LocalTable) -> int:
    return int(table.page.address.rstrip("/").rpartition(":")[2])
