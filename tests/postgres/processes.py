"""The processes of a bot that share a database: how they begin, end and what they have stored."""

import signal
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import asyncpg

from bot.standin import StandIn
from tests.kit.process import Forked, forked

STARTS_WITHIN: Final = 60.0


@dataclass(slots=True)
class Processes:
    """Processes on one database by numbers, and how each is begun and ended."""

    server: StandIn
    folder: Path
    address: str
    running: dict[int, tuple[AsyncExitStack, Forked]] = field(default_factory=dict, kw_only=True)

    async def begin(self, number: int, command: str, **settings: str) -> None:
        """Begin a process with a command of `bonfire`."""
        stack = AsyncExitStack()
        shared = {"BONFIRE_DATABASE": self.address, "BONFIRE_WORKERS": "several"}
        process = forked(self.server, self.folder, command, **shared, **settings)
        self.running[number] = stack, await stack.enter_async_context(process)

    async def kill(self, number: int) -> None:
        """Kill a process at once."""
        stack, _ = self.running.pop(number)
        await stack.aclose()

    async def stop(self, number: int) -> int:
        """Stop a process as operators do; its exit status."""
        stack, child = self.running.pop(number)
        child.send_signal(signal.SIGTERM)
        status = await child.wait()
        await stack.aclose()
        return status

    async def rows(self, sql: str) -> list[Any]:
        """Return the rows that a query finds."""
        connection = await asyncpg.connect(self.address)
        try:
            return [tuple(row) for row in await connection.fetch(sql)]
        finally:
            await connection.close()

    async def is_quiet(self) -> bool:
        """Say whether everything is posted."""
        return await self.rows("SELECT 1 FROM posts WHERE state <> 'sent'") == []
