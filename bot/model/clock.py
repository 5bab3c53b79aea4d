"""The time by which the bot waits: the machine's, or one that a test turns forward."""

import asyncio
import contextlib
import time
from typing import Protocol


class Clock(Protocol):
    """Tells the time and lets it pass: for patience, back-off, and whatever is looked at again."""

    def now(self) -> float:
        """Seconds since the Unix epoch, which jump where somebody sets the clock."""
        ...

    def elapsed(self) -> float:
        """Seconds since some moment of this process, for whatever is over when it ends."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return when so much time has passed."""
        ...

    async def wait(self, event: asyncio.Event, seconds: float | None) -> None:
        """Return when the event is set, or when so much time has passed; None waits for ever."""
        ...


class SystemClock:
    """The machine's own clock."""

    def now(self) -> float:
        """Seconds since the Unix epoch."""
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


SYSTEM_CLOCK = SystemClock()
