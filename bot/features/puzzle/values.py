"""The state of a person in the puzzle of a day."""

from dataclasses import dataclass
from typing import Final

from bot.model.button_forms import ButtonValue, Family, written
from bot.model.puzzle_attempt import PuzzleAttempt

PUZZLE_SECONDS: Final = 86_400
"""Seconds of a day."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzlerRow(PuzzleAttempt):
    """The attempt of somebody at the puzzle of a day, counted from 1970-01-01.

    `streak` counts the days in a row that were solved up to this one.
    """

    day: int
    streak: int = 0


@written(Family.PUZZLE)
class PuzzleAnswer(ButtonValue):
    """A control of the daily puzzle, by its token (`bot.model.controls`)."""

    token: str
