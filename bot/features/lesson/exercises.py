"""The six exercises that the program brings along, each with a goal of its own."""

from functools import cache
from importlib.resources import files
from typing import Final

from engine.puzzles import Goal, Puzzle
from engine.puzzles.collection import Collection, StoredPuzzle

_FILE: Final = files("bot.features.lesson").joinpath("exercises.jsonl")
EXERCISES: Final = {
    stored.goal: (game, stored)
    for game, stored in Collection.load(_FILE.read_text("utf-8").splitlines()).puzzles
}
"""All of them by their goals, as `python -m tests.tools.puzzles.exercises` wrote them."""
GOALS: Final = tuple(EXERCISES)
"""The goals in the order of the exercises."""


@cache
def exercise(goal: Goal) -> tuple[Puzzle, StoredPuzzle]:
    """Return the exercise with a goal, and what the judge said of it.

    It is replayed from the beginning of its game, which takes a while the first time.
    """
    game, stored = EXERCISES[goal]
    return game.puzzle(stored), stored
