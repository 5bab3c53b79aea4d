"""Telemetry for operators: the work behind each log line, counts, and failures of the machine."""

import logging
import time
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import BrokenExecutor
from contextvars import ContextVar
from dataclasses import dataclass
from math import inf
from types import MappingProxyType
from typing import Final

_LOGGER = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Tallied:
    """A kind of counts: its part of a metric's name, its meaning, and the names of its labels."""

    name: str
    meaning: str
    labels: tuple[str, ...]


TALLIED: Final[dict[str, Tallied]] = {}
"""Every kind of counts by its name."""


def tallied(name: str, meaning: str, *labels: str) -> Tallied:
    """Declare a kind of counts; raises ValueError for a name that another kind has."""
    if name in TALLIED:
        raise ValueError(f"{name} is counted already")
    return TALLIED.setdefault(name, Tallied(name, meaning, labels))


BUGS: Final = tallied("bugs", "Errors that nobody expected")
POSTS_FAILED: Final = tallied(
    "posts_failed", "Attempts to post that Discord did not take", "reason", "code"
)
PROCESSES_LOST: Final = tallied(
    "processes_lost", "Processes that ended over their work and were replaced", "pool"
)
UPLOADED: Final = tallied("uploaded_bytes", "Bytes of pictures that were handed to Discord")
UNREADABLE: Final = tallied(
    "unreadable", "Malformed messages of Discord that were passed over", "connection"
)

TALLY: Final = Counter[tuple[Tallied, *tuple[str, ...]]]()
"""Counts by kind and reasons; a kind of its own has none."""


def count(what: Tallied, *reasons: str, by: int = 1) -> None:
    """Count something once more, or `by` so many.

    0 makes a count that an alert sees grow: what begins with 1 has grown by nothing for it.
    """
    TALLY[what, *reasons] += by


_NOTHING: Final[Mapping[str, object]] = MappingProxyType({})
_NAMES: Final[ContextVar[Mapping[str, object]]] = ContextVar("names", default=_NOTHING)


def begin_work(**names: object) -> None:
    """Name what this task works on from now on, in place of all that was named before."""
    _NAMES.set(names)


def note_work(**names: object) -> None:
    """Name more of what this task works on; without effect in a task that never began."""
    known = _NAMES.get()
    if isinstance(known, dict):
        known.update(names)


def noted_work() -> str:
    """All that is named, as it stands in a log line; names without a value are left out."""
    return " ".join(f"{name}={value}" for name, value in _NAMES.get().items() if value is not None)


_FAILURES: Final = (OSError, MemoryError, BrokenExecutor)
"""Errors that lie with the machine, the network or the database, and not with the program."""
_BUGS: Final = (
    FileExistsError,
    FileNotFoundError,
    IsADirectoryError,
    NotADirectoryError,
    PermissionError,
)
"""Errors of the system that last: the program or its installation asks for what it cannot have."""
_TOLD_AGAIN: Final = 3600.0
"""Seconds after which a failure that goes on is logged again."""
SLOW_WRITE: Final = 2.0
"""Seconds for a change in the database that are logged: Discord waits three for an answer."""
_LASTS: Final = 60.0
"""Seconds for which a failure counts as going on."""


class Environment:
    """Knows whether the machine and the database fail at present, and tells it once an hour."""

    def __init__(self) -> None:
        """Know of no failure."""
        self._told: dict[str, float] = {}
        self._last = -inf

    @property
    def fails(self) -> bool:
        """Say whether something has failed within the last minute."""
        return time.monotonic() - self._last < _LASTS

    def explains(self, error: BaseException) -> bool:
        """Say whether an error comes from the environment rather than a bug; notes it if so."""
        if not isinstance(error, _FAILURES) or isinstance(error, _BUGS):
            return False
        self._last = time.monotonic()
        kind = type(error).__name__
        if self._is_due(kind):
            _LOGGER.error(
                "the machine or the database failed, and people are asked to try again later;"
                " this line comes at most once an hour: %s: %s",
                kind,
                error,
            )
        return True

    def note_write(self, seconds: float) -> None:
        """Note how long a change in the database took; a slow one is logged."""
        if seconds >= SLOW_WRITE and self._is_due("write"):
            _LOGGER.warning(
                "the database took %.1f s for a change, and people wait for it: its disk is slow,"
                " or too much is asked of it; this line comes at most once an hour",
                seconds,
            )

    def _is_due(self, kind: str) -> bool:
        """Say whether a kind of line comes again by now, and note that it does."""
        now = time.monotonic()
        due = now - self._told.get(kind, -inf) >= _TOLD_AGAIN
        if due:
            self._told[kind] = now
        return due


ENVIRONMENT: Final = Environment()
"""Environment of this process."""
