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
from typing import Any, Final, NamedTuple, TextIO, TypeVar

from bot.runtime.shell.errors import UsageError

Sign = TypeVar("Sign")

START_WITHIN: Final = 60.0
STOP_WITHIN: Final = 30.0
REPORT_WITHIN: Final = 10.0
LOOK_EVERY: Final = 0.02
LINES_SHOWN: Final = 20
HEALTH: Final = re.compile(
    r"loop late by ([\d.]+) ms at most \((.*?)\), longest search for garbage ([\d.]+) ms"
    r".* pictures drawn (\d+)"
)


class Health(NamedTuple):
    """The seconds of the loop's lateness and of the longest search for garbage, both at worst.

    `stalls` are the longest ones with their causes, in words; so many pictures were `drawn`.
    """

    late: float
    stalls: tuple[str, ...]
    searched: float
    drawn: int


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

    async def says(self, pattern: re.Pattern[str]) -> list[Any]:
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

    async def health(self) -> Health:
        """Its health since this was asked last, but for the pictures, which count from its start.

        Raises TimeoutError when it does not tell.
        """
        earlier = HEALTH.findall(self.said.read())
        self.child.send_signal(signal.SIGUSR1)
        told = earlier + await asyncio.wait_for(self.says(HEALTH), REPORT_WITHIN)
        late, stalls, searched, drawn = zip(*told, strict=True)
        named = [stall for line in stalls for stall in line.split(", ") if stall != "no stall"]
        return Health(
            max(map(float, late)) / 1e3,
            tuple(sorted(named, key=lambda stall: -float(stall.split()[0]))),
            max(map(float, searched)) / 1e3,
            int(drawn[-1]),
        )


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
