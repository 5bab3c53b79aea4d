"""The command as a process of its own: pipes, terminals and interruptions."""

import os
import pty
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.sources import ROOT

BONFIRE = (sys.executable, "-m", "bot")
PATIENCE = 120
"""Seconds after which a process that does not end is given up."""


def environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("BONFIRE_")}


def heed_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.long
def test_a_reader_that_has_seen_enough_ends_it_quietly() -> None:
    with subprocess.Popen(
        [*BONFIRE, "components"],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_an_unknown_command_leaves_with_2_and_one_line() -> None:
    done = subprocess.run(
        [*BONFIRE, "dance"],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1


def test_the_overview_imports_no_code_of_the_commands() -> None:
    script = (
        "import atexit, sys; from bot.__main__ import main; sys.argv = ['bonfire', '--help']; "
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr)); main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    imported = set(done.stderr.split())
    assert "bot.cli.parser" in imported
    tops = {name.partition(".")[0] for name in imported}
    assert tops & {"discord", "PIL", "babel", "renderer", "engine"} == set()
    assert {name for name in imported if name.startswith("bot.cli.")} == {"bot.cli.parser"}
    of_features = [name.split(".") for name in imported if name.startswith("bot.features.")]
    assert {inside for _, _, _, *files in of_features for inside in files} == {"shell"}


def test_a_command_that_runs_searches_for_garbage_but_not_among_imports() -> None:
    script = (
        "import gc, sys; from bot.__main__ import main; sys.argv = ['bonfire', 'components']; "
        "main(); sys.exit(not (gc.isenabled() and gc.get_freeze_count()))"
    )
    subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.DEVNULL,
        check=True,
    )


@pytest.mark.long
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_an_output_that_cannot_be_written_is_told_in_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*BONFIRE, "components"],
            cwd=ROOT,
            env=environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.long
def test_without_any_standard_output_there_is_no_traceback() -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f"{sys.executable} -m bot components >&-"],
        cwd=ROOT,
        env=environment(),
        stderr=subprocess.PIPE,
        check=True,
    )
    assert done.stderr == b""


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    yield ours, theirs
    os.close(ours)
    os.close(theirs)


def read_until(shown: bytes, ours: int) -> bytes:
    """What a terminal was sent up to and with `shown`."""
    seen = b""
    while shown not in seen:
        seen += os.read(ours, 1000)
    return seen


@pytest.mark.long
def test_long_work_shows_a_bar_on_a_terminal(terminal: tuple[int, int]) -> None:
    ours, theirs = terminal
    done = subprocess.run(
        [*BONFIRE, "simulate", "--games", "3", "--json"],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=theirs,
        check=True,
    )
    assert b"/3" in read_until(b"/3", ours)
    assert b"/3" not in done.stdout


def test_ctrl_c_leaves_without_a_traceback(terminal: tuple[int, int]) -> None:
    ours, theirs = terminal
    with subprocess.Popen(
        [*BONFIRE, "simulate", "--games", "1000000"],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=theirs,
        # A test run in the background may have been told to ignore Ctrl-C; a person's shell is not.
        preexec_fn=heed_interrupts,  # noqa: PLW1509 - no threads here
    ) as process:
        try:
            read_until(b"/1000000", ours)
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == 130
        finally:
            process.kill()
    os.write(theirs, b"the end")
    assert b"Traceback" not in read_until(b"the end", ours)


def test_the_workers_of_a_killed_arena_end_with_it(tmp_path: Path) -> None:
    """They hold its output open for as long as they run."""
    log = tmp_path / "arena.jsonl"
    arena = ("arena", "random", "easy", "--games", "1000", "--workers", "2", "--log", str(log))
    with subprocess.Popen(
        [*BONFIRE, *arena], cwd=ROOT, env=environment(), stdout=subprocess.PIPE
    ) as process:
        by = time.monotonic() + PATIENCE
        while not log.exists() or len(log.read_bytes().splitlines()) < 2:
            assert time.monotonic() < by, "no game was played"
            time.sleep(0.05)
        process.kill()
        process.communicate(timeout=PATIENCE)
