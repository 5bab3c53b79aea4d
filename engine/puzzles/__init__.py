"""Puzzles: a position, one goal, and the exact worth of every way to begin."""

from engine.puzzles.judge import BUDGET, Beginning, Judged, TooLargeError, judge
from engine.puzzles.puzzle import Goal, Puzzle

__all__ = ["BUDGET", "Beginning", "Goal", "Judged", "Puzzle", "TooLargeError", "judge"]
