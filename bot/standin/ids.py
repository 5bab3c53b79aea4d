"""Snowflakes: identifiers that carry their moment of creation (Discord, reference: Snowflakes)."""

from __future__ import annotations

from bot.standin.clock import WorldClock

DISCORD_EPOCH_MS = 1_420_070_400_000


def made_at(snowflake: int) -> float:
    """Return the Unix time at which an identifier was made, in seconds."""
    return ((snowflake >> 22) + DISCORD_EPOCH_MS) / 1000


class Snowflakes:
    """Hands out identifiers that only grow, also when the machine's clock was put back."""

    def __init__(self, clock: WorldClock, last: int = 0) -> None:
        """Begin behind `last`, the largest identifier of an earlier day."""
        self._clock = clock
        self._last = last

    def next(self) -> int:
        """A new identifier: milliseconds since Discord's epoch, then 22 bits that count on."""
        millis = int(self._clock.now() * 1000) - DISCORD_EPOCH_MS
        self._last = max(self._last + 1, millis << 22)
        return self._last
