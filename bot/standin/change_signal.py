"""A condition to wait on: whoever waits looks again after each change of the world."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")

TICK = 0.1
"""Seconds between looks when nothing changes, so that a running clock's deadlines are noticed."""


class ChangeSignal:
    """A condition variable: `notify` after a change of the world wakes everybody in `wait_for`."""

    def __init__(self) -> None:
        self._waiters: set[asyncio.Future[None]] = set()

    def notify(self) -> None:
        """Wake every waiter: something changed."""
        waiters, self._waiters = self._waiters, set()
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    async def wait_for(self, look: Callable[[], Found | None], timeout: float) -> Found:
        """The first answer of `look` that is not None.

        `timeout` is in seconds of real time. Raises TimeoutError after it, and whatever `look`
        raises.
        """
        async with asyncio.timeout(timeout):
            while (found := look()) is None:
                await self._next_change()
        return found

    async def _next_change(self) -> None:
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters.add(waiter)
        try:
            await asyncio.wait((waiter,), timeout=TICK)
        finally:
            self._waiters.discard(waiter)
