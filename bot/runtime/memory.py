"""The heap of the process: what is large goes back to the system, what lasts is not searched."""

import ctypes
import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

_LARGEST_KEPT: Final = 128 << 10
"""Bytes; larger pieces, such as sprites and PNGs, are mapped one by one."""
_MOST_FREE: Final = 8 << 20
"""Bytes at the end of a heap that are free and yet kept: what one drawing takes in small pieces
need not be asked of the system again for the next."""
_ARENAS: Final = 2
_THRESHOLDS: Final = (10_000, 3, 5_000)
"""New objects until the youngest are searched, such searches until older ones are, and those until
all are. CPython's own (700, 10, 10) search a heap whose start is frozen whole all the time. The
second one sees what three first ones have left: with more of them it stops the loop for longer."""
_AGAIN: Final = 300.0
"""Seconds of the machine between two searches of everything."""
_M_TRIM_THRESHOLD: Final = -1
_M_MMAP_THRESHOLD: Final = -3
_M_ARENA_MAX: Final = -8


def keep_small() -> bool:
    """Tell glibc to keep no large pieces for later, nor a heap for each thread.

    For the start of the process. False where another library manages the heap.
    """
    try:
        tune = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError):
        return False
    wanted = (
        (_M_MMAP_THRESHOLD, _LARGEST_KEPT),
        (_M_TRIM_THRESHOLD, _MOST_FREE),
        (_M_ARENA_MAX, _ARENAS),
    )
    done = [tune(what, value) for what, value in wanted]
    return all(done)


def give_back() -> None:
    """Give free pages between pieces that last back to the system, where glibc manages the heap.

    By itself it gives back those at the end. With a hundred megabytes this takes some milliseconds.
    """
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(_MOST_FREE)


def pause() -> None:
    """Search for no garbage until all is imported: searches would take a seventh of the time."""
    gc.disable()


def keep_imports() -> None:
    """Leave what was imported out of every later search; from now on there are searches.

    It holds little garbage, some 400 kB, which would take 70 ms to find.
    """
    gc.freeze()
    gc.enable()


@contextmanager
def importing() -> Iterator[None]:
    """Pause for imports, and keep what they bring."""
    pause()
    yield
    keep_imports()


class Searches:
    """The searches for garbage: how long the longest was, and how much of late they took."""

    def __init__(self) -> None:
        self._whole = time.monotonic()
        self._began = 0.0
        self._longest = 0.0
        self._last = (0.0, 0.0)

    def watch(self) -> None:
        """Time each search from now on."""
        if self._hear not in gc.callbacks:
            gc.callbacks.append(self._hear)

    def _hear(self, phase: str, _: dict[str, Any]) -> None:
        now = time.perf_counter()
        if phase == "start":
            self._began = now
        else:
            self._last = (now, now - self._began)
            self._longest = max(self._longest, now - self._began)

    def within(self, since: float) -> float:
        """The seconds that the last search took, 0 where it ended before a moment."""
        ended, seconds = self._last
        return seconds if ended > since else 0.0

    def take(self) -> float:
        """The seconds of the longest search since this was asked last."""
        longest, self._longest = self._longest, 0.0
        return longest

    def search(self) -> None:
        """Search everything, which may take 0.1 s, unless that was done a few minutes ago."""
        now = time.monotonic()
        if now - self._whole >= _AGAIN:
            self._whole = now
            gc.collect()


SEARCHES: Final = Searches()


def settle() -> None:
    """Leave what is there out of every later search for garbage: it lasts as long as the process.

    For the end of the start. A search stops the event loop for as long as it has objects to see.
    From now on there are searches, also where there were none before, but seldom of everything.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)
    SEARCHES.watch()
    gc.enable()
