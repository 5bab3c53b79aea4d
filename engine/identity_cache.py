"""A cache for what is derived from the one box of a game, found by identity and not by hash.

Hashing a box walks all of its rows, which the hot loop of a game cannot afford.
"""

from collections.abc import Callable
from functools import wraps
from typing import Final, TypeVar

_Source = TypeVar("_Source")
_Derived = TypeVar("_Derived")

RESULTS_KEPT: Final = 64
"""The number of sources remembered; a process sees few boxes, and the oldest are forgotten."""


def cached_by_identity(derive: Callable[[_Source], _Derived]) -> Callable[[_Source], _Derived]:
    """Remember the last `RESULTS_KEPT` results of a function of one immutable object."""
    # The source is kept beside its result, so that its id cannot be given to another object.
    results: dict[int, tuple[_Source, _Derived]] = {}

    @wraps(derive)
    def remembered(source: _Source) -> _Derived:
        found = results.get(id(source))
        if found is not None:
            return found[1]
        derived = derive(source)
        if len(results) >= RESULTS_KEPT:
            results.pop(next(iter(results)), None)
        results[id(source)] = (source, derived)
        return derived

    return remembered
