"""What these tests bring to those of the whole."""

from typing import Final

from bot.features.puzzle.values import (
    ExerciseAnswer,
    ExerciseRow,
    ListExercises,
    OpenExercise,
    PuzzleAnswer,
    PuzzlerRow,
)
from engine.puzzles import Goal
from engine.puzzles.collection import PuzzleGame
from tests.features.puzzle.maker.__main__ import puzzle_parser

HANGING: Final = {
    "1|z|0|0|0123abcd|%": PuzzleAnswer("%"),
    "1|p|0|0||exercises": ListExercises(),
    "1|p|0|0||exercise:home": OpenExercise(Goal.HOME),
    "1|e|0|2|0123abcd|%": ExerciseAnswer("%"),
}
FREE: Final = (PuzzleAnswer, OpenExercise, ExerciseAnswer)
STORED: Final = {"puzzles": (PuzzleGame, PuzzlerRow, ExerciseRow)}
PARSERS: Final = (puzzle_parser,)
