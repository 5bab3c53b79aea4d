"""The render queue: few pictures at a time, the newest state wins, each drawn once."""

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final

from bot.people.preferences import Look
from bot.prompt import Picture, PictureKind
from bot.turnstile import Line, Turnstile
from bot.widgets import ALT_LIMIT, Drawn, plain
from bot.words import Catalog
from engine.events import Event
from renderer import Options, draw_board, draw_city, draw_final, warm_up
from renderer import Picture as Painting

CACHE_BYTES: Final = 8 * 1024 * 1024
_NAME_DIGITS: Final = 8
_NAME_BITS: Final = 16**_NAME_DIGITS - 1

Slot = tuple[Line, *tuple[object, ...]]
"""The line in which a picture waits, and the place that it is for, such as a game and a person."""
Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Wish:
    """A picture as somebody wants to see it.

    `names` are the seats' names, `changes` the events whose marks are drawn.
    """

    picture: Picture
    words: Catalog
    names: tuple[str, ...]
    changes: tuple[Event, ...] = ()
    look: Look = field(default_factory=Look)

    @property
    def key(self) -> Key:
        """What the picture depends on."""
        shown = self.picture
        state = hash((shown.view, self.changes, self.names))
        words, look = self.words, self.look
        style = (words.locale, words.numbers, look.scale, look.palette)
        return (shown.kind, shown.seat, state, style)

    @property
    def file_name(self) -> str:
        """The name of the file: pictures of one name are equal, as long as this process runs."""
        shown = self.picture
        part = shown.kind if shown.seat is None else f"{shown.kind}-{shown.seat + 1}"
        return f"{part}-{shown.view.move}-{hash(self.key) & _NAME_BITS:0{_NAME_DIGITS}x}.png"


@dataclass(slots=True)
class _Job:
    """A picture that waits to be drawn; a newer wish for the same slot takes its place."""

    key: Key
    wish: Wish
    done: asyncio.Future[Drawn]


class Pictures:
    """Draws pictures in threads, off the event loop that must answer Discord in time."""

    def __init__(self, workers: int) -> None:
        """Draw at most `workers` pictures at a time."""
        self._executor = ThreadPoolExecutor(workers, thread_name_prefix="draw")
        self._workers = Turnstile(workers)
        self._waiting: dict[Slot, _Job] = {}
        self._drawing: dict[Key, asyncio.Future[Drawn]] = {}
        self._cache: OrderedDict[Key, Drawn] = OrderedDict()
        self._bytes = 0
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def queue_size(self) -> int:
        """How many pictures wait or are being drawn."""
        return len(self._waiting) + len(self._drawing)

    async def get(self, slot: Slot, wish: Wish) -> Drawn:
        """The finished picture.

        While a picture of a slot waits, a newer one replaces it, and all who wait get the newer.
        """
        key = wish.key
        if (found := self._cache.get(key)) is not None:
            self._cache.move_to_end(key)
            return found
        if (running := self._drawing.get(key)) is not None:
            return await asyncio.shield(running)
        return await asyncio.shield(self._enqueue(slot, key, wish))

    def _enqueue(self, slot: Slot, key: Key, wish: Wish) -> asyncio.Future[Drawn]:
        slot = (*slot, wish.picture.kind, wish.picture.seat)
        job = self._waiting.get(slot)
        if job is not None:
            job.key, job.wish = key, wish
            return job.done
        job = _Job(key, wish, asyncio.get_running_loop().create_future())
        self._waiting[slot] = job
        task = asyncio.create_task(self._work(slot, job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return job.done

    async def _work(self, slot: Slot, job: _Job) -> None:
        async with self._workers.turn(slot[0]):
            del self._waiting[slot]
            self._drawing[job.key] = job.done
            try:
                loop = asyncio.get_running_loop()
                painting = await loop.run_in_executor(self._executor, paint, job.wish)
                alt = plain(painting.alt, ALT_LIMIT)
                drawn = Drawn(job.wish.file_name, painting.png, alt)
                self._keep(job.key, drawn)
                job.done.set_result(drawn)
            except Exception as error:  # noqa: BLE001 - handed to whoever waits
                job.done.set_exception(error)
                job.done.exception()
            finally:
                self._drawing.pop(job.key, None)

    def _keep(self, key: Key, drawn: Drawn) -> None:
        self._cache[key] = drawn
        self._bytes += len(drawn.png)
        while self._bytes > CACHE_BYTES:
            _, oldest = self._cache.popitem(last=False)
            self._bytes -= len(oldest.png)

    def warm_up(self) -> None:
        """Draw the grounds of all pictures beforehand, so that the first one is quick."""
        self._executor.submit(warm_up)

    async def close(self) -> None:
        """Finish what is being drawn and let the threads go."""
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._executor.shutdown(wait=False, cancel_futures=True)


def paint(wish: Wish) -> Painting:
    """Draw a picture in a language."""
    look, picture = wish.look, wish.picture
    options = Options(wish.words.translate, wish.names, look.palette, wish.changes, look.scale)
    match picture.kind:
        case PictureKind.BOARD:
            return draw_board(picture.view, options)
        case PictureKind.CITY:
            assert picture.seat is not None, "a city belongs to a seat"
            return draw_city(picture.view, picture.seat, options)
        case PictureKind.FINAL:
            return draw_final(picture.view, options)
