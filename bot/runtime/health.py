"""The health line: memory, delays and queues, once in a while and on demand."""

import asyncio
import logging
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple, Self

from bot.model.clock import Clock
from bot.runtime.jobs import Wakeup

_LOGGER = logging.getLogger(__name__)

_PERIOD: Final = 300.0
_TICK: Final = 0.01
_OWN: Final = "self"


@dataclass(frozen=True, slots=True)
class Gauges:
    """The figures that the bot tells about itself: milliseconds for times, counts for the rest.

    `answered` and `slowest` are the presses since the last health line and the longest of them,
    `late` those since the start for whose answer Discord no longer waited. `failing` names the jobs
    that fail now.
    """

    latency: float
    guilds: int
    games: int
    answered: int
    slowest: float
    late: int
    posts: int
    pictures: int
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
        self._tick = tick

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._watch())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _watch(self) -> None:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(self._tick)
            self.worst = max(self.worst, time.perf_counter() - began - self._tick)

    def take(self) -> float:
        """The seconds that the loop was late at worst since this was asked last.

        Raises what the watch has failed with.
        """
        if self._task.done():
            self._task.result()
        worst, self.worst = self.worst, 0.0
        return worst


def line(gauges: Gauges, late: float) -> str:
    """The health line; `late` is by how many seconds the event loop was late at worst."""
    now, most = memory()
    return (
        f"health: memory {now:.0f} MB (most {most:.0f}), latency {gauges.latency:.0f} ms, "
        f"loop late by {late * 1000:.1f} ms at most, "
        f"presses {gauges.answered} (slowest {gauges.slowest:.0f} ms, too late {gauges.late}), "
        f"posts waiting {gauges.posts}, pictures waiting {gauges.pictures}, "
        f"games in memory {gauges.games}, guilds {gauges.guilds}, "
        f"jobs failing {', '.join(gauges.failing) or 'none'}"
    )


class Health:
    """Logs the health line now and then."""

    def __init__(self, gauges: Callable[[], Gauges], clock: Clock) -> None:
        """Tell what `gauges` reads off, at intervals of `clock`."""
        self._gauges = gauges
        self._wakeup = Wakeup(clock)

    def ask(self) -> None:
        """Log the health line at once."""
        self._wakeup.kick()

    async def run(self) -> None:
        """Log the health line at intervals and when asked, until cancelled."""
        async with LoopWatch() as watch:
            while True:
                _LOGGER.info("%s", line(self._gauges(), watch.take()))
                await self._wakeup.rest(_PERIOD)
