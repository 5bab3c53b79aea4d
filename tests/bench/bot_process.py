"""The bot that is measured: a command of `bonfire` in a process of its own, and what it says."""

import asyncio
import re
import signal
import sys
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TextIO, TypeVar

from bot.runtime.shell.errors import UsageError

Sign = TypeVar("Sign")

START_WITHIN: Final = 60.0
STOP_WITHIN: Final = 30.0
REPORT_WITHIN: Final = 10.0
LOOK_EVERY: Final = 0.02
LINES_SHOWN: Final = 20
LATE: Final = re.compile(r"loop late by ([\d.]+) ms")


@dataclass(frozen=True, slots=True)
class BotProcess:
    """A running command of `bonfire`; all that it says is in the file `said`."""

    child: asyncio.subprocess.Process
    said: TextIO

    async def started(self, sign: Awaitable[Sign]) -> Sign:
        """Wait for a sign that it has started; raises UsageError with the last that it said."""
        signed, ended = asyncio.ensure_future(sign), asyncio.ensure_future(self.child.wait())
        both = (signed, ended)
        try:
            await asyncio.wait(both, timeout=START_WITHIN, return_when=asyncio.FIRST_COMPLETED)
            if signed.done():
                return signed.result()
        finally:
            for one in both:
                one.cancel()
        self.said.seek(0)
        last = "".join(deque(self.said, LINES_SHOWN))
        raise UsageError(f"the bot did not start:\n{last}")

    async def says(self, pattern: re.Pattern[str]) -> list[str]:
        """Every match in what it said since this was asked last, as soon as there is one.

        Raises TimeoutError when it has ended without.
        """
        text = self.said.read()
        while not (matches := pattern.findall(text)):
            if self.child.returncode is not None:
                raise TimeoutError
            await asyncio.sleep(LOOK_EVERY)
            text += self.said.read()
        return matches

    async def late(self) -> float:
        """The seconds that its event loop was late at worst since this was asked last.

        Raises TimeoutError when it does not tell.
        """
        earlier = LATE.findall(self.said.read())
        self.child.send_signal(signal.SIGUSR1)
        reports = await asyncio.wait_for(self.says(LATE), REPORT_WITHIN)
        return max(map(float, earlier + reports)) / 1e3


@asynccontextmanager
async def bot_process(
    folder: Path, *words: str, environment: Mapping[str, str] | None = None
) -> AsyncIterator[BotProcess]:
    """`bonfire` with these words, stopped at the end as its operator does; its log is in `folder`.

    It has the environment of this process where none is given.
    """
    log = folder / "log"
    with log.open("wb") as writing, log.open(errors="replace") as said:
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", *words, env=environment, stdout=writing, stderr=writing
        )
        try:
            yield BotProcess(child, said)
        finally:
            if child.returncode is None:
                child.terminate()
            await asyncio.wait_for(child.wait(), STOP_WITHIN)
