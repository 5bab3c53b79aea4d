"""Taking turns at something scarce: of the lines that wait, the one served longest ago is next."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from bot.model.clock import SYSTEM_CLOCK

_PATIENCE: Final = 2.0
"""Seconds that anybody waits until the urgent line comes first."""


@dataclass(frozen=True, slots=True)
class _Ticket:
    """The place of somebody in a line, and since when it is theirs."""

    called: asyncio.Future[None]
    since: float


class FairSemaphore:
    """Lets a number of tasks through at a time, those of a line in their order."""

    def __init__(
        self,
        places: int,
        urgent: Hashable = None,
        elapsed: Callable[[], float] = SYSTEM_CLOCK.elapsed,
    ) -> None:
        """Let `places` tasks through at a time.

        The line `urgent` comes before all others while anybody has waited for two seconds.
        """
        self._free = places
        self._urgent = urgent
        self._elapsed = elapsed
        self._lines: dict[Hashable, deque[_Ticket]] = {}

    @asynccontextmanager
    async def turn(self, line: Hashable) -> AsyncIterator[None]:
        """Wait in a line for a place, and hold it."""
        called = asyncio.get_running_loop().create_future()
        if self._free:
            self._free -= 1
            called.set_result(None)
        else:
            self._lines.setdefault(line, deque()).append(_Ticket(called, self._elapsed()))
        try:
            await called
            yield
        finally:
            if not called.cancelled():  # else the turn has never come
                self._leave(line)

    def _leave(self, served: Hashable) -> None:
        if served in self._lines:
            self._lines[served] = self._lines.pop(served)  # the others come first
        if not any(self._call_next(line) for line in self._order()):
            self._free += 1

    def _order(self) -> list[Hashable]:
        """Return the lines, the next one in front."""
        lines = list(self._lines)
        longest = self._elapsed() - _PATIENCE
        if any(tickets[0].since <= longest for tickets in self._lines.values()):
            lines.sort(key=lambda line: line != self._urgent)
        return lines

    def _call_next(self, line: Hashable) -> bool:
        """Call the first one of a line who still waits; False where there is none."""
        tickets = self._lines.pop(line)
        while tickets:
            called = tickets.popleft().called
            if not called.done():
                called.set_result(None)
                if tickets:
                    self._lines[line] = tickets
                return True
        return False
