"""The health line: memory, delays and their causes, and queues, once in a while and on demand."""

import asyncio
import logging
import re
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from heapq import nlargest
from pathlib import Path
from types import FrameType
from typing import Final, NamedTuple, Self

from bot.model.clock import Clock
from bot.model.telemetry import count, tallied
from bot.runtime import memory as heap
from bot.runtime.jobs import Wakeup

_LOGGER = logging.getLogger(__name__)

_PERIOD: Final = 300.0
_TICK: Final = 0.01
_OWN: Final = "self"
_LONG: Final = 0.02
"""Seconds of lateness that count as a stall."""
_TOLD: Final = 10
"""Stalls that a health line names, the longest ones."""


class Cause(StrEnum):
    """The kinds of work that hold up the event loop, and the machine, which had no time for it."""

    GARBAGE = "garbage"
    MACHINE = "machine"
    DATABASE = "database"
    PICTURE = "picture"
    PAGE = "page"
    DISCORD = "discord"
    OTHER = "other"


_CAUSES: Final = {
    "bot.store": Cause.DATABASE,
    "bot.chat.pictures": Cause.PICTURE,
    "renderer": Cause.PICTURE,
    "bot.present": Cause.PAGE,
    "bot.words": Cause.PAGE,
    "engine": Cause.PAGE,
    "discord": Cause.DISCORD,
    "aiohttp": Cause.DISCORD,
}
"""The cause of a stall by the package of the innermost function that has one."""
STALLS: Final = tallied("stalls", "Times that the event loop was late by 20 ms or more", "cause")
for _cause in Cause:
    count(STALLS, _cause, by=0)


@dataclass(frozen=True, slots=True)
class Gauges:
    """The figures that the bot tells about itself: milliseconds for times, counts for the rest.

    `answered` and `slowest` are the presses since the last health line and the longest of them,
    `late` those since the start for whose answer Discord no longer waited. So many `pictures` wait,
    and so many were `drawn` since the start. `failing` names the jobs that fail now.
    """

    latency: float
    servers: int
    games: int
    answered: int
    slowest: float
    late: int
    posts: int
    pictures: int
    drawn: int
    failing: tuple[str, ...] = ()


class MemoryUse(NamedTuple):
    """The resident memory of a process in MB, now and at most."""

    now: float
    most: float


def memory(process: int | str = _OWN) -> MemoryUse:
    """Return the memory of a process and of those that it has begun, as Linux counts it.

    What each took at most is added up, though not at one moment. 0 where the system does not tell.
    """
    folder = Path("/proc", str(process))
    try:
        status = (folder / "status").read_text("utf-8")
        begun = _begun_by(folder)
    except OSError:
        return MemoryUse(0.0, 0.0)
    kilobytes = dict(re.findall(r"^(VmRSS|VmHWM):\s+(\d+) kB$", status, re.MULTILINE))
    own = [int(kilobytes.get(name, 0)) / 1024 for name in ("VmRSS", "VmHWM")]
    others = map(memory, begun)
    return MemoryUse(*map(sum, zip(own, *others, strict=True)))


def _begun_by(folder: Path) -> list[str]:
    """The processes that one has begun and that run, by its folder."""
    lines = [file.read_text("utf-8") for file in folder.glob("task/*/children")]
    return " ".join(lines).split()


class LoopWatch:
    """Wakes every `tick` seconds, and notes by how much the event loop let it wait at worst."""

    def __init__(self, tick: float = _TICK) -> None:
        """Watch the running event loop within an `async with`."""
        self.worst = 0.0
        self._began = time.perf_counter()
        self._tick = tick

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._watch())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(self._tick)
            late, since = self._late(), self._began
            self._began = time.perf_counter()
            self.worst = max(self.worst, late)
            self._note(late, since)

    def _late(self) -> float:
        return time.perf_counter() - self._began - self._tick

    def _note(self, late: float, since: float) -> None:
        """Learn by how many seconds the loop was late, which slept since a moment."""

    def take(self) -> float:
        """The seconds that the loop was late at worst since this was asked last.

        Raises what the watch has failed with.
        """
        if self._task.done():
            self._task.result()
        worst, self.worst = self.worst, 0.0
        return worst


@dataclass(frozen=True, slots=True)
class Stall:
    """The loop was late by so many seconds, and where that was seen, in this function."""

    seconds: float
    cause: Cause
    place: str

    def __str__(self) -> str:
        where = f" in {self.place}" if self.place else ""
        return f"{self.seconds * 1000:.0f} ms {self.cause}{where}"


class StallWatch(LoopWatch):
    """Notes also what held up the loop: a thread looks at the loop's own one while it is late.

    No thread can look during a search for garbage, so that those are timed. The machine is the
    cause where the loop itself worked for less than half of the time.
    """

    async def __aenter__(self) -> Self:
        self._loop = threading.get_ident()
        self._worked = time.thread_time()
        self._seen: FrameType | None = None
        self._stalls: list[Stall] = []
        self._over = threading.Event()
        threading.Thread(target=self._look, name="stalls", daemon=True).start()
        return await super().__aenter__()

    async def __aexit__(self, *raised: object) -> None:
        self._over.set()
        await super().__aexit__(*raised)

    def stalls(self) -> list[Stall]:
        """The longest stalls since this was asked last, the longest first."""
        stalls, self._stalls = self._stalls, []
        return stalls

    def _note(self, late: float, since: float) -> None:
        before, self._worked = self._worked, time.thread_time()
        place, self._seen = self._seen, None
        if late < _LONG:
            return
        if 2 * heap.SEARCHES.within(since) > late:
            stall = Stall(late, Cause.GARBAGE, "")
        elif 2 * (self._worked - before) < late:
            stall = Stall(late, Cause.MACHINE, "")
        else:
            stall = _stall(late, place)
        count(STALLS, stall.cause)
        self._stalls = nlargest(_TOLD, (*self._stalls, stall), key=lambda one: one.seconds)

    def _look(self) -> None:
        while not self._over.wait(max(_LONG - self._late(), _TICK)):
            if self._late() >= _LONG and self._seen is None:
                self._seen = sys._current_frames().get(self._loop)  # noqa: SLF001 - its only name


def _stall(late: float, seen: FrameType | None) -> Stall:
    """The stall that was seen in a function: it, or the one that called it, has a cause."""
    frame = seen
    while frame is not None:
        for package, cause in _CAUSES.items():
            if f"{_name(frame)}.".startswith(f"{package}."):
                return Stall(late, cause, _name(frame))
        frame = frame.f_back
    return Stall(late, Cause.OTHER, "" if seen is None else _name(seen))


def _name(frame: FrameType) -> str:
    return f"{frame.f_globals.get('__name__', '')}.{frame.f_code.co_qualname}"


def line(gauges: Gauges, late: float, stalls: Sequence[Stall] = ()) -> str:
    """The health line; `late` is by how many seconds the event loop was late at worst."""
    now, most = memory()
    return (
        f"health: memory {now:.0f} MB (most {most:.0f}), latency {gauges.latency:.0f} ms, "
        f"loop late by {late * 1000:.1f} ms at most ({', '.join(map(str, stalls)) or 'no stall'}), "
        f"longest search for garbage {heap.SEARCHES.take() * 1000:.1f} ms, "
        f"presses {gauges.answered} (slowest {gauges.slowest:.0f} ms, too late {gauges.late}), "
        f"posts waiting {gauges.posts}, pictures waiting {gauges.pictures}, "
        f"pictures drawn {gauges.drawn}, "
        f"games in memory {gauges.games}, servers {gauges.servers}, "
        f"jobs failing {', '.join(gauges.failing) or 'none'}"
    )


class Health:
    """Logs the health line now and then, and searches for garbage while no press is at work."""

    def __init__(
        self, gauges: Callable[[], Gauges], is_busy: Callable[[], bool], clock: Clock
    ) -> None:
        """Tell what `gauges` reads off, at intervals of `clock`."""
        self._gauges = gauges
        self._is_busy = is_busy
        self._wakeup = Wakeup(clock)

    def ask(self) -> None:
        """Log the health line at once."""
        self._wakeup.kick()

    async def run(self) -> None:
        """Log the health line at intervals and when asked, until cancelled."""
        async with StallWatch() as watch:
            while True:
                _LOGGER.info("%s", line(self._gauges(), watch.take(), watch.stalls()))
                await self._wakeup.rest(_PERIOD)
                if not self._is_busy():
                    heap.SEARCHES.search()
