"""Counts for the operator since this process began."""

from collections import Counter
from enum import StrEnum
from typing import Final


class Tallied(StrEnum):
    """Kinds of counts; each value is part of a metric's name."""

    BUGS = "bugs"
    """Unexpected errors whose number a person has seen."""
    POSTS_FAILED = "posts_failed"
    """Attempts to post that Discord did not take, by the kind of failure."""
    PROCESSES_LOST = "processes_lost"
    """Processes that ended over their work and were replaced, by what they do."""
    EXERCISES_SOLVED = "exercises_solved"
    """Exercises behind the lesson that people solved for the first time, by the goal."""
    LESSON_STEPS = "lesson_steps"
    """Steps of the lesson that people finished, by the step."""
    UPLOADED = "uploaded_bytes"
    """Bytes of pictures that were handed to Discord."""
    UNREADABLE = "unreadable"
    """Malformed data from Discord, by the connection."""


TALLY: Final = Counter[tuple[Tallied, str]]()
"""Counts by kind and reason; the reason is empty where a kind has only one."""


def count(what: Tallied, reason: str = "", by: int = 1) -> None:
    """Count something once more, or `by` so many."""
    TALLY[what, reason] += by
