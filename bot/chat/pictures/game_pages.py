"""Whole games as HTML files: made one at a time, in a process that gives way to all others."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.model.errors import Problem, UserError
from bot.model.people import Person
from bot.present.page.document import game_page
from bot.runtime.workers import Workers
from bot.words import Catalog
from engine import Game
from engine.view import View
from renderer.cache import LruCache

NICENESS: Final = 15
"""Posts, presses and turns of the bot come first."""
MOST_WAITING: Final = 10
"""Pages that are made or wait for it; each takes up to a minute."""
CACHE_BYTES: Final = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A game that is over, as its table saw it; `now` is its end as everybody sees it."""

    game: Game
    now: View
    people: tuple[Person, ...]
    names: tuple[str, ...]
    words: Catalog


PageWriter = Callable[[PageRequest], bytes]


def write_page(request: PageRequest) -> bytes:
    """The page of a game. Raises ValueError for one that is too long for the largest page."""
    return game_page(request.game, request.people, request.names, request.words, now=request.now)


class GamePages:
    """Has pages made, each once however many ask for it, and keeps the last ones."""

    def __init__(self, processes: int, write: PageWriter = write_page) -> None:
        """Write by `write` in a process of its own, or with no `processes` in a thread.

        The process takes some 150 MB, and ends when no page is asked for any more.
        """
        self._workers = Workers("page", min(1, processes), niceness=NICENESS)
        self._write = write
        self._turn = asyncio.Lock()
        self._making: dict[int, asyncio.Task[bytes]] = {}
        self._cache = LruCache[int, bytes](CACHE_BYTES, len)

    async def get(self, game: int, request: PageRequest) -> bytes:
        """The page of the game with this id; raises UserError while many others are being made."""
        if (page := self._cache.get(game)) is not None:
            return page
        task = self._making.get(game)
        if task is None:
            if len(self._making) >= MOST_WAITING:
                raise UserError(Problem.PAGES_BUSY)
            task = self._making[game] = asyncio.create_task(self._make(game, request))
        return await asyncio.shield(task)

    async def _make(self, game: int, request: PageRequest) -> bytes:
        try:
            async with self._turn:
                page = await self._workers.run(self._write, request)
            self._cache.put(game, page)
            return page
        finally:
            del self._making[game]
            if not self._making and not self._workers.closed:
                self._workers.replace()

    def close(self) -> None:
        """End the process at once; a page that is being made is lost."""
        self._workers.close()
