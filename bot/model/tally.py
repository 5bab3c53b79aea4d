"""What this process has counted since it began, and only an operator wants to know."""

from collections import Counter
from enum import StrEnum
from typing import Final


class Tallied(StrEnum):
    """What is counted; each value is part of a metric's name."""

    BUGS = "bugs"
    """Errors that nobody expected, and that a person was told the number of."""
    POSTS_FAILED = "posts_failed"
    """Attempts to post that Discord did not take, by the kind of failure."""
    PROCESSES_LOST = "processes_lost"
    """Processes that ended over their work and were replaced, by what they do."""
    UPLOADED = "uploaded_bytes"
    """Bytes of pictures that were handed to Discord."""
    UNREADABLE = "unreadable"
    """What came from Discord in a form that it never should have, by the connection."""


TALLY: Final = Counter[tuple[Tallied, str]]()
"""How often, by what it is and why; the reason is empty where there is only one."""


def count(what: Tallied, reason: str = "", by: int = 1) -> None:
    """Count something once more, or `by` so many."""
    TALLY[what, reason] += by
