"""Snowflakes: identifiers that carry their moment of creation (Discord, reference: Snowflakes)."""

from __future__ import annotations

import itertools

from bot.local.clock import Clock

DISCORD_EPOCH_MS = 1_420_070_400_000


class Snowflakes:
    """Hands out identifiers that are unique and never decrease."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._counter = itertools.count(1)

    def next(self) -> int:
        """A new identifier: milliseconds since Discord's epoch, then 22 bits of a counter."""
        millis = int(self._clock.now() * 1000) - DISCORD_EPOCH_MS
        return (millis << 22) | (next(self._counter) & 0x3FFFFF)
