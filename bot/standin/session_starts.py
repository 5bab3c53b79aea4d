"""The limit on session starts (Discord, events/gateway: Identifying, Session Start Limit)."""

from __future__ import annotations

from collections import deque
from typing import Final

from bot.standin import model
from bot.standin.clock import WorldClock

_DAY: Final = 24 * 3600.0
_PACE: Final = 5.0
"""Seconds in which `max_concurrency` sessions may start."""


class SessionStarts:
    """Counts IDENTIFYs; `shards` is the number that Discord recommends to a bot.

    `paced` refuses those that come too soon after another of their bucket. It is off unless a
    test wants it, since a bot would have to wait five seconds for each shard.
    """

    def __init__(self, clock: WorldClock) -> None:
        self.shards = 1
        self.total = 1000
        self.max_concurrency = 1
        self.paced = False
        self._clock = clock
        self._starts: deque[float] = deque()
        self._last: dict[int, float] = {}

    @property
    def remaining(self) -> int:
        """Starts that are left of the day."""
        self._forget_yesterday()
        return max(self.total - len(self._starts), 0)

    def _forget_yesterday(self) -> None:
        while self._starts and self._clock.now() - self._starts[0] >= _DAY:
            self._starts.popleft()

    def count(self, shard: int) -> bool:
        """Count a start; returns whether it may go on, or comes too soon."""
        now = self._clock.now()
        self._starts.append(now)
        bucket = shard % self.max_concurrency
        last = self._last.get(bucket)
        if self.paced and last is not None and now - last < _PACE:
            return False
        self._last[bucket] = now
        return True

    def as_json(self) -> model.Json:
        """The `session_start_limit` of GET /gateway/bot; times in milliseconds."""
        left = self.remaining
        wait = _DAY - (self._clock.now() - self._starts[0]) if self._starts else 0.0
        return {
            "total": self.total,
            "remaining": left,
            "reset_after": int(wait * 1000),
            "max_concurrency": self.max_concurrency,
        }
