"""The render queue: few pictures at a time, the newest state wins, each drawn once.

Words replace a picture that cannot be drawn, and no message waits.
"""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.chat.components import ImageFile, plain
from bot.chat.pictures.painting import Key, PictureRequest, RenderPool, alt_text
from bot.model import messages
from bot.model.errors import report_bug
from bot.runtime.workers import FairSemaphore
from renderer import ALT_LIMIT
from renderer.cache import LruCache

_CACHE_BYTES: Final = 8 * 1024 * 1024


class Lane(StrEnum):
    """The kinds of pictures that wait: posts for a whole table, or pages for one person."""

    POSTS = "posts"
    PAGES = "pages"


class ReplacedError(Exception):
    """Nobody wants a picture any more whose turn has come: its page was replaced meanwhile."""


def _always() -> bool:
    return True


WaitingLine = tuple[Lane, *tuple[object, ...]]
"""The line in which a picture waits, and the place that it is for, such as a game and a person."""


class PictureQueue:
    """Has pictures painted by a pool of processes, as many at a time as it takes."""

    def __init__(self, pool: RenderPool) -> None:
        """Have pictures painted in `pool`, which is closed with this."""
        self.pool = pool
        self._turns = FairSemaphore(pool.at_once, urgent=Lane.POSTS)
        self._newest: dict[WaitingLine, tuple[Key, PictureRequest]] = {}
        self._wishes: dict[WaitingLine, list[Callable[[], bool]]] = {}
        self._waiting: dict[WaitingLine, asyncio.Task[ImageFile]] = {}
        self._drawing: dict[Key, asyncio.Task[ImageFile]] = {}
        self.drawn = 0
        """The number of pictures that were drawn since the start."""
        self._cache = LruCache[Key, ImageFile](_CACHE_BYTES, lambda picture: len(picture.png))

    @property
    def queue_size(self) -> int:
        """The number of pictures that wait or are being drawn."""
        return len(self._waiting) + len(self._drawing)

    def ready(self, request: PictureRequest) -> ImageFile | None:
        """Return a picture that was drawn before, None where it must be drawn."""
        return self._cache.get(request.key)

    async def get(
        self,
        slot: WaitingLine,
        request: PictureRequest,
        is_wanted: Callable[[], bool] = _always,
    ) -> ImageFile:
        """The finished picture; raises ReplacedError if no asker wants it when its turn comes.

        While a picture of a slot waits, one of a newer position replaces it, and all who wait get
        the newer. It replaces no other: not another part, nor the same in another size.
        """
        key = request.key
        if (drawn := self._cache.get(key)) is not None:
            return drawn
        task = self._drawing.get(key)
        if task is None:
            slot = (*slot, request.subject)
            self._newest[slot] = key, request
            self._wishes.setdefault(slot, []).append(is_wanted)
            task = self._waiting.get(slot) or asyncio.create_task(self._draw(slot))
            self._waiting[slot] = task
        return await asyncio.shield(task)

    async def _draw(self, slot: WaitingLine) -> ImageFile:
        async with self._turns.turn(slot[0]):
            key, request = self._newest.pop(slot)
            task = self._waiting.pop(slot)
            if not any(is_wanted() for is_wanted in self._wishes.pop(slot)):
                raise ReplacedError
            self._drawing[key] = task
            try:
                painting = await self.pool.paint(request)
                alt = plain(painting.alt, ALT_LIMIT)
                drawn = ImageFile(request.file_name, painting.png, alt)
                self._cache.put(key, drawn)
                self.drawn += 1
                return drawn
            finally:
                self._drawing.pop(key, None)

    async def settled(self) -> None:
        """Wait until what waits now is drawn."""
        if tasks := {*self._waiting.values(), *self._drawing.values()}:
            await asyncio.wait(tasks)

    async def close(self) -> None:
        """Finish what is being drawn, and close the pool."""
        tasks = (*self._waiting.values(), *self._drawing.values())
        await asyncio.gather(*tasks, return_exceptions=True)
        self.pool.close()


@dataclass(frozen=True, slots=True)
class RenderedPictures:
    """Finished pictures, and the words for those that failed."""

    pictures: tuple[ImageFile, ...]
    words: tuple[str, ...] = ()

    @property
    def first(self) -> ImageFile | None:
        """The picture of a message that has only one, None where it failed."""
        return next(iter(self.pictures), None)

    def beside(self, text: str) -> str:
        """The text of a message, with the words that stand for missing pictures."""
        return messages.paragraphs(text, *self.words)


async def render_all(
    pictures: PictureQueue,
    slot: WaitingLine,
    requests: Iterable[PictureRequest],
    is_wanted: Callable[[], bool] = _always,
) -> RenderedPictures:
    """Have the pictures of a message drawn, as many at a time as there are workers.

    Those are left out whose turn comes when they are not wanted any more.
    """
    drawing = (_drawn(pictures, slot, request, is_wanted) for request in requests)
    shown = await asyncio.gather(*drawing)
    drawn = tuple(picture for picture in shown if isinstance(picture, ImageFile))
    return RenderedPictures(drawn, tuple(text for text in shown if isinstance(text, str)))


async def _drawn(
    pictures: PictureQueue,
    slot: WaitingLine,
    request: PictureRequest,
    is_wanted: Callable[[], bool],
) -> ImageFile | str | None:
    """The finished picture, or the words that stand for it; None where its page was replaced."""
    try:
        return await pictures.get(slot, request, is_wanted)
    except ReplacedError:
        return None
    except Exception as error:  # noqa: BLE001 - a picture is worth less than the message
        report_bug(error)
        return f"{request.words.say('shell.picture_failed')}\n{alt_text(request)}"
