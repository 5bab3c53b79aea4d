"""The first process of the container: what it does with a bot that ends, hangs or cannot start."""

import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.kit.sources import ROOT

KEEP = ROOT / "docs" / "deploy" / "keep.py"
SOON = 60.0
BOT = """\
import os, signal, socket, sys, time
told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
told.connect(os.environ["NOTIFY_SOCKET"])
every = int(os.environ["WATCHDOG_USEC"]) / 3_000_000
def alive(seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        told.send(b"WATCHDOG=1")
        time.sleep(every)
"""


@contextmanager
def kept(program: str, silent: float = 1.0) -> Iterator[subprocess.Popen[str]]:
    """Such a bot under the process, which allows it so many seconds of silence."""
    words = (
        sys.executable,
        KEEP,
        str(silent),
        sys.executable,
        "-c",
        BOT + textwrap.dedent(program),
    )
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("status", [0, 1, 75])
def test_the_status_of_the_bot_is_its_own(status: int) -> None:
    with kept(f"sys.exit({status})") as process:
        assert process.wait(SOON) == status


def test_a_bot_that_hangs_is_killed_and_one_that_lives_is_not() -> None:
    lives, hangs = kept("alive(2.5); sys.exit(3)"), kept("alive(2.5); time.sleep(600)")
    with lives as living, hangs as hanging:
        assert hanging.wait(SOON) == 128 + signal.SIGKILL
        assert hanging.stderr is not None
        assert "hangs" in hanging.stderr.read()
        assert living.wait(SOON) == 3


def test_the_bot_stops_as_it_wants_to() -> None:
    program = """
        def stop(*_):
            alive(1)
            sys.exit(0)
        signal.signal(signal.SIGTERM, stop)
        print("ready", file=sys.stderr, flush=True)
        alive(600)
    """
    with kept(program) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "ready\n"
        process.send_signal(signal.SIGTERM)
        assert process.wait(SOON) == 0


def test_nothing_is_tried_again_where_a_person_must_help() -> None:
    with kept("sys.exit(2)") as process:
        assert process.stderr is not None
        assert "cannot start" in process.stderr.readline()
        assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        assert process.wait(SOON) == 2
