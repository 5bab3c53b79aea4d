"""Programs by the dozen: a process that has `bonfire` loaded forks one whenever a test asks for it.

Each is a process of its own, and can be killed as such; only what every start has to load has been
loaded once. The bots among them leave their pictures blank.
"""

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
import traceback
from collections.abc import Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest

from tests.kit.sources import ROOT

LOG: Final = "bot.log"
ENDS_WITHIN: Final = 30.0
ENOUGH: Final = 60.0
"""Seconds within which the slowest machine answers a press at a table; Discord waits three."""
SOON: Final = 0.5
"""Seconds for which a program waits that waits for some without need."""


@cache
def address() -> str:
    """Return the address that takes programs; their forking process ends with this one."""
    folder = TemporaryDirectory(prefix="forks")
    path = str(Path(folder.name, "socket"))
    forking = subprocess.Popen(
        [sys.executable, "-m", "tests.kit.forks", path],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert forking.stdout is not None
    assert forking.stdout.readline() == "ready\n"

    def end() -> None:
        forking.communicate(timeout=ENDS_WITHIN)
        folder.cleanup()

    atexit.register(end)
    return path


def order(words: Sequence[str], folder: Path, environment: Mapping[str, str]) -> bytes:
    """Return the request to the address that runs `bonfire WORDS` in `folder`, its output in `LOG`.

    It answers with a line of its process, and another of its exit status when it has ended.
    """
    wanted = {"words": list(words), "folder": str(folder), "environment": dict(environment)}
    return json.dumps(wanted).encode() + b"\n"


class Program:
    """A program that was begun."""

    def __init__(self, asking: socket.socket) -> None:
        self._asking = asking
        self._lines = asking.makefile("r")
        self.id = int(self._lines.readline())

    def wait(self) -> int:
        """Its exit status, once it has ended."""
        with self._asking, self._lines:
            return int(self._lines.readline())


def begin(words: Sequence[str], folder: Path, environment: Mapping[str, str]) -> Program:
    """Begin `bonfire WORDS`, as `order` says."""
    asking = socket.socket(socket.AF_UNIX)
    asking.connect(address())
    asking.sendall(order(words, folder, environment))
    return Program(asking)


def main(path: str) -> None:
    """Fork programs until the one who asks has ended."""
    _load()
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(path)
        listening.listen()
        print("ready", flush=True)  # noqa: T201 - whoever has started this process waits for it
        while sys.stdin not in select.select([listening, sys.stdin], [], [])[0]:
            asked, _ = listening.accept()
            if os.fork() == 0:
                listening.close()
                _guard(asked)
                os._exit(0)
            asked.close()
            while _has_ended():
                continue


def _load() -> None:
    """Load what the programs need, and let none of the bots draw."""
    from bot.chat import client  # noqa: PLC0415 - in the process that forks alone
    from bot.chat.ingress import server  # noqa: PLC0415 - the same
    from bot.chat.interaction.traffic import Lateness  # noqa: PLC0415 - the same
    from bot.chat.pictures import painting  # noqa: PLC0415 - the same
    from bot.cli import start_errors  # noqa: F401, PLC0415 - the same
    from bot.runtime import memory  # noqa: PLC0415 - the same
    from bot.standin import Limits, page  # noqa: PLC0415 - the same
    from bot.store.postgres import leads, sharing  # noqa: PLC0415 - the same
    from bot.words import catalog, languages  # noqa: PLC0415 - the same
    from tests.kit.blank import shaped  # noqa: PLC0415 - the same
    from tests.kit.greeted import know_all  # noqa: PLC0415 - the same

    know_all(pytest.MonkeyPatch())
    client.running = partial(client.running, paint=shaped)
    setattr(Lateness, "of", lambda *_: 0.0)  # noqa: B010 - the time of their Discord stands still
    for module, name in ((leads, "ASK_AGAIN"), (sharing, "ASK_AGAIN"), (sharing, "LOOKS_EVERY")):
        setattr(module, name, SOON)
    setattr(server, "NOTICE", SOON)  # noqa: B010 - no balancer stands in front of it
    page.open_table = partial(page.open_table, limits=Limits(acknowledge_within=ENOUGH))
    setattr(painting, "warm_up", lambda **_: None)  # noqa: B010 - a name that it imports
    for language in languages():
        catalog(language)
    memory.settle()  # each of them would search through all of this for garbage


def _has_ended() -> bool:
    """Say whether one more child has; its processor time then counts as this process's."""
    try:
        return os.waitpid(-1, os.WNOHANG)[0] != 0
    except ChildProcessError:
        return False


def _guard(asked: socket.socket) -> None:
    """Fork one program, and tell of its end."""
    with asked, asked.makefile("r") as lines:
        wanted = json.loads(lines.readline())
        program = os.fork()
        if program == 0:
            asked.close()
            _become(wanted)
        asked.sendall(f"{program}\n".encode())
        status = os.waitstatus_to_exitcode(os.waitpid(program, 0)[1])
        asked.sendall(f"{status}\n".encode())


def _become(wanted: Mapping[str, Any]) -> None:
    """Be the program; this never returns."""
    from bot.cli.parser import execute  # noqa: PLC0415 - in the process that forks alone

    status = 1
    try:
        os.chdir(wanted["folder"])
        os.environ.clear()
        os.environ.update(wanted["environment"])
        log = os.open(LOG, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        for descriptor in (sys.stdout.fileno(), sys.stderr.fileno()):
            os.dup2(log, descriptor)
        os.dup2(os.open(os.devnull, os.O_RDONLY), sys.stdin.fileno())
        signal.signal(signal.SIGINT, signal.default_int_handler)
        status = execute(wanted["words"])
    except SystemExit as end:
        status = int(end.code or 0)
    except BaseException:  # noqa: BLE001 - what goes wrong stands in the log
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    main(sys.argv[1])
