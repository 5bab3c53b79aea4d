"""Waiting for a change: a heartbeat that everybody who waits for something listens to."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")

TICK = 0.1
"""Seconds between looks when nothing beats, so that a running clock's deadlines are noticed."""


class Pulse:
    """Wakes every waiter after each change of the world."""

    def __init__(self) -> None:
        self._waiters: set[asyncio.Future[None]] = set()

    def beat(self) -> None:
        """Something changed."""
        waiters, self._waiters = self._waiters, set()
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    async def until(self, look: Callable[[], Found | None], timeout: float) -> Found:
        """The first answer of `look` that is not None.

        `timeout` is in seconds of real time. Raises TimeoutError after it, and whatever `look`
        raises.
        """
        async with asyncio.timeout(timeout):
            while True:
                found = look()
                if found is not None:
                    return found
                await self._next_beat()

    async def _next_beat(self) -> None:
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters.add(waiter)
        try:
            await asyncio.wait((waiter,), timeout=TICK)
        finally:
            self._waiters.discard(waiter)
