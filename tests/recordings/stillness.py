"""When the bot has nothing more to do: no query, no thread, no request and no event under way.

Time stands still meanwhile for everybody, asyncio included: what waits for time waits until a
recorder turns it. So nothing depends on how fast the machine is.
"""

import asyncio
import random
import secrets
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import aiosqlite
import discord
import pytest

from tests.recordings.program import ManualClock, StandIn

LOOKS: Final = 4
"""Rounds of the event loop without anything to do, after which nothing is expected any more."""


class Stillness:
    """Counts what is under way in this process."""

    def __init__(self, server: StandIn) -> None:
        """Count what happens between the bot and the stand-in `server`."""
        self._server = server
        self._under_way = 0
        self._heard: int | None = None
        self._changed = asyncio.Event()

    def begun(self) -> None:
        """Something more is under way."""
        self._under_way += 1

    def ended(self) -> None:
        """Something less is."""
        self._under_way -= 1
        self._changed.set()

    def heard(self, sequence: int | None) -> None:
        """The bot has taken in the event with this number."""
        self._heard = sequence
        self._changed.set()

    @property
    def _is_busy(self) -> bool:
        sessions = self._server.gateway.sessions
        is_behind = bool(sessions) and sessions[-1].sequence != self._heard
        return self._under_way > 0 or is_behind

    async def come(self) -> None:
        """Wait until nothing is under way."""
        loop: Any = asyncio.get_running_loop()
        looks = 0
        while looks < LOOKS:
            self._changed.clear()
            if self._is_busy:
                looks = 0
                await self._changed.wait()
            else:
                await asyncio.sleep(0)
                looks = 0 if loop._ready else looks + 1


@contextmanager
def stillness(server: StandIn, clock: ManualClock) -> Iterator[Stillness]:
    """Let time be that of `clock`, and count what is under way."""
    still = Stillness(server)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "time", clock.now)
        patch.setattr(time, "monotonic", clock.now)
        # The substitute guesses at hidden pieces by seeds of its own.
        patch.setattr(secrets, "randbits", random.Random(0).getrandbits)
        for name in ("_execute", "_connect"):
            query = getattr(aiosqlite.Connection, name)
            patch.setattr(aiosqlite.Connection, name, counted(query, still))
        patch.setattr(asyncio.BaseEventLoop, "run_in_executor", _threads(still))
        socket = discord.gateway.DiscordWebSocket
        patch.setattr(socket, "received_message", _hearing(socket.received_message, still))
        yield still


def counted(work: Callable[..., Awaitable[Any]], still: Stillness) -> Callable[..., Any]:
    """The same coroutine function, under way from its call to its end."""

    async def counting(*arguments: Any, **more: Any) -> Any:
        still.begun()
        try:
            return await work(*arguments, **more)
        finally:
            still.ended()

    return counting


def _threads(still: Stillness) -> Callable[..., Any]:
    run = asyncio.BaseEventLoop.run_in_executor

    def counting(*arguments: Any) -> Any:
        still.begun()
        future = run(*arguments)
        future.add_done_callback(lambda _: still.ended())
        return future

    return counting


def _hearing(hear: Callable[..., Awaitable[Any]], still: Stillness) -> Callable[..., Any]:
    async def hearing(socket: Any, message: Any, /) -> Any:
        try:
            return await hear(socket, message)
        finally:
            still.heard(socket.sequence)

    return hearing
