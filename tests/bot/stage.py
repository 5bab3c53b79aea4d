"""The bot in this process, connected to the stand-in Discord."""

import asyncio
import itertools
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import discord
import pytest
import yarl

from bot.chat.client import BonfireClient, running
from bot.runtime.settings import Settings, load
from bot.standin import StandIn


def settings_for(server: StandIn, folder: Path) -> Settings:
    """The settings that lead a bot to the stand-in, its database in `folder`.

    It draws in its own process, as a new process for each test would take longer than the test.
    """
    drawing = {"BONFIRE_RENDER_WORKERS": "0"}
    return load({**server.environment(), **drawing, "BONFIRE_DATA": str(folder)})


@asynccontextmanager
async def bot_on(
    server: StandIn, folder: Path, now: Callable[[], float] = time.time
) -> AsyncIterator[BonfireClient]:
    """The bot, logged in, with a clock for its turns; on leaving it is stopped as by SIGTERM."""
    settings = settings_for(server, folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discord.http.Route, "BASE", server.api_base)
        patch.setattr(
            discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(server.gateway_url)
        )
        # Games are dealt from known seeds, so that a failure can be seen again.
        seeds = itertools.count(1)
        async with running(
            settings, guild_ready_timeout=0.05, now=now, seed=lambda: next(seeds)
        ) as client:
            serving = asyncio.create_task(client.start(settings.token.reveal()))
            await server.connected()
            ready = asyncio.create_task(client.wait_until_ready())
            await asyncio.wait({ready, serving}, return_when=asyncio.FIRST_COMPLETED)
            yield client
            await client.services.traffic.stop(5)
            await client.close()
            await serving
