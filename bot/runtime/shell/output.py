"""The output of commands: columns, figures as lines or JSON, and progress bars on a terminal."""

import argparse
import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, TypeVar

from tqdm import tqdm

_Thing = TypeVar("_Thing")
_Result = TypeVar("_Result")
_WIDTH: Final = 48
"""Characters of a line before its first value."""
_UNITS: Final = {
    "": (1, 1),
    "s": (1, 2),
    "ms": (1e3, 1),
    "milliseconds": (1e3, 2),
    "microseconds": (1e6, 2),
    "KiB": (1 / 2**10, 1),
    "MiB": (1 / 2**20, 1),
    "MB": (1, 1),
    "%": (100, 1),
}
"""The factor from a second, a byte, a megabyte or a whole to each unit, and its decimals."""


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


def timed(work: Callable[[], _Result]) -> tuple[float, _Result]:
    """Do some work; return the seconds that it takes, and its result."""
    began = time.perf_counter()
    result = work()
    return time.perf_counter() - began, result


@dataclass(frozen=True, slots=True)
class Report:
    """Figures by the names that they have in JSON, and the lines that tell a reader of them."""

    figures: dict[str, object] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)

    def tell(self, sentence: str, **figures: object) -> None:
        """Add a line of words, and the figures that go with it."""
        self.figures.update(figures)
        self.lines.append(sentence)

    def line(self, what: str, unit: str, **figures: float) -> None:
        """Add a line of what was measured: its figures, which become those of the unit."""
        factor, decimals = _UNITS[unit]
        rounded = {name: round(figure * factor, decimals) for name, figure in figures.items()}
        values = "".join(f"{value:>9}" for value in rounded.values())
        self.tell(f"{what:<{_WIDTH}}{values} {unit}".rstrip(), **rounded)

    def show(self, chosen: argparse.Namespace) -> None:
        """Print the figures as one JSON object where `--json` was given, else the lines."""
        print(json.dumps(self.figures, indent=2) if chosen.json else "\n".join(self.lines))
