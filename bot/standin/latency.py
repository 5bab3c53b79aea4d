"""Latency: how long a request and its answer are on the way between a bot and Discord."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Final

LEAST: Final = 0.08
MOST: Final = 0.25
"""Seconds there and back (guessed: what bots measure from machines in Europe and America)."""


@dataclass(frozen=True, slots=True)
class Latency:
    """Times on the way, drawn evenly between two bounds by dice with a seed; in seconds."""

    least: float = LEAST
    most: float = MOST
    seed: int = 0
    _dice: Random = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_dice", Random(self.seed))  # noqa: S311 - no secret

    def one_way(self) -> float:
        """The next time from one to the other, half of the way there and back."""
        return self._dice.uniform(self.least, self.most) / 2
