"""`bonfire serve`: the bot with interactions over HTTP, the gateway beside it for the places."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from bot.chat.client import BonfireClient, serve
from bot.chat.feature import Feature
from bot.chat.ingress.server import listening
from bot.chat.leading import attend
from bot.chat.logs import start_logging
from bot.runtime.settings import Settings


def run(settings: Settings, features: Sequence[Feature]) -> None:
    """Be the bot with these features until SIGTERM or SIGINT.

    Raises what `bot.chat.client.run` does.

    The connection to the gateway tells of channels and servers that come and go. Discord sends
    interactions there no more, once their address is entered in its portal. Of several workers the
    one that leads is connected, and the others take interactions alone.
    """
    start_logging(settings.log_level)

    @asynccontextmanager
    async def entrance(client: BonfireClient) -> AsyncIterator[None]:
        async with listening(client, settings) as ingress:
            yield
            await ingress.drain(client.services.games.clock)

    asyncio.run(serve(settings, features, entrance, attend))
