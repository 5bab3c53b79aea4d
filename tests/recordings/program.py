"""All that the recordings know of the program: its stand-in Discord, and how the bot is started.

When something here moves, this file alone follows it.
"""

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import discord
import pytest
import yarl

from bot.chat.client import running
from bot.features.listed import FEATURES
from bot.runtime.settings import load
from bot.standin import (
    Channel,
    Guild,
    Interaction,
    ManualClock,
    Message,
    Modal,
    Permission,
    ServerError,
    StandIn,
    UserClient,
)

__all__ = [
    "Channel",
    "Guild",
    "Interaction",
    "ManualClock",
    "Message",
    "Modal",
    "Permission",
    "ServerError",
    "StandIn",
    "UserClient",
    "bot_at",
]

GUILDS_KNOWN_AFTER = 0.05
"""Seconds that discord.py waits for further servers."""


@asynccontextmanager
async def bot_at(server: StandIn, folder: Path, first_seed: int) -> AsyncIterator[discord.Client]:
    """The bot on its way to the stand-in; its games are dealt from `first_seed` on.

    It draws and thinks in its own process, as what comes of it is the same everywhere.
    """
    alone = {"BONFIRE_RENDER_WORKERS": "0", "BONFIRE_THINKERS": "0"}
    quiet = {"BONFIRE_BACKUPS": "0", "BONFIRE_EMOJIS": "off"}
    settings = load(
        {
            **server.environment(),
            **alone,
            **quiet,
            "BONFIRE_DATA": str(folder),
            "BONFIRE_LIMITS": "off",
        }
    )
    seeds = itertools.count(first_seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discord.http.Route, "BASE", server.api_base)
        patch.setattr(
            discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(server.gateway_url)
        )
        async with running(
            settings,
            FEATURES,
            guild_ready_timeout=GUILDS_KNOWN_AFTER,
            seed=lambda: next(seeds),
        ) as client:
            # Time is turned by days here, and no heartbeat could keep up with it.
            client._connection.heartbeat_timeout = float("inf")
            serving = asyncio.create_task(client.start(settings.token.reveal()))
            try:
                yield client
            finally:
                await client.close()
                await asyncio.gather(serving, return_exceptions=True)
