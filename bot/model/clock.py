"""The time by which the bot waits; tests have a clock of this class that they turn forward."""

import asyncio
import contextlib
import time
from typing import Final


class Clock:
    """The machine's own clock: for patience, back-off, and whatever is looked at again."""

    def now(self) -> float:
        """Seconds since the Unix epoch, which jump where somebody sets the clock."""
        return time.time()

    def elapsed(self) -> float:
        """Seconds since some moment of this process, for whatever is over when it ends."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Return when so much time has passed."""
        await asyncio.sleep(seconds)

    async def wait(self, event: asyncio.Event, seconds: float | None) -> None:
        """Return when the event is set, or when so much time has passed; None waits for ever."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await event.wait()


SYSTEM_CLOCK: Final = Clock()
