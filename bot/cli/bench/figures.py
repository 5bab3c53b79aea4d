"""What the measuring commands share: a stopwatch, and the figures printed as lines or as JSON."""

import argparse
import json
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

Result = TypeVar("Result")

WIDTH: Final = 48
"""Characters of a line before its first value."""


def timed(work: Callable[[], Result]) -> tuple[float, Result]:
    """The seconds that some work takes, and what it returns."""
    began = time.perf_counter()
    result = work()
    return time.perf_counter() - began, result


def milliseconds(seconds: float) -> float:
    """Seconds as milliseconds, to one decimal."""
    return round(seconds * 1e3, 1)


def line(what: str, unit: str, *values: float) -> str:
    """What was measured, its values, and their unit."""
    return f"{what:<{WIDTH}}{''.join(f'{value:>9}' for value in values)} {unit}".rstrip()


def print_figures(
    chosen: argparse.Namespace, figures: Mapping[str, object], lines: Sequence[str]
) -> None:
    """Print the figures as one JSON object where `--json` was given, else the lines about them."""
    print(json.dumps(figures, indent=2) if chosen.json else "\n".join(lines))
