"""The bot as the operator starts it: a process of its own, led to the stand-in by its settings."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from bot.standin import Channel, Message, StandIn, UserClient
from bot.standin.layout import pictures
from tests.kit import forks
from tests.kit.sources import ROOT
from tests.kit.whole import Player

CONNECTS_WITHIN: Final = 60.0
LONGEST: Final = 240.0
"""Seconds for what other processes make: a film, a turn of a bot on a busy machine."""


def _environment(server: StandIn, folder: Path, **settings: str) -> dict[str, str]:
    """Return the environment that leads a bot to the stand-in, with its data in `folder`."""
    return {
        **os.environ,
        **server.environment(),
        "PYTHONPATH": str(ROOT),
        "BONFIRE_DATA": str(folder / "data"),
        "BONFIRE_LIMITS": "off",
        "BONFIRE_EMOJIS": "off",
        **settings,
    }


@asynccontextmanager
async def bot_program(
    server: StandIn,
    folder: Path,
    command: str = "run",
    program: Sequence[str] = ("-m", "bot"),
    **settings: str,
) -> AsyncIterator[asyncio.subprocess.Process]:
    """`bonfire run`, or another `command`; whatever is left of it at the end is killed.

    Its log goes to `bot.log` in `folder`, which is also where it runs. Python is given another
    `program` where the bot is to begin otherwise.
    """
    environment = _environment(server, folder, **settings)
    with (folder / forks.LOG).open("ab") as log:
        child = await asyncio.create_subprocess_exec(
            sys.executable, *program, command, cwd=folder, env=environment, stderr=log
        )
        try:
            yield child
        finally:
            if child.returncode is None:
                child.kill()
            await child.wait()


class Forked:
    """A bot of the process that forks them, used as a subprocess is."""

    def __init__(self, process: int, lines: asyncio.StreamReader) -> None:
        self.pid = process
        self._lines = lines
        self._status: int | None = None

    def send_signal(self, number: int) -> None:
        """Send a signal."""
        os.kill(self.pid, number)

    async def wait(self) -> int:
        """Its exit status, once it has ended."""
        if self._status is None:
            self._status = int(await self._lines.readline())
        return self._status

    async def end(self) -> None:
        """Kill it if it still runs."""
        if self._status is None:
            with contextlib.suppress(ProcessLookupError):
                self.send_signal(signal.SIGKILL)
            await self.wait()


async def at_work(server: StandIn) -> None:
    """Wait until the bot is connected, and offers its commands."""
    await server.connected(CONNECTS_WITHIN)
    await server.core.changes.wait_for(lambda: server.world.commands or None, CONNECTS_WITHIN)


@asynccontextmanager
async def bot_process(
    server: StandIn, folder: Path, command: str = "run", **settings: str
) -> AsyncIterator[Forked]:
    """`bonfire run`, or another `command`, without drawing, connected to the stand-in."""
    async with forked(server, folder, command, **settings) as child:
        await at_work(server)
        yield child
    await server.disconnected()


@asynccontextmanager
async def forked(
    server: StandIn, folder: Path, command: str, **settings: str
) -> AsyncIterator[Forked]:
    """Run a bot in a fork, whether it is connected or not."""
    alone = {"BONFIRE_RENDER_WORKERS": "0", "BONFIRE_THINKERS": "0"}
    environment = _environment(server, folder, **(alone | settings))
    lines, asking = await asyncio.open_unix_connection(forks.address())
    asking.write(forks.order([command], folder, environment))
    child = Forked(int(await lines.readline()), lines)
    try:
        yield child
    finally:
        await child.end()
        asking.close()


def drawn(message: Message) -> bool:
    return any(picture.data.startswith(b"\x89PNG") for picture in pictures(message))


async def first_turn(player: Player, options: Mapping[str, str]) -> Message:
    """Begin a game alone or with a bot; returns the post that calls the person first."""
    asked = await player.person.slash(player.table, "bonfire", "solo", options=options)
    await asked.response(LONGEST)
    return await player.my_post(0)


def seated(server: StandIn) -> tuple[UserClient, Channel, Channel]:
    ada = server.person("Ada")
    guild = server.guild("Club", ada)
    return ada, server.text_channel(guild, "table"), server.text_channel(guild, "other")
