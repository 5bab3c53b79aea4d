"""Rows as columns, and progress bars on standard error where that is a terminal."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from tqdm import tqdm

_Thing = TypeVar("_Thing")


def progress(things: Sequence[_Thing], unit: str) -> Iterator[_Thing]:
    """Pass `things` through under a bar that counts them."""
    return iter(tqdm(things, unit=unit, disable=None, leave=False))


@contextmanager
def progress_report(unit: str) -> Iterator[Callable[[int, int], None]]:
    """A bar for work that reports by itself how many of how many it has done."""
    with tqdm(unit=unit, disable=None, leave=False) as bar:

        def report(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        yield report


def columns(rows: Sequence[Sequence[str]]) -> Iterable[str]:
    """Return an indented line for each row, each column as wide as its widest cell."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield f"  {'  '.join(cells)}".rstrip()
