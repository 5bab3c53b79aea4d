"""One table a directory: a lock that tells the second comer who holds it, and where."""

from __future__ import annotations

import fcntl
import json
import os
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self


class TableHeldError(Exception):
    """Another process serves the table of this directory; its text says which, and where."""


class Holder:
    """The lock of a directory; the system lets go of it when the process ends, however it does."""

    def __init__(self, path: Path) -> None:
        """Take the lock file `path`; raises TableHeldError when somebody has it."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("a+", encoding="utf-8")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.seek(0)
            told = _told(self._file.read())
            self._file.close()
            raise TableHeldError(f"The table in {path.parent} is held by {told}.") from None

    def announce(self, address: str) -> None:
        """Write down who serves the table and at which address."""
        began = datetime.now().astimezone().isoformat(sep=" ", timespec="seconds")
        self._file.seek(0)
        self._file.truncate()
        json.dump({"process": os.getpid(), "address": address, "since": began}, self._file)
        self._file.flush()

    def close(self) -> None:
        """Let go."""
        self._file.truncate(0)
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _told(text: str) -> str:
    try:
        note = json.loads(text)
        return f"process {note['process']} since {note['since']}: open {note['address']}"
    except (ValueError, KeyError, TypeError):
        return "another process, which is just starting"
