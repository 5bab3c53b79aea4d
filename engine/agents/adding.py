"""Sums of worths that are the same to the last bit on every Python.

Since Python 3.12 `sum` corrects the rounding of floats, so equal searches would part ways there.
"""

from collections.abc import Iterable


def added(worths: Iterable[float]) -> float:
    """Return the sum of some worths, which are added from left to right."""
    total = 0.0
    for worth in worths:
        total += worth
    return total
