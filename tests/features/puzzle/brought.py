"""The values of this feature that tests of the whole need."""

from typing import Final

from bot.features.puzzle import values
from bot.features.puzzle.collection import PuzzleGame
from bot.features.puzzle.exercise_service import EXERCISES_SOLVED
from bot.features.puzzle.puzzle import Goal
from tests.features.puzzle.maker.__main__ import puzzle_parser

HANGING: Final = {
    "1|z|0|0|0123abcd|%": values.PuzzleAnswer("%"),
    "1|p|0|0||exercises": values.ListExercises(),
    "1|p|0|0||exercise:home": values.OpenExercise(Goal.HOME),
    "1|e|0|2|0123abcd|%": values.ExerciseAnswer("%"),
}
FREE: Final = (values.PuzzleAnswer, values.OpenExercise, values.ExerciseAnswer)
STORED: Final = {"puzzles": (PuzzleGame, values.PuzzlerRow, values.ExerciseRow)}
PARSERS: Final = (puzzle_parser,)
COUNTED: Final = {EXERCISES_SOLVED: "home"}
