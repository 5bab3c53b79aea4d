"""Puzzles: a position, one goal, and the lines of play that reach it."""

from engine.puzzles.puzzle import Goal, Puzzle

__all__ = ["Goal", "Puzzle"]
