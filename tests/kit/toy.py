"""A small bot that knows nothing of Bonfire, on the real discord.py client."""

from __future__ import annotations

import asyncio
import contextlib
import io
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any, TypeAlias

import discord
import yarl
from discord import app_commands, ui
from discord.gateway import DiscordWebSocket
from discord.http import Route
from PIL import Image

from bot.standin import StandIn

Inter: TypeAlias = discord.Interaction[Any]
Handler = Callable[[Inter], Awaitable[None]]


def data_of(interaction: Inter) -> Any:
    """The interaction's data as it came, whatever its kind."""
    return interaction.data


def png(width: int = 8, height: int = 6) -> bytes:
    """A small picture."""
    buffer = io.BytesIO()
    Image.new("RGB", (width, height), "teal").save(buffer, "PNG")
    return buffer.getvalue()


def file(name: str = "board.png", alt: str | None = "a board") -> discord.File:
    """A fresh upload."""
    return discord.File(io.BytesIO(png()), name, description=alt)


def row(*labels: str) -> ui.View:
    """A classic row of buttons that is stored nowhere; the custom_id is the small label."""
    view = ui.View(timeout=None)
    for label in labels:
        view.add_item(ui.Button(label=label, custom_id=label.lower()))
    view.stop()
    return view


class Toy(discord.AutoShardedClient):
    """Answers commands and presses with whatever the test hangs in `on`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            guild_ready_timeout=0.01,
            max_messages=None,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            **options,
        )
        self.on: dict[str, Handler] = {}
        self.seen: list[Inter] = []
        self.events: list[str] = []
        self.failures: list[BaseException] = []
        self.tree = app_commands.CommandTree(
            self,
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
        )
        self.tree.add_command(self._group())

    def _group(self) -> app_commands.Group:
        group = app_commands.Group(name="toy", description="a toy")

        @group.command(name="do", description="do something")
        @app_commands.describe(what="what to do", times="how often", who="somebody")
        @app_commands.choices(mood=[app_commands.Choice(name="Glad", value="glad")])
        async def do(
            interaction: Inter,
            what: str,
            times: app_commands.Range[int, 1, 5] = 1,
            who: discord.User | None = None,
            mood: str | None = None,
        ) -> None:
            await self._handle(what, interaction)

        @do.autocomplete("what")
        async def complete(interaction: Inter, current: str) -> list[app_commands.Choice[str]]:
            await asyncio.sleep(0)
            return [app_commands.Choice(name=f"{current}{n}", value=str(n)) for n in range(3)]

        return group

    def answers(self, name: str) -> Callable[[Handler], Handler]:
        """Let the decorated coroutine answer what is called `name`."""

        def hang(handler: Handler) -> Handler:
            self.on[name] = handler
            return handler

        return hang

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify at once; the stand-in asks for no pause between two sessions."""

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_interaction(self, interaction: Inter) -> None:
        self.seen.append(interaction)
        if interaction.type in (
            discord.InteractionType.component,
            discord.InteractionType.modal_submit,
        ):
            await self._handle(data_of(interaction)["custom_id"], interaction)

    async def on_resumed(self) -> None:
        self.events.append("resumed")

    async def on_shard_resumed(self, shard_id: int) -> None:
        self.events.append("shard resumed")

    async def _handle(self, name: str, interaction: Inter) -> None:
        handler = self.on.get(name)
        if handler is None:
            return
        try:
            await handler(interaction)
        except Exception as error:  # noqa: BLE001 - the stage fails the test with it
            self.failures.append(error)


@contextlib.contextmanager
def addressed(server: StandIn) -> Iterator[None]:
    """Clients made inside reach the stand-in instead of Discord."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE = server.api_base
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(server.gateway_url)
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


@contextlib.asynccontextmanager
async def running(server: StandIn, **options: Any) -> AsyncIterator[Toy]:
    """A logged-in toy on the stand-in."""
    with addressed(server):
        async with Toy(**options) as toy:
            task = asyncio.create_task(toy.start(server.token))
            await server.connected()
            await asyncio.wait_for(toy.wait_until_ready(), 5)
            yield toy
            await toy.close()
            await task
