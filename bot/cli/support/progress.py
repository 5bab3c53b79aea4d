"""Progress bars for long work, on standard error and only when that is a terminal."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from tqdm import tqdm

Thing = TypeVar("Thing")


def progress(things: Sequence[Thing], unit: str) -> Iterator[Thing]:
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
