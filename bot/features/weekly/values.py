"""The deal of the week: everybody plays the same deal against Tom, once.

A deal can be begun for a week, from Monday 0:00 UTC, and played to its end in the week after. Then
it closes. From the first moment its commitment is public, a digest of the hidden seed: nobody can
be dealt anything else without that being seen once the seed is told.
"""

from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Final

from bot.model import button_forms
from engine import GameOptions
from engine.agents.levels import Level

SECONDS_A_DAY: Final = 86_400
_MONDAY: Final = 4
"""The first Monday, counted in days from the beginning of Unix time, a Thursday."""
OPTIONS: Final = GameOptions(1, handicap=0)
"""At even handicap, and counted: nobody goes back beyond the running turn."""


class Phase(StrEnum):
    """The phase of a deal, which says what people can do with it."""

    OPEN = "open"
    """It can be begun."""
    ENDING = "ending"
    """It can be finished."""
    CLOSED = "closed"
    """Its seed and its results are known."""


def week_at(now: float) -> int:
    """The number of the week at a Unix time."""
    return (int(now // SECONDS_A_DAY) - _MONDAY) // 7


def opening(week: int) -> float:
    """Return the Unix time at which the deal of a week opens."""
    return float((week * 7 + _MONDAY) * SECONDS_A_DAY)


def closing(week: int) -> float:
    """Return the Unix time at which the deal of a week closes."""
    return opening(week + 2)


def phase_at(week: int, now: float) -> Phase:
    """Return the phase of the deal of a week at a Unix time."""
    match week_at(now) - week:
        case 0:
            return Phase.OPEN
        case 1:
            return Phase.ENDING
        case _:
            return Phase.CLOSED


@dataclass(frozen=True, slots=True)
class Deal:
    """The deal of a week; `seed`, `salt` and `snapshot` stay hidden until it closes.

    The seed is written as in records, in hexadecimal digits, and the salt keeps anybody from trying
    seeds out. Every game begins with the `snapshot`, JSON text.
    """

    week: int
    seed: str
    salt: str
    snapshot: str

    @property
    def commitment(self) -> str:
        """The SHA-256 of week, seed and salt, in hexadecimal digits (docs/weekly.md)."""
        return sha256(f"{self.week} {self.seed} {self.salt}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Attempt:
    """A person's game of a deal, listed on the server `guild`; None where that is nowhere.

    `game` is None once the game was deleted, and the totals until it is `over`; who gives up has
    none. `helped` says that a turn was suggested.
    """

    week: int
    person: int
    name: str
    game: int | None
    guild: int | None
    helped: bool = False
    over: bool = False
    total: int | None = None
    tom: int | None = None

    @property
    def lead(self) -> int | None:
        """The points ahead of Tom, by which lists go; above 0 the game is won."""
        return None if self.total is None or self.tom is None else self.total - self.tom


@dataclass(frozen=True, slots=True)
class Par:
    """The scores of a level of the bot in a deal."""

    week: int
    level: Level
    total: int
    tom: int

    @property
    def lead(self) -> int:
        """The points ahead of Tom."""
        return self.total - self.tom


@dataclass(frozen=True, slots=True)
class WeeklyResults:
    """The results of a deal: the finished attempts, the best first, and the par of the levels.

    `people` counts all who are through, those on other servers too, and `beaten` how many of them
    the viewer left behind.
    """

    attempts: tuple[Attempt, ...]
    par: tuple[Par, ...]
    people: int
    beaten: int


@dataclass(frozen=True, slots=True)
class WeeklyPage:
    """The part of a deal that a person may know.

    `results` is None for who could still learn something from them. `deal` is given where it is
    closed, `attempt` is the person's own.
    """

    week: int
    phase: Phase
    commitment: str
    attempt: Attempt | None = None
    results: WeeklyResults | None = None
    deal: Deal | None = None


@button_forms.written(button_forms.Family.RESULTS, "weekly")
class ShowWeekly(button_forms.ButtonValue):
    """Show the deal of a week."""

    week: button_forms.RowNumber


@button_forms.written(button_forms.Family.RESULTS, "fair")
class ShowFairness(button_forms.ButtonValue):
    """Show how anybody can check that the deal of a week is the same for everybody."""

    week: button_forms.RowNumber


@button_forms.written(button_forms.Family.RESULTS, "deal")
class PlayWeekly(button_forms.ButtonValue):
    """Begin the deal of this week."""
