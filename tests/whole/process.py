"""The bot as the operator starts it: a process of its own, led to the stand-in by its settings."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.standin import StandIn
from tests.standin.reference import ROOT


@asynccontextmanager
async def bot_program(
    server: StandIn, folder: Path, **settings: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    """`bonfire run`; whatever is left of it at the end is killed.

    Its log goes to `bot.log` in `folder`, which is also where it runs.
    """
    environment = {
        **os.environ,
        **server.environment(),
        "PYTHONPATH": str(ROOT),
        "BONFIRE_DATA": str(folder / "data"),
        **settings,
    }
    with (folder / "bot.log").open("ab") as log:
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", "run", cwd=folder, env=environment, stderr=log
        )
        try:
            yield child
        finally:
            if child.returncode is None:
                child.kill()
            await child.wait()


@asynccontextmanager
async def bot_process(
    server: StandIn, folder: Path, **settings: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    """`bonfire run`, connected to the stand-in."""
    async with bot_program(server, folder, **settings) as child:
        await server.connected(30)
        yield child
    await server.disconnected()
