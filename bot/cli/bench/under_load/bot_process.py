"""The bot under load: `bonfire run` in a process of its own, led to the stand-in Discord."""

import asyncio
import re
import signal
import sys
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from bot.cli.support.errors import UsageError
from bot.runtime import health, settings
from bot.standin import StandIn

START_WITHIN: Final = 60.0
STOP_WITHIN: Final = 30.0
REPORT_WITHIN: Final = 10.0
LINES_KEPT: Final = 20
LATE: Final = re.compile(r"loop late by ([\d.]+) ms")


class BotProcess:
    """A running process of the bot: its memory, and how late its event loop was by its log."""

    def __init__(self, child: asyncio.subprocess.Process) -> None:
        """Read the log of a process that was just started."""
        self._child = child
        self._delays: list[float] = []
        self._reported = asyncio.Event()
        self._last_lines: deque[str] = deque(maxlen=LINES_KEPT)
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        assert self._child.stderr is not None
        async for text in self._child.stderr:
            line = text.decode()
            self._last_lines.append(line)
            if match := LATE.search(line):
                self._delays.append(float(match[1]))
                self._reported.set()

    def memory(self) -> health.MemoryUse:
        """The megabytes that it takes, now and at most."""
        return health.memory(self._child.pid)

    async def late(self) -> float:
        """How late its event loop was at worst since this was asked last, in milliseconds.

        Raises TimeoutError when it does not tell.
        """
        self._reported.clear()
        self._child.send_signal(signal.SIGUSR1)
        async with asyncio.timeout(REPORT_WITHIN):
            await self._reported.wait()
        worst = max(self._delays)
        self._delays.clear()
        return worst

    async def connected(self, server: StandIn) -> None:
        """Wait until it is on the gateway; raises UsageError with the end of its log."""
        try:
            await server.connected(START_WITHIN)
        except TimeoutError:
            raise UsageError(f"the bot did not start:\n{''.join(self._last_lines)}") from None

    async def stop(self) -> None:
        """Stop it as its operator does."""
        if self._child.returncode is None:
            self._child.terminate()
        await asyncio.wait_for(self._child.wait(), STOP_WITHIN)
        await self._listening


@asynccontextmanager
async def bot_under_load(
    server: StandIn, folder: Path, database: Path
) -> AsyncIterator[BotProcess]:
    """The bot with a database, connected. Raises UsageError when it does not start."""
    environment = {
        **settings.environment(),
        **server.environment(),
        settings.DATA: str(folder),
        settings.DATABASE: str(database),
        settings.BOX: "",
        settings.LOG_LEVEL: settings.LogLevel.INFO,
    }
    words = ("-m", "bot", "run")
    child = await asyncio.create_subprocess_exec(
        sys.executable, *words, env=environment, stderr=asyncio.subprocess.PIPE
    )
    bot = BotProcess(child)
    try:
        await bot.connected(server)
        yield bot
    finally:
        await bot.stop()
