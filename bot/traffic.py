"""How many presses are being answered, so that the bot can stop between them."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from bot.trouble import SorryError, Trouble


class Traffic:
    """Counts the presses at work, and turns new ones away once the bot is stopping."""

    def __init__(self) -> None:
        """Let presses in."""
        self.count = 0
        self._closing = False
        self._idle = asyncio.Event()
        self._idle.set()

    @contextmanager
    def one(self) -> Iterator[None]:
        """One press at work; raises SorryError when the bot is stopping."""
        if self._closing:
            raise SorryError(Trouble.SHUTTING_DOWN)
        self.count += 1
        self._idle.clear()
        try:
            yield
        finally:
            self.count -= 1
            if not self.count:
                self._idle.set()

    async def stop(self, grace: float) -> None:
        """Turn new presses away and give those at work `grace` seconds."""
        self._closing = True
        try:
            async with asyncio.timeout(grace):
                await self._idle.wait()
        except TimeoutError:
            return
