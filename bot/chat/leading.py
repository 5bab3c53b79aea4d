"""Several workers on one database: each answers presses, and one of them leads."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from bot.chat.client import BonfireClient, on_duty
from bot.runtime.settings import Settings
from bot.store.connection import Agreement
from bot.store.errors import LostLeadError

LOOKS_EVERY: Final = 5.0
"""Seconds after which the leader looks for work of which it was not told."""


async def attend(client: BonfireClient, settings: Settings) -> None:
    """Be connected to the gateway until the client closes; of several workers, when it leads."""
    sharing = client.services.store.sharing
    if sharing is None:
        await client.connect()
    else:
        await _lead(client, settings, sharing)


async def _lead(client: BonfireClient, settings: Settings, sharing: Agreement) -> None:
    """Wait for the turn to lead; then do all that one worker does alone, until the client closes.

    Meanwhile the leader is told of what there is to do. Raises LostLeadError when the turn is over.
    """
    outbox, bots, tags = client.services.outbox, client.services.bots, client.services.tags
    alone = outbox.elsewhere
    outbox.elsewhere = _telling(sharing)
    async with sharing.leading() as lost:
        outbox.elsewhere = alone

        def heard() -> None:
            outbox.kick()
            bots.kick()
            tags.kick()

        async with on_duty(client, settings), sharing.listening(heard), _looking(heard):
            await client.commands.tell(settings.sync)
            connected = asyncio.create_task(client.connect())
            losing = asyncio.create_task(lost.wait())
            try:
                await asyncio.wait({connected, losing}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                losing.cancel()
                connected.cancel()
            if lost.is_set():
                raise LostLeadError
            await connected


def _telling(sharing: Agreement) -> Callable[[], None]:
    """Tells the leader in the background: once, and once more for all calls meanwhile."""
    telling: set[asyncio.Task[None]] = set()
    wanted = False

    async def tell() -> None:
        nonlocal wanted
        while wanted:
            wanted = False
            await sharing.tell()

    def want() -> None:
        nonlocal wanted
        wanted = True
        if not telling:
            telling.add(task := asyncio.create_task(tell()))
            task.add_done_callback(telling.discard)

    return want


@asynccontextmanager
async def _looking(heard: Callable[[], None]) -> AsyncIterator[None]:
    """Look for work now and then."""

    async def look() -> None:
        while True:
            await asyncio.sleep(LOOKS_EVERY)
            heard()

    looking = asyncio.create_task(look())
    try:
        yield
    finally:
        looking.cancel()
