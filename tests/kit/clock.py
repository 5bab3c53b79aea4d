"""Time in tests: it stands still until a test turns it, for the bot and the stand-in alike."""

import asyncio
import time
from collections.abc import Awaitable
from typing import Final, TypeVar

from bot.model.clock import Clock
from bot.standin import ManualClock
from tests.kit.stillness import Stillness

Result = TypeVar("Result")

AHEAD: Final = 3600.0
"""Seconds by which it is ahead: what a store gets without a bot is dated by the machine's clock."""
PAUSE: Final = 0.003
"""Seconds of the machine's clock for whoever looks by it, before time is turned again."""


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
