"""The partial results of one turn's planning, found again by their ingredients.

The positions of a search share most of their parts, as an answer leaves untouched parts alone.
Parts are compared by identity, which costs nothing; numbers by value.
"""

from collections.abc import Callable, Hashable
from typing import ParamSpec, TypeVar

_T = TypeVar("_T")
_P = ParamSpec("_P")


class PartMemory:
    """The results of one planning; it keeps the parts, so that no id is given away twice."""

    __slots__ = ("_results",)

    def __init__(self) -> None:
        self._results: dict[Hashable, tuple[object, object]] = {}

    def recall(
        self,
        parts: tuple[object, ...],
        numbers: tuple[Hashable, ...],
        work_out: Callable[_P, _T],
        *args: _P.args,
        **kwargs: _P.kwargs,
    ) -> _T:
        """The result of `work_out`, which may depend on nothing but these parts and numbers.

        A plain function: a bound method would hold its object, whose memory this is, in a cycle.
        """
        key = (work_out, numbers, *map(id, parts))
        found = self._results.get(key)
        if found is None:
            found = (work_out(*args, **kwargs), parts)
            self._results[key] = found
        return found[0]  # type: ignore[return-value]  # the key names the function
