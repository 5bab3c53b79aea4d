"""A TableLock on a directory, so that no two processes serve the same table."""

from __future__ import annotations

import fcntl
import json
import os
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self


class TableLockedError(Exception):
    """This process cannot have the table of a directory; the text says why, or who has it."""


class TableLock:
    """A file lock that names its holder; it ends with the process, however that ends."""

    def __init__(self, path: Path) -> None:
        """Take the lock file `path`; raises TableLockedError when another process has it."""
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(0o600)
        self._file = path.open("a+", encoding="utf-8")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.seek(0)
            holder = _holder_text(self._file.read())
            self._file.close()
            raise TableLockedError(f"The table in {path.parent} is held by {holder}.") from None
        except OSError as error:
            self._file.close()
            raise TableLockedError(
                f"The file system of {path} refuses to lock it ({error.strerror}). Name a folder "
                "on a local disk with --data."
            ) from None

    def announce(self, address: str) -> None:
        """Write down who serves the table and at which address."""
        began = datetime.now().astimezone().isoformat(sep=" ", timespec="seconds")
        self._file.seek(0)
        self._file.truncate()
        json.dump({"process": os.getpid(), "address": address, "since": began}, self._file)
        self._file.flush()

    def close(self) -> None:
        """Release the lock."""
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


def _holder_text(text: str) -> str:
    try:
        note = json.loads(text)
        return f"process {note['process']} since {note['since']}: open {note['address']}"
    except (ValueError, KeyError, TypeError):
        return "another process, which is just starting"
