"""The render queue: few pictures at a time, the newest state wins, each drawn once."""

import asyncio
from dataclasses import dataclass
from typing import Final

from bot.chat.messages.components import ImageFile, plain
from bot.chat.pictures.fair_semaphore import FairSemaphore, Lane
from bot.chat.pictures.pool import RenderPool
from bot.chat.pictures.request import Key, PictureRequest
from renderer import ALT_LIMIT
from renderer.cache import LruCache

CACHE_BYTES: Final = 8 * 1024 * 1024
Slot = tuple[Lane, *tuple[object, ...]]
"""The line in which a picture waits, and the place that it is for, such as a game and a person."""


@dataclass(slots=True)
class _Job:
    """A picture that waits to be drawn; a newer request for the same slot takes its place."""

    key: Key
    request: PictureRequest
    done: asyncio.Future[ImageFile]


class PictureQueue:
    """Has pictures painted by a pool of processes, as many at a time as it takes."""

    def __init__(self, pool: RenderPool) -> None:
        """Have pictures painted in `pool`, which is closed with this."""
        self._pool = pool
        self._turns = FairSemaphore(pool.at_once)
        self._waiting: dict[Slot, _Job] = {}
        self._drawing: dict[Key, asyncio.Future[ImageFile]] = {}
        self._cache = LruCache[Key, ImageFile](CACHE_BYTES, lambda picture: len(picture.png))
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def queue_size(self) -> int:
        """How many pictures wait or are being drawn."""
        return len(self._waiting) + len(self._drawing)

    async def get(self, slot: Slot, request: PictureRequest) -> ImageFile:
        """The finished picture.

        While a picture of a slot waits, a newer one replaces it, and all who wait get the newer.
        """
        key = request.key
        if (drawn := self._cache.get(key)) is not None:
            return drawn
        if (running := self._drawing.get(key)) is not None:
            return await asyncio.shield(running)
        return await asyncio.shield(self._enqueue(slot, key, request))

    def _enqueue(self, slot: Slot, key: Key, request: PictureRequest) -> asyncio.Future[ImageFile]:
        slot = (*slot, request.picture.kind, request.picture.seat)
        job = self._waiting.get(slot)
        if job is not None:
            job.key, job.request = key, request
            return job.done
        job = _Job(key, request, asyncio.get_running_loop().create_future())
        self._waiting[slot] = job
        task = asyncio.create_task(self._work(slot, job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return job.done

    async def _work(self, slot: Slot, job: _Job) -> None:
        async with self._turns.turn(slot[0]):
            del self._waiting[slot]
            self._drawing[job.key] = job.done
            try:
                painting = await self._pool.paint(job.request)
                alt = plain(painting.alt, ALT_LIMIT)
                drawn = ImageFile(job.request.file_name, painting.png, alt)
                self._cache.put(job.key, drawn)
                job.done.set_result(drawn)
            except Exception as error:  # noqa: BLE001 - handed to whoever waits
                job.done.set_exception(error)
                job.done.exception()
            finally:
                self._drawing.pop(job.key, None)

    def warm_up(self) -> None:
        """Prepare the pool, so that the first picture is quick."""
        self._pool.warm_up()

    async def close(self) -> None:
        """Finish what is being drawn, and close the pool."""
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._pool.close()
