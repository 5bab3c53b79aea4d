"""What is large goes back to the system, and what lasts is left alone."""

import gc
import subprocess
import sys

import pytest

from bot.runtime import memory
from tests.kit.sources import ROOT

PROGRAM = """
from bot.runtime import health, memory
if sys.argv[1] == "tuned" and not memory.keep_small():
    sys.exit(3)
bytearray(4 << 20)  # its end teaches glibc to keep such pieces
before = health.memory().now
large, small = zip(*((bytearray(1 << 20), bytearray(1 << 14)) for _ in range(100)))
del large
print(health.memory().now - before)
"""
HOLES = """
from bot.runtime import health, memory
if not memory.keep_small():
    sys.exit(3)
large, small = zip(*((bytearray(1 << 16), bytearray(1 << 10)) for _ in range(400)))
del large
before = health.memory().now
if sys.argv[1] == "tuned":
    memory.give_back()
print(before - health.memory().now)
"""
NO_GLIBC = 3


def told(program: str, manner: str) -> float:
    """The megabytes that a program tells."""
    words = (sys.executable, "-c", f"import sys{program}", manner)
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode == NO_GLIBC:
        pytest.skip("the heap is not that of glibc")
    return float(done.stdout)


def test_large_pieces_go_back_to_the_system() -> None:
    assert told(PROGRAM, "tuned") < 10 < told(PROGRAM, "plain")


def test_what_is_free_between_pieces_that_last_goes_back_to_the_system() -> None:
    assert told(HOLES, "tuned") > 10 > told(HOLES, "plain")


def test_what_is_there_when_the_start_ends_is_no_longer_searched() -> None:
    lasting = [[number] for number in range(1000)]
    memory.settle()
    try:
        assert not any(one is lasting for one in gc.get_objects())
        assert gc.get_freeze_count() > len(lasting)
    finally:
        gc.unfreeze()
