"""Small helpers for the tuples that a state is made of."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

_T = TypeVar("_T")


def replaced(values: tuple[_T, ...], at: int, value: _T) -> tuple[_T, ...]:
    """The tuple with one entry changed."""
    return (*values[:at], value, *values[at + 1 :])


def divided(pieces: Iterable[_T], sizes: Iterable[int]) -> tuple[tuple[_T, ...], ...]:
    """The pieces in their order, divided into groups of these sizes."""
    rest: Iterator[_T] = iter(pieces)
    return tuple(tuple(next(rest) for _ in range(size)) for size in sizes)
