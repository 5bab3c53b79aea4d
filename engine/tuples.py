"""Small helpers for the tuples that a state is made of."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def replaced(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The tuple with one entry changed."""
    return (*values[:at], value, *values[at + 1 :])


def divided(pieces: Iterable[T], sizes: Iterable[int]) -> tuple[tuple[T, ...], ...]:
    """The pieces in their order, divided into groups of these sizes."""
    rest: Iterator[T] = iter(pieces)
    return tuple(tuple(next(rest) for _ in range(size)) for size in sizes)
