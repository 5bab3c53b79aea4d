"""The progress of a person with a puzzle."""

from dataclasses import dataclass
from typing import Final

MOST_STARS: Final = 3
_STAR, _NO_STAR = "★", "☆"


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleAttempt:
    """The attempt of a `person` to solve one puzzle.

    `token` is that of the page that is shown, `body` what has been tried. `tries` counts the lines
    that were played to their end; `solved` is the number of the one that solved it, 0 while none
    has, and `shown` tells that the solution was shown before.
    """

    person: int
    token: str
    body: str
    tries: int = 0
    solved: int = 0
    shown: bool = False

    @property
    def stars(self) -> int:
        """The stars for the solution, fewer after more tries; 0 while there is none."""
        return max(1, MOST_STARS + 1 - self.solved) if self.solved else 0


def drawn_stars(count: int) -> str:
    """Return so many stars out of the most."""
    return _STAR * count + _NO_STAR * (MOST_STARS - count)
