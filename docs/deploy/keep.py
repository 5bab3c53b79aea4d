# ruff: noqa: INP001 - a program of its own, in no package
"""The first process of the container: ends a bot that hangs, and waits where a start cannot help.

Docker starts a container again whatever its status, and ends none that hangs. A bot whose event
loop has said nothing for half a minute is killed here. After status 2 a person must mend something
first: the container stays as it is, so that nothing is tried for ever, and its log says what to do.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NoReturn

UNUSABLE: Final = 2


def keep(silent: float, *words: str) -> int:
    """Run a command that tells what systemd wants to hear; returns its exit status.

    It is killed when it has said nothing for so many seconds.
    """
    with TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        place = str(Path(folder, "notify"))
        heard.bind(place)
        heard.settimeout(min(1.0, silent / 3))
        wanted = {"NOTIFY_SOCKET": place, "WATCHDOG_USEC": str(round(silent * 1_000_000))}
        bot = subprocess.Popen(words, env={**os.environ, **wanted})  # noqa: S603 - from the image
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda number, _: bot.send_signal(number))
        last = time.monotonic()
        while bot.poll() is None:
            try:
                heard.recv(64)
                last = time.monotonic()
            except TimeoutError:
                if time.monotonic() - last > silent:
                    _say("error: the bot hangs; it is killed")
                    bot.kill()
        return bot.wait()


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def _stop(*_: object) -> NoReturn:
    sys.exit(UNUSABLE)


if __name__ == "__main__":
    status = keep(float(sys.argv[1]), *sys.argv[2:])
    if status == UNUSABLE:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, _stop)
        _say("error: the bot cannot start until somebody mends what stands above; waiting")
        while True:
            signal.pause()
    sys.exit(status if status >= 0 else 128 - status)
