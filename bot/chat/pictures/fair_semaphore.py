"""Taking turns at something scarce in two lines: while both wait, each has every second turn."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import StrEnum


class Lane(StrEnum):
    """Who waits: posts, which everybody at a table waits for, or pages for one person."""

    POSTS = "posts"
    PAGES = "pages"


class FairSemaphore:
    """Lets a number of tasks through at a time, those of a line in their order."""

    def __init__(self, places: int) -> None:
        """Let `places` tasks through at a time."""
        self._free = places
        self._lines: dict[Lane, deque[asyncio.Future[None]]] = {line: deque() for line in Lane}

    @asynccontextmanager
    async def turn(self, line: Lane) -> AsyncIterator[None]:
        """Wait in a line for a place, and hold it."""
        ticket = asyncio.get_running_loop().create_future()
        if self._free:
            self._free -= 1
            ticket.set_result(None)
        else:
            self._lines[line].append(ticket)
        try:
            await ticket
            yield
        finally:
            if not ticket.cancelled():  # else the turn has never come
                self._leave()

    def _leave(self) -> None:
        for line, tickets in tuple(self._lines.items()):
            while tickets:
                ticket = tickets.popleft()
                if not ticket.done():
                    ticket.set_result(None)
                    self._lines[line] = self._lines.pop(line)  # next time the other comes first
                    return
        self._free += 1
