"""The needs of the bot on its machine: each check says what it found, or raises a complaint.

What stands here in words is for the operator.
"""

import fcntl
import os
import re
import resource
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bot.model.database_errors import DatabaseError
from bot.runtime.backups import BACKUPS_FOLDER, Unhurried, copies_of
from bot.runtime.settings import DATA, DATABASE, Settings
from bot.store.copies import check_whole
from bot.store.migrate import migrations

SLOW_FLUSH: Final = 0.5
"""Seconds for a flush of the disk, of which each move waits for one."""
CLOCKS_APART: Final = 10.0
"""Seconds between two clocks: `bonfire serve` refuses what is a minute old, and reminders come late
before."""
OLD_COPY: Final = 36 * 3600.0
"""Seconds after which the newest daily copy is too old."""
FEW_DESCRIPTORS: Final = 512
_MB: Final = 1 << 20
_BOT: Final = 100 * _MB
_PAINTER: Final = 150 * _MB
_THINKERS: Final = 80 * _MB
_SLOW_WORK: Final = 170 * _MB
"""Bytes of the bot, of a process that draws, of two that think, and of one for films and such."""
_LOCK: Final = re.compile(r"^\d+: FLOCK +ADVISORY +WRITE +\d+ +\w+:\w+:(\d+) ", re.MULTILINE)


class ComplaintError(Exception):
    """Something is not as the bot needs it; the text says how to mend it."""

    def __init__(self, sentence: str, *, passes: bool = False) -> None:
        """`passes` says that nobody need do anything: it passes by itself."""
        super().__init__(sentence)
        self.passes = passes


def check_disk(folder: Path) -> str:
    """Write a little into a folder and flush it; nothing stays there."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(4096))
            file.flush()
            began = time.perf_counter()
            os.fsync(file.fileno())
            seconds = time.perf_counter() - began
    except FileNotFoundError as error:
        raise ComplaintError(
            f"There is no folder {folder}. The bot makes it at its first start; {DATA} or --data "
            "names another one."
        ) from error
    except OSError as error:
        raise ComplaintError(
            f"{folder} cannot be written ({error.strerror}). Give it to the user of the bot, or "
            "make room on its disk."
        ) from error
    if seconds >= SLOW_FLUSH:
        raise ComplaintError(
            f"The disk of {folder} took {seconds:.1f} s to flush, and each move waits for that. "
            "Find what keeps it busy, or move the data to a faster one."
        )
    return f"flushed in {seconds * 1000:.0f} ms"


def check_lock(database: Path) -> str:
    """Take a lock beside a database, whose own stays free for a bot that starts just now."""
    try:
        with tempfile.TemporaryFile(dir=database.resolve().parent) as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise ComplaintError(
            f"The file system of {database} takes no lock ({error.strerror}). Put {DATABASE} on a "
            "local disk."
        ) from error
    try:
        held = _LOCK.findall(Path("/proc/locks").read_text("utf-8"))
        own = str(Path(f"{database.resolve()}.lock").stat().st_ino)
    except OSError:
        return "it can be taken"
    return "a running bot has it" if own in held else "no bot has it"


def check_clock(here: float, there: float, whose: str) -> str:
    """Compare the time of this machine with that of another one."""
    apart = here - there
    if abs(apart) > CLOCKS_APART:
        way = "ahead of" if apart > 0 else "behind"
        raise ComplaintError(
            f"The clock of this machine is {abs(apart):.0f} s {way} that of {whose}. Let it be "
            "set, such as with `timedatectl set-ntp true`."
        )
    return f"as that of {whose}"


def check_backup(settings: Settings, now: float, pace: Unhurried) -> str:
    """Look at the age of the newest copy of a file, and read all of it as a restore would.

    It rests by `pace`, and ends early where that is stopped.
    """
    if not settings.backups:
        return "none is wanted"
    folder = settings.data / BACKUPS_FOLDER
    made = {copy: copy.stat().st_mtime for copy in copies_of(settings.database, folder)}
    newest = max(made, key=made.__getitem__, default=None)
    since = _first_start(settings.database) if newest is None else made[newest]
    if since is not None and now - since > OLD_COPY:
        found = f"No copy lies in {folder}" if newest is None else f"{newest} is the newest copy"
        raise ComplaintError(
            f'{found}, although the bot makes one a day. Look for "today\'s backup failed" in the '
            "log. `bonfire backup` makes one now."
        )
    if newest is None:
        return "the first one is yet to come"
    try:
        check_whole(newest, len(migrations()), lambda: pace(0, 0))
    except (DatabaseError, sqlite3.Error) as error:
        raise ComplaintError(
            f"The newest copy {newest} cannot be restored ({error}). Remove it; `bonfire backup` "
            "makes another one."
        ) from error
    return f"{newest.name} is whole"


def check_noted_backup(made: float | None, now: float) -> str:
    """Look at the age of the newest copy of a server, if docs/deploy/backup.sh makes them."""
    if made is None:
        return "docs/deploy/backup.sh has noted none"
    hours = (now - made) / 3600
    if now - made > OLD_COPY:
        raise ComplaintError(
            f"The newest copy that docs/deploy/backup.sh noted is {hours:.0f} hours old, although "
            'it makes one a day. Look for "error" in its log.'
        )
    return f"noted {hours:.0f} hours ago"


def check_flush(seconds: float) -> str:
    """Judge the time that a commit took a PostgreSQL server."""
    if seconds >= SLOW_FLUSH:
        raise ComplaintError(
            f"PostgreSQL took {seconds:.1f} s for a commit, and each move waits for that. Find "
            "what keeps its disk busy."
        )
    return f"committed in {seconds * 1000:.0f} ms"


def _first_start(database: Path) -> float | None:
    """When a bot first used a database: it made the lock then, which nothing changes."""
    lock = Path(f"{database.resolve()}.lock")
    return lock.stat().st_mtime if lock.exists() else None


def check_descriptors() -> str:
    """Compare the limit of file descriptors with what presses and pictures take."""
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if limit != resource.RLIM_INFINITY and limit < FEW_DESCRIPTORS:
        raise ComplaintError(
            f"The bot may open {limit} files at a time, which is too few. Set LimitNOFILE=4096 in "
            "its unit, or `ulimit -n 4096`."
        )
    return f"{limit}"


def check_memory(settings: Settings, root: Path = Path("/")) -> str:
    """Compare the memory that the bot may use with what it and its processes take."""
    needed = _BOT + _SLOW_WORK
    needed += _PAINTER * settings.render_workers + _THINKERS * settings.thinkers
    limit = min(_memory_limits(root), default=None)
    if limit is not None and limit < needed:
        raise ComplaintError(
            f"The bot may use {limit // _MB} MB of memory, and needs {needed // _MB} with its "
            "processes. Raise MemoryMax of its unit (mem_limit of its container), or lower "
            "BONFIRE_RENDER_WORKERS and BONFIRE_THINKERS."
        )
    return f"{needed // _MB} MB needed"


def _memory_limits(root: Path) -> Iterator[int]:
    """The bytes that the machine has, and that each control group around this process allows."""
    proc, groups = root / "proc", root / "sys" / "fs" / "cgroup"
    try:
        total = re.search(r"^MemTotal: +(\d+) kB", (proc / "meminfo").read_text(), re.MULTILINE)
        own = re.search(r"^0::/(.*)$", (proc / "self" / "cgroup").read_text(), re.MULTILINE)
    except OSError:
        return
    if total is not None:
        yield int(total[1]) * 1024
    inner = groups / ("" if own is None else own[1])
    for folder in (inner, *inner.parents):
        file = folder / "memory.max"
        if folder.is_relative_to(groups) and file.exists():
            text = file.read_text().strip()
            if text.isdigit():
                yield int(text)
