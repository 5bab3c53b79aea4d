"""The daily copy of the database while the bot plays on, and the folder of the copies."""

import asyncio
import logging
import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from time import monotonic
from typing import Final

from bot.model.clock import Clock
from bot.model.database_errors import DatabaseError
from bot.runtime.jobs import Wakeup
from bot.store.copies import copy

_LOGGER = logging.getLogger(__name__)

_LEFT: Final = (".v*.bak", ".before-*", "-wal")
"""Endings of what lies beside a database that had games."""
BACKUPS_FOLDER: Final = "backups"
"""The folder of the copies in the data directory."""
MOVED: Final = ".moved-"
"""Behind the name of a database whose games `bonfire migrate-database` has moved elsewhere."""
_BACKUP_PAUSE_SECONDS: Final = 60.0
"""Seconds until it is looked again whether a day has begun and the players are quiet."""
_PERIOD: Final = 900.0
"""Seconds until the next look after a copy, which may have failed for lack of room."""
QUIET: Final = 60
"""So many presses in a pause, and more, are no quiet time."""
_MOST_PAUSES: Final = 360
"""Pauses after which a copy is made however much is played."""
REST: Final = 3.0
"""The ratio of the copying's rest to its work: it has until tomorrow, players have not."""


def copies_of(database: Path, folder: Path) -> Iterator[Path]:
    """The copies of a database in a folder, made daily or by hand."""
    return folder.glob(f"{database.stem}-*.db")


def refuse_lost(database: Path, folder: Path) -> None:
    """Raise DatabaseError where a database is missing or has no bytes, and something is left of it.

    It was moved, or a copy lies in `folder`, or the bot or a crash has left a file beside it.
    """
    if database.exists() and (not database.is_file() or database.stat().st_size):
        return
    moved = next(database.parent.glob(f"{database.name}{MOVED}*"), None)
    if moved is not None:
        raise DatabaseError(
            f"The games of {database} were moved to another database, and {moved} is what is left. "
            "Set BONFIRE_DATABASE to the new one. To go on with the old one, give it back its name."
        )
    beside = (database.parent.glob(database.name + ending) for ending in _LEFT)
    left = next(chain(copies_of(database, folder), *beside), None)
    if left is not None:
        raise DatabaseError(
            f"{database} is {'empty' if database.exists() else 'missing'}, although {left} is "
            "there. `bonfire restore FILE` puts a copy back. To start without games, move all "
            "that is left of them to another folder."
        )


class Unhurried:
    """Watches a copy, and lets it rest again and again."""

    def __init__(self) -> None:
        self._stopped = threading.Event()
        self._since = monotonic()

    def stop(self) -> None:
        """Let the copying end, at once if it rests."""
        self._stopped.set()

    def __call__(self, _done: int, _total: int) -> bool:
        """Rest; returns whether to give up."""
        stopped = self._stopped.wait(REST * (monotonic() - self._since))
        self._since = monotonic()
        return stopped


@dataclass(slots=True, eq=False)
class DailyBackups:
    """Makes one copy a day (UTC), named after it, and deletes the oldest beyond a number."""

    database: Path
    folder: Path
    kept: int
    """Number of copies to keep."""
    clock: Clock
    presses: Callable[[], int]
    """A function that returns the number of presses so far."""
    _told: str = field(default="", init=False)

    async def run(self) -> None:
        """Make the copies in quiet minutes until cancelled."""
        wakeup, waited, before = Wakeup(self.clock), 0, self.presses()
        await self.clock.sleep(_BACKUP_PAUSE_SECONDS)
        while True:
            presses = self.presses()
            quiet, before, pause = presses - before < QUIET, presses, _BACKUP_PAUSE_SECONDS
            if self._of_today().exists():
                waited = 0
            elif quiet or waited >= _MOST_PAUSES:
                pause = _PERIOD
                await self.look()
            else:
                waited += 1
            await wakeup.rest(pause)

    async def look(self) -> None:
        """Make the copy of today where there is none; log a failure once."""
        target = self._of_today()
        if target.exists():
            return
        pace = Unhurried()
        try:
            size = await asyncio.to_thread(self._renew, target, pace)
        except OSError as error:
            if str(error) != self._told:
                self._told = str(error)
                _LOGGER.warning("today's backup failed: %s", error)
        except asyncio.CancelledError:
            pace.stop()
            raise
        else:
            self._told = ""
            _LOGGER.info("backup %s, %.1f MB", target, size / 1e6)

    def _of_today(self) -> Path:
        today = datetime.fromtimestamp(self.clock.now(), UTC).date()
        return self.folder / f"{self.database.stem}-{today}.db"

    def _renew(self, target: Path, pace: Unhurried) -> int:
        for part in self.folder.glob(f".{self.database.stem}-*.db.*.part"):
            part.unlink()  # left behind when the machine stopped in the middle
        size = copy(self.database, target, pace)
        for old in self._in_order()[: -self.kept]:
            old.unlink()
        return size

    def _in_order(self) -> list[Path]:
        """The daily copies, the most dispensable first: those of days that have yet to come.

        They stem from a time when the machine's clock was wrong.
        """
        ours = re.compile(rf"{re.escape(self.database.stem)}-\d{{4}}-\d\d-\d\d\.db")
        today = self._of_today().name
        dated = [
            (file.name <= today, file.name, file)
            for file in self.folder.iterdir()
            if ours.fullmatch(file.name)
        ]
        return [file for *_, file in sorted(dated)]
