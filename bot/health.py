"""The health line: memory, latency, loop lag and queues, once in a while and on demand."""

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

LOG = logging.getLogger(__name__)

PERIOD: Final = 300.0
STATUS: Final = Path("/proc/self/status")


@dataclass(frozen=True, slots=True)
class Gauges:
    """What the bot tells about itself: milliseconds for the latency, counts for the rest."""

    latency: float
    guilds: int
    games: int
    posts: int
    pictures: int


def memory() -> float:
    """The resident memory of this process in MB; 0 where the system does not tell."""
    try:
        lines = STATUS.read_text("utf-8").splitlines()
    except OSError:
        return 0.0
    kilobytes = next((line.split()[1] for line in lines if line.startswith("VmRSS:")), "0")
    return int(kilobytes) / 1024


async def loop_lag() -> float:
    """How late the event loop is just now, in milliseconds."""
    before = time.perf_counter()
    await asyncio.sleep(0)
    return (time.perf_counter() - before) * 1000


async def line(gauges: Gauges) -> str:
    """The health line."""
    return (
        f"health: memory {memory():.0f} MB, latency {gauges.latency:.0f} ms, "
        f"loop lag {await loop_lag():.1f} ms, guilds {gauges.guilds}, "
        f"games in memory {gauges.games}, posts waiting {gauges.posts}, "
        f"pictures waiting {gauges.pictures}"
    )


async def report(gauges: Callable[[], Gauges]) -> None:
    """Log the health line now and then, until cancelled."""
    while True:
        LOG.info("%s", await line(gauges()))
        await asyncio.sleep(PERIOD)
