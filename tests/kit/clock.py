"""Time in tests: it stands still until a test turns it, for the bot and the stand-in alike."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

import aiosqlite
import pytest

from bot.model.clock import Clock
from bot.standin import ManualClock

Result = TypeVar("Result")

AHEAD: Final = 3600.0
"""Seconds by which it is ahead: what a store gets without a bot is dated by the machine's clock."""
PAUSE: Final = 0.003
"""Seconds of the machine's clock for whoever looks by it, before time is turned again."""
LOOKS: Final = 4
"""Rounds of the event loop without anything to do, after which nothing is expected any more."""


class TurnedClock(ManualClock, Clock):
    """A clock to turn: sleeps of the bot, and ages at the stand-in, end when time is turned."""

    def __init__(self, start: float | None = None) -> None:
        super().__init__(time.time() + AHEAD if start is None else start)
        self.still = Stillness()
        """The work under way in the meantime, for which time waits."""
        self._set_by = 0.0
        self._alarms: set[tuple[float, asyncio.Event]] = set()
        self._is_turned = False

    def elapsed(self) -> float:
        """Seconds that nobody shortens."""
        return self.now() - self._set_by

    def set_by(self, seconds: float) -> None:
        """Set the wall clock forwards or back; no time passes."""
        self._now += seconds
        self._set_by += seconds
        self._alarms = {(due + seconds, alarm) for due, alarm in self._alarms}

    async def sleep(self, seconds: float) -> None:
        """Return when so much time was turned on."""
        await self.wait(asyncio.Event(), seconds)

    async def wait(self, event: asyncio.Event, seconds: float | None) -> None:
        """Return when the event is set, or when so much time was turned on."""
        if seconds is None:
            await event.wait()
            return
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        alarm = asyncio.Event()
        self._alarms.add((self.now() + seconds, alarm))
        waiting = [asyncio.create_task(one.wait()) for one in (event, alarm)]
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._alarms = {one for one in self._alarms if one[1] is not alarm}
            for one in waiting:
                one.cancel()

    def advance(self, seconds: float) -> None:
        """Turn time on, and wake whoever has slept until then."""
        super().advance(seconds)
        for due, alarm in tuple(self._alarms):
            if due <= self.now():
                alarm.set()

    def turn_to_next(self, within: float) -> None:
        """Turn time to the next moment that somebody sleeps until, if it comes within seconds."""
        coming = [due for due, alarm in self._alarms if not alarm.is_set()]
        left = min(coming, default=float("inf")) - self.now()
        if left <= within:
            self.advance(max(left, 0.0))

    async def turned(
        self, work: Awaitable[Result], within: float = 30.0, pause: float = PAUSE
    ) -> Result:
        """Return the result of `work`, while time is turned to the moments that sleepers wait for.

        Who sleeps for more than `within` seconds sleeps on. Time waits for what is under way, as
        if that took no time, however busy the machine is.
        """
        if self._is_turned:  # by whoever waits for this; two would never find the loop at rest
            return await work
        self._is_turned = True
        task = asyncio.ensure_future(work)
        try:
            while not task.done():
                await asyncio.wait((task,), timeout=pause)
                await self.still.come()
                if not task.done():
                    self.turn_to_next(within)
            return task.result()
        finally:
            self._is_turned = False
            task.cancel()


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
