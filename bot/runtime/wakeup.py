"""The rest of a loop of the bot between two rounds of work."""

import asyncio

from bot.model.clock import Clock
from bot.runtime.jobs import progress


class Wakeup:
    """Wakes a loop that rests, when it is kicked or when its time has come."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._kicked = asyncio.Event()

    def kick(self) -> None:
        """Wake the loop now; while it works, let its next rest be none."""
        self._kicked.set()

    async def rest(self, seconds: float | None) -> None:
        """Rest for so many seconds, or until a kick; None means until a kick.

        A job that rests has done its round: that is progress.
        """
        progress()
        await self._clock.wait(self._kicked, seconds)
        self._kicked.clear()
