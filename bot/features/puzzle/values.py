"""Puzzles and exercises as the program brings them along, and the attempts of people at them."""

from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from bot.features.puzzle.collection import Collection, StoredPuzzle
from bot.features.puzzle.puzzle import Goal, Puzzle
from bot.model import button_forms, controls

PUZZLE_SECONDS: Final = 86_400
"""Seconds of a day."""
MOST_STARS: Final = 3
SOLUTION: Final = controls.own_sign("$")
"""The control that shows how a puzzle is solved."""
_STAR, _NO_STAR = "★", "☆"


def _load(name: str) -> Collection:
    text = files("bot.features.puzzle").joinpath(name).read_text("utf-8")
    return Collection.load(text.splitlines())


@cache
def collection() -> Collection:
    """All puzzles, as `python -m tests.features.puzzle.maker make` wrote them."""
    return _load("puzzles.jsonl")


@lru_cache(maxsize=4)
def puzzle_of(day: int) -> tuple[Puzzle, StoredPuzzle]:
    """The puzzle of a day, counted from 1970-01-01 (UTC), and what the judge said of it.

    It is replayed from the beginning of its game, which takes a while the first time.
    """
    game, stored = collection().of_day(day)
    return game.puzzle(stored), stored


EXERCISES: Final = {
    stored.goal: (game, stored) for game, stored in _load("exercises.jsonl").puzzles
}
"""All of them by their goals, as `python -m tests.features.puzzle.maker.exercises` wrote them."""
GOALS: Final = tuple(EXERCISES)
"""The goals in the order of the exercises."""


@cache
def exercise(goal: Goal) -> tuple[Puzzle, StoredPuzzle]:
    """Return the exercise with a goal, and what the judge said of it.

    It is replayed from the beginning of its game, which takes a while the first time.
    """
    game, stored = EXERCISES[goal]
    return game.puzzle(stored), stored


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


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzlerRow(PuzzleAttempt):
    """The attempt of somebody at the puzzle of a day, counted from 1970-01-01.

    `streak` counts the days in a row that were solved up to this one.
    """

    day: int
    streak: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ExerciseRow(PuzzleAttempt):
    """The attempt of somebody at the exercise with a goal."""

    goal: Goal


@button_forms.written(button_forms.own_family("z"))
class PuzzleAnswer(button_forms.ButtonValue):
    """A control of the daily puzzle, by its token (`bot.model.controls`)."""

    token: str


@button_forms.written(button_forms.own_family("e"))
class ExerciseAnswer(button_forms.ButtonValue):
    """A control of an exercise, by its token (`bot.model.controls`)."""

    token: str


@button_forms.written(button_forms.Family.PERSON, "exercises")
class ListExercises(button_forms.ButtonValue):
    """List the exercises, with the person's stars."""


@button_forms.written(button_forms.Family.PERSON, "exercise")
class OpenExercise(button_forms.ButtonValue):
    """Show the exercise with a goal as the person left it."""

    goal: Goal
