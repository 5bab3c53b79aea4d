"""The presses that are being answered: how many, how long they took, and the stop between them."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from bot.model.errors import Problem, UserError


class Answered(NamedTuple):
    """How many presses were answered, and the seconds that the slowest took to its last word."""

    presses: int = 0
    slowest: float = 0.0

    def and_one(self, seconds: float) -> "Answered":
        """One press more."""
        return Answered(self.presses + 1, max(self.slowest, seconds))


class Traffic:
    """Counts the presses, `all` and those at work, and turns new ones away once the bot stops."""

    def __init__(self) -> None:
        """Let presses in."""
        self.count = 0
        self.all = 0
        self._answered = Answered()
        self._closing = False
        self._idle = asyncio.Event()
        self._idle.set()

    @contextmanager
    def one(self) -> Iterator[None]:
        """One press at work; raises UserError when the bot is stopping."""
        if self._closing:
            raise UserError(Problem.SHUTTING_DOWN)
        began = time.perf_counter()
        self.count += 1
        self.all += 1
        self._idle.clear()
        try:
            yield
        finally:
            self.count -= 1
            self._answered = self._answered.and_one(time.perf_counter() - began)
            if not self.count:
                self._idle.set()

    def take(self) -> Answered:
        """The presses answered since this was asked last."""
        answered, self._answered = self._answered, Answered()
        return answered

    async def stop(self, grace: float) -> None:
        """Turn new presses away and give those at work `grace` seconds."""
        self._closing = True
        try:
            async with asyncio.timeout(grace):
                await self._idle.wait()
        except TimeoutError:
            return
