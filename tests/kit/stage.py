"""The bot in this process, connected to the stand-in Discord."""

import asyncio
import itertools
import json
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import discord
import pytest
import yarl

from bot.chat.client import BonfireClient, running
from bot.chat.command_sync import CommandSync
from bot.chat.feature import Feature
from bot.chat.interaction.traffic import Lateness
from bot.chat.pictures.painting import Painter
from bot.features.listed import FEATURES
from bot.model.clock import SYSTEM_CLOCK, Clock
from bot.runtime.settings import Settings, Switch, Sync, load
from bot.standin import ManualClock, StandIn
from bot.store import channels, games, meta, posts
from tests.kit.blank import blank
from tests.kit.clock import TurnedClock, counting
from tests.kit.database import quick_database
from tests.kit.greeted import know_all

Translation = Callable[..., Awaitable[dict[str, Any]]]

DATING: Final = (channels, games, meta, posts)
"""The modules of the database that date rows, which a clock to turn does for them."""
TRANSLATED: Final[dict[str, dict[str, Any]]] = {}
"""Commands in all languages, by what they are in English."""


def settings_for(server: StandIn, folder: Path, **switches: Switch) -> Settings:
    """The settings that lead a bot to the stand-in, its database in `folder`.

    It draws and thinks in its own process, as a new process for each test would take longer than
    the test. Of the `switches`, `limits` and `emojis` are off unless a test wants them: tests press
    faster than people do, mostly while time stands still.
    """
    choices = {name: switches.get(name, Switch.OFF) for name in ("limits", "emojis")}
    return load(
        {
            **server.environment(),
            "BONFIRE_RENDER_WORKERS": "0",
            "BONFIRE_THINKERS": "0",
            "BONFIRE_DATA": str(folder),
            **{f"BONFIRE_{name.upper()}": choice for name, choice in choices.items()},
        }
    )


@asynccontextmanager
async def bot_on(  # noqa: PLR0913 - what a test can replace
    server: StandIn,
    folder: Path,
    clock: Clock = SYSTEM_CLOCK,
    paint: Painter = blank,
    seeds: Iterator[int] | None = None,
    *,
    features: Sequence[Feature] = FEATURES,
    **switches: Switch,
) -> AsyncIterator[BonfireClient]:
    """The bot, logged in, with a clock for its waits; on leaving it is stopped as by SIGTERM.

    Games are dealt from known `seeds` (default: from 1), so that a failure can be seen again.
    """
    settings = settings_for(server, folder, **switches)
    with (
        pytest.MonkeyPatch.context() as patch,
        quick_database(settings.database),
        counting(clock.still) if isinstance(clock, TurnedClock) else nullcontext(),
    ):
        # What discord.py waits for before it tries again.
        waiting = SimpleNamespace(**{**vars(asyncio), "sleep": clock.sleep})
        for module in (discord.http, discord.webhook.async_, discord.client, discord.shard):
            patch.setattr(module, "asyncio", waiting)
        patch.setattr(discord.backoff.ExponentialBackoff, "delay", lambda _: 0.01)
        patch.setattr(discord.http.Route, "BASE", server.api_base)
        patch.setattr(
            discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(server.gateway_url)
        )
        if isinstance(clock, TurnedClock):
            for module in DATING:
                patch.setattr(module, "time", SimpleNamespace(time=clock.now))
        if clock is SYSTEM_CLOCK and isinstance(server.clock, ManualClock):
            patch.setattr(Lateness, "of", lambda *_: 0.0)  # the two run apart
        know_all(patch)
        for kind in (discord.app_commands.Command, discord.app_commands.Group):
            patch.setattr(kind, "get_translated_payload", _once(kind.get_translated_payload))
        dealt = itertools.count(1) if seeds is None else seeds
        async with AsyncExitStack() as stack:
            client = await stack.enter_async_context(
                running(
                    settings,
                    features,
                    clock=clock,
                    seed=lambda: next(dealt),
                    paint=paint,
                )
            )
            told = _first_told(patch)
            serving = asyncio.create_task(client.start(settings.token.reveal()))
            connected = asyncio.create_task(server.connected())
            await asyncio.wait({connected, serving}, return_when=asyncio.FIRST_COMPLETED)
            if serving.done():
                connected.cancel()
                serving.result()  # raises what kept it from starting
            ready = asyncio.create_task(client.wait_until_ready())
            await asyncio.wait({ready, serving}, return_when=asyncio.FIRST_COMPLETED)
            await told.wait()
            yield client
            leaving = _leave(client, serving, stack)
            # What is under way may wait for a limit of Discord.
            await (clock.turned(leaving) if isinstance(clock, TurnedClock) else leaving)


def _first_told(patch: pytest.MonkeyPatch) -> asyncio.Event:
    """An event for when a bot has told Discord about its commands, or has failed to."""
    told, tell = asyncio.Event(), CommandSync._tell

    async def telling(sync: CommandSync, when: Sync) -> bool:
        try:
            return await tell(sync, when)
        finally:
            told.set()

    patch.setattr(CommandSync, "_tell", telling)
    return told


def _once(translate: Translation) -> Translation:
    """Translate each command once a run: every bot that starts has the same ones."""

    async def translated(command: Any, tree: Any, translator: Any) -> dict[str, Any]:
        english = json.dumps(command.to_dict(tree))
        if english not in TRANSLATED:
            TRANSLATED[english] = await translate(command, tree, translator)
        return TRANSLATED[english]

    return translated


async def _leave(client: BonfireClient, serving: asyncio.Task[None], stack: AsyncExitStack) -> None:
    """Stop the bot as SIGTERM does."""
    await client.services.traffic.stop(5)
    await client.close()
    await asyncio.wait({serving})
    if not serving.cancelled():
        serving.result()
    await stack.aclose()
    for thread in threading.enumerate():
        if isinstance(thread, discord.gateway.KeepAliveHandler) and thread._stop_ev.is_set():
            # One in the middle of a beat would find the loop of the test closed.
            await asyncio.to_thread(thread.join, 10)
