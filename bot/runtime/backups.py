"""The daily copy of the database, made while the bot plays on."""

import asyncio
import logging
import re
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Final

from bot.model.clock import Clock
from bot.store.copies import copy

LOG = logging.getLogger(__name__)

FOLDER: Final = "backups"
"""Where copies lie in the data directory."""
PAUSE: Final = 60.0
"""Seconds until it is looked again whether a day has begun and the players are quiet."""
PERIOD: Final = 900.0
"""The same after a copy, which may have failed for lack of room."""
QUIET: Final = 60
"""So many presses in a pause, and more, are no quiet time."""
LONGEST_WAIT: Final = 360
"""Pauses after which a copy is made however much is played."""
REST: Final = 3.0
"""How much longer the copying rests than it works: it has until tomorrow, players have not."""


class Unhurried:
    """What SQLite asks every few milliseconds whether to go on: it is told to after a rest."""

    def __init__(self) -> None:
        """Begin to work."""
        self._stopped = threading.Event()
        self._since = monotonic()

    def stop(self) -> None:
        """Let the copying end, at once if it rests."""
        self._stopped.set()

    def __call__(self) -> bool:
        """Rest; returns whether to give up."""
        stopped = self._stopped.wait(REST * (monotonic() - self._since))
        self._since = monotonic()
        return stopped


class DailyBackups:
    """Makes one copy a day (UTC), named after it, and deletes the oldest beyond a number."""

    def __init__(
        self,
        database: Path,
        folder: Path,
        kept: int,
        clock: Clock,
        presses: Callable[[], int],
    ) -> None:
        """Copy `database` into `folder` and keep so many copies.

        `presses` is how often somebody has pressed something so far.
        """
        self._database = database
        self._folder = folder
        self._kept = kept
        self._clock = clock
        self._presses = presses
        self._told = ""
        self._ours = re.compile(rf"{re.escape(database.stem)}-(\d{{4}}-\d\d-\d\d)\.db")

    async def run(self) -> None:
        """Make the copies in quiet minutes until cancelled; without any to be kept, make none."""
        pause, waited, before = PAUSE, 0, self._presses()
        while self._kept:
            await self._clock.sleep(pause)
            presses = self._presses()
            quiet, before, pause = presses - before < QUIET, presses, PAUSE
            if self._of_today().exists():
                waited = 0
            elif quiet or waited >= LONGEST_WAIT:
                pause = PERIOD
                await self.look()
            else:
                waited += 1

    async def look(self) -> None:
        """Make the copy of today where there is none; a failure is told once in the log."""
        target = self._of_today()
        if target.exists():
            return
        pace = Unhurried()
        try:
            size = await asyncio.to_thread(self._renew, target, pace)
        except OSError as error:
            self._warn(str(error))
        except asyncio.CancelledError:
            pace.stop()
            raise
        else:
            self._told = ""
            LOG.info("backup %s, %.1f MB", target, size / 1e6)

    def _of_today(self) -> Path:
        return self._folder / f"{self._database.stem}-{self._today()}.db"

    def _today(self) -> str:
        return datetime.fromtimestamp(self._clock.now(), UTC).date().isoformat()

    def _renew(self, target: Path, given_up: Callable[[], bool]) -> int:
        for part in self._folder.glob(f".{self._database.stem}-*.db.*.part"):
            part.unlink()  # left behind when the machine stopped in the middle
        size = copy(self._database, target, given_up)
        for old in self._in_order(self._today())[: -self._kept]:
            old.unlink()
        return size

    def _in_order(self, today: str) -> list[Path]:
        """The daily copies, the most dispensable first: those of days that have yet to come.

        They stem from a time when the machine's clock was wrong.
        """
        dated = [
            (found[1] <= today, found[1], file)
            for file in self._folder.iterdir()
            if (found := self._ours.fullmatch(file.name))
        ]
        return [file for *_, file in sorted(dated)]

    def _warn(self, problem: str) -> None:
        if problem != self._told:
            self._told = problem
            LOG.warning("there is no backup of today: %s", problem)
