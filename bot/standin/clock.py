"""The time of the stand-in: the machine's clock, or one that a test moves by hand."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol


class WorldClock(Protocol):
    """Gives the present moment to everything that ages: interactions, messages, nonces."""

    def now(self) -> float:
        """Seconds since the Unix epoch."""
        ...

    def on_change(self, listener: Callable[[], None]) -> None:
        """Call `listener` whenever time jumps, so that no waiter sleeps through a deadline."""
        ...


class MachineClock:
    """The machine's own clock; it never jumps."""

    def now(self) -> float:
        """Seconds since the Unix epoch."""
        return time.time()

    def on_change(self, listener: Callable[[], None]) -> None:
        """Ignore `listener`: this clock never jumps."""


class ManualClock:
    """A clock that stands still until a test moves it."""

    def __init__(self, start: float = 1_767_225_600.0) -> None:
        self._now = start
        self._listeners: list[Callable[[], None]] = []

    def now(self) -> float:
        """Seconds since the Unix epoch."""
        return self._now

    def on_change(self, listener: Callable[[], None]) -> None:
        """Call `listener` after every `advance`."""
        self._listeners.append(listener)

    def advance(self, seconds: float) -> None:
        """Move time forward; raises ValueError for a step back."""
        if seconds < 0:
            raise ValueError("time does not run backwards")
        self._now += seconds
        for listener in self._listeners:
            listener()


class ShiftedClock(ManualClock):
    """The machine's clock plus all skipped time, for whole processes."""

    def __init__(self) -> None:
        super().__init__(0.0)

    def now(self) -> float:
        """Seconds since the Unix epoch, with all that was skipped."""
        return time.time() + super().now()


def iso(moment: float) -> str:
    """The timestamp format of the HTTP API: ISO 8601 with an offset."""
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="microseconds")
