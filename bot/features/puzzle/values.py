"""The puzzles that the program brings along, the one of a day, and how far a person is with it."""

from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from bot.model.button_forms import ButtonValue, Family, written
from bot.model.puzzle_attempt import PuzzleAttempt
from engine.puzzles import Puzzle
from engine.puzzles.collection import Collection, StoredPuzzle

FILE = files("bot.features.puzzle").joinpath("puzzles.jsonl")
PUZZLE_SECONDS: Final = 86_400
"""Seconds of a day."""


@cache
def collection() -> Collection:
    """All puzzles, as `python -m tests.features.puzzle.maker make` wrote them."""
    return Collection.load(FILE.read_text("utf-8").splitlines())


@lru_cache(maxsize=4)
def puzzle_of(day: int) -> tuple[Puzzle, StoredPuzzle]:
    """The puzzle of a day, counted from 1970-01-01 (UTC), and what the judge said of it.

    It is replayed from the beginning of its game, which takes a while the first time.
    """
    game, stored = collection().of_day(day)
    return game.puzzle(stored), stored


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
