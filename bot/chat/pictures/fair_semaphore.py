"""Taking turns at something scarce in two lines: while both wait, each has every second turn."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import StrEnum
from typing import Final


class Lane(StrEnum):
    """Who waits: posts, which everybody at a table waits for, or pages for one person."""

    POSTS = "posts"
    PAGES = "pages"


_OTHER: Final = {Lane.POSTS: Lane.PAGES, Lane.PAGES: Lane.POSTS}


class FairSemaphore:
    """Lets a number of tasks through at a time, those of a line in their order."""

    def __init__(self, places: int) -> None:
        """Let `places` tasks through at a time."""
        self._free = places
        self._lines: dict[Lane, deque[asyncio.Future[None]]] = {line: deque() for line in Lane}
        self._next = Lane.POSTS

    @asynccontextmanager
    async def turn(self, line: Lane) -> AsyncIterator[None]:
        """Wait in a line for a place, and hold it."""
        await self._enter(line)
        try:
            yield
        finally:
            self._leave()

    async def _enter(self, line: Lane) -> None:
        if self._free:
            self._free -= 1
            return
        ticket = asyncio.get_running_loop().create_future()
        self._lines[line].append(ticket)
        try:
            await ticket
        except asyncio.CancelledError:
            if not ticket.cancelled():
                self._leave()  # the turn has come, and nobody is there to take it
            raise

    def _leave(self) -> None:
        for line in (self._next, _OTHER[self._next]):
            while self._lines[line]:
                ticket = self._lines[line].popleft()
                if not ticket.done():
                    ticket.set_result(None)
                    self._next = _OTHER[line]
                    return
        self._free += 1
