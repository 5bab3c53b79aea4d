"""The program reads any input, or refuses it in one line, within seconds.

`pytest -m soak tests/fuzz` reads 800,000 inputs; BONFIRE_FUZZ sets another number for all kinds
together, BONFIRE_FUZZ_SEED another seed.
"""

import os
import random
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

import pytest

from bot.runtime.box_file import BoxFileError
from tests.fuzz.inputs import KINDS, REFUSALS
from tests.kit.marks import soak

TOGETHER: Final = int(os.environ.get("BONFIRE_FUZZ", "800000"))
SEED: Final = os.environ.get("BONFIRE_FUZZ_SEED", "1")
SHARES: Final = {
    "record": 0.03,
    "position": 0.0375,
    "box": 0.04,
    "custom_id": 0.4625,
    "typed_moves": 0.43,
}
"""The share of each kind in all inputs: what is read quickly is read more often."""
PATIENCE: Final = 20.0
"""Seconds after which an input counts as one that hangs; the slowest takes less than one."""


class Hang(BaseException):
    """An input was still being read after `PATIENCE`; nothing that handles errors catches it."""


@contextmanager
def patience() -> Iterator[None]:
    """Raise Hang in the midst of what takes too long."""

    def give_up(_signal: int, _frame: FrameType | None) -> None:
        raise Hang

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize(
    ("kind", "inputs"),
    [
        *((kind, round(2_000 * share)) for kind, share in SHARES.items()),
        *(soak(kind, round(TOGETHER * share)) for kind, share in SHARES.items()),
    ],
)
def test_every_input_is_read_or_refused(kind: str, inputs: int) -> None:
    ends: Counter[str] = Counter()
    for number in range(inputs):
        seed = f"{SEED} {kind} {number}"
        shown, read = KINDS[kind](random.Random(seed))
        try:
            with patience():
                read()
        except REFUSALS as error:
            lines = error.lines if isinstance(error, BoxFileError) else (str(error),)
            assert not any(set("\r\n") & set(line) for line in lines), (seed, lines)
            ends[type(error).__name__] += 1
        except (Exception, Hang) as error:
            raise AssertionError(f"seed {seed!r}: {error!r} for {shown!r:.600}") from error
        else:
            ends["read"] += 1
    print(f"{kind}: {inputs} inputs, 0 tracebacks, 0 hangs, {dict(ends)}")  # noqa: T201 - the figures
    assert ends.total() == inputs
