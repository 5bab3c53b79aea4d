"""Taking turns at something scarce: of the lines that wait, the one served longest ago is next."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager


class FairSemaphore:
    """Lets a number of tasks through at a time, those of a line in their order."""

    def __init__(self, places: int) -> None:
        """Let `places` tasks through at a time."""
        self._free = places
        self._lines: dict[Hashable, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def turn(self, line: Hashable) -> AsyncIterator[None]:
        """Wait in a line for a place, and hold it."""
        ticket = asyncio.get_running_loop().create_future()
        if self._free:
            self._free -= 1
            ticket.set_result(None)
        else:
            self._lines.setdefault(line, deque()).append(ticket)
        try:
            await ticket
            yield
        finally:
            if not ticket.cancelled():  # else the turn has never come
                self._leave(line)

    def _leave(self, served: Hashable) -> None:
        if served in self._lines:
            self._lines[served] = self._lines.pop(served)  # the others come first
        for line in tuple(self._lines):
            tickets = self._lines.pop(line)
            while tickets:
                ticket = tickets.popleft()
                if not ticket.done():
                    ticket.set_result(None)
                    if tickets:
                        self._lines[line] = tickets
                    return
        self._free += 1
