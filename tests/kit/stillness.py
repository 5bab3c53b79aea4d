"""The stillness of this process: no query, no thread, and nothing runnable."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import aiosqlite
import pytest

LOOKS: Final = 4
"""Rounds of the event loop without anything to do, after which nothing is expected any more."""


class Stillness:
    """Counts what is under way in this process."""

    def __init__(self) -> None:
        """Nothing is under way so far."""
        self._under_way = 0
        self._changed = asyncio.Event()

    def begun(self) -> None:
        """Something more is under way."""
        self._under_way += 1

    def ended(self) -> None:
        """Something less is."""
        self._under_way -= 1
        self._changed.set()

    @property
    def is_busy(self) -> bool:
        """Say whether anything that was counted is under way."""
        return self._under_way > 0

    async def come(self) -> None:
        """Wait until nothing is under way."""
        loop: Any = asyncio.get_running_loop()
        looks = 0
        while looks < LOOKS:
            self._changed.clear()
            if self.is_busy:
                looks = 0
                await self._changed.wait()
            else:
                await asyncio.sleep(0)
                looks = 0 if loop._ready else looks + 1


@contextmanager
def counting(still: Stillness) -> Iterator[None]:
    """Count queries and threads."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("_execute", "_connect"):
            query = getattr(aiosqlite.Connection, name)
            patch.setattr(aiosqlite.Connection, name, counted(query, still))
        patch.setattr(asyncio.BaseEventLoop, "run_in_executor", _threads(still))
        yield


def counted(work: Callable[..., Awaitable[Any]], still: Stillness) -> Callable[..., Any]:
    """Return a coroutine function that counts as under way from its call to its end."""

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
