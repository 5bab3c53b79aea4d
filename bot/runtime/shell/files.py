"""Files that the operator names: read and written, with one line for what goes wrong."""

import os
import secrets
import stat
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.runtime.settings import is_address
from bot.runtime.shell.errors import UsageError, as_usage_error

MOST_FILE_BYTES: Final = 16 * 2**20
"""The bytes of the largest file that is read: a hundred times the record of a long game."""

_LONGEST_SHOWN: Final = 80


def a_file(text: str) -> Path:
    """Read the path of an argument.

    Raises ArgumentTypeError for one that cannot be a path, and for an address, which is not shown.
    """
    if is_address(text):
        raise ArgumentTypeError("expected a file, not an address")
    if not text.strip():  # a setting would take it as not given
        raise ArgumentTypeError("expected a file, not blanks")
    path = Path(text)
    try:
        path.exists()
    except OSError as error:  # its name is too long, or its folder is closed
        raise ArgumentTypeError(f"{text[:_LONGEST_SHOWN]!r}: {error.strerror}") from error
    return path


def file_argument(parser: ArgumentParser, name: str, what: str, metavar: str = "FILE") -> None:
    """Add the path of a file, by its place or an option; the help says `what` it is."""
    parser.add_argument(name, type=a_file, metavar=metavar, help=what)


def record_argument(parser: ArgumentParser) -> None:
    """Add the record that a command reads, as `file`."""
    file_argument(parser, "file", "record of a game")


def force_argument(parser: ArgumentParser) -> None:
    """Add `--force`, without which `output_file` refuses a file that exists."""
    parser.add_argument("--force", action="store_true", help="overwrite an existing file")


def read_text(file: Path, largest: int = MOST_FILE_BYTES) -> str:
    """The UTF-8 text of a file, with a byte order mark or without; line ends stay as they are.

    Raises UsageError when it is unreadable, not a regular file, or larger than `largest` bytes.
    """
    with as_usage_error(f"{file} cannot be read", OSError):
        content = _content(file, largest)
    if len(content) > largest:
        raise UsageError(f"{file} cannot be read: it is larger than {largest / 2**20:.0f} MiB")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{file} cannot be read: it is not UTF-8 text") from error
    if "\0" in text:  # UTF-16 without its mark
        raise UsageError(f"{file} cannot be read: it is not UTF-8 text")
    return text


def _content(file: Path, largest: int) -> bytes:
    # A named pipe would keep a plain `open` waiting for its writer.
    descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK)
    with os.fdopen(descriptor, "rb") as opened:
        mode = os.fstat(descriptor).st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            raise UsageError(f"{file} cannot be read: it is not a regular file")
        return opened.read(largest + 1)


@dataclass(frozen=True, slots=True)
class OutputFile:
    """A file that a command writes: it appears whole or not at all."""

    path: Path
    force: bool
    inputs: tuple[Path, ...]

    def check(self) -> None:
        """Raise UsageError when the file may not be written."""
        with writing(self.path):
            if not self.path.exists():
                return
            if any(one.exists() and one.samefile(self.path) for one in self.inputs):
                raise UsageError(f"this command reads {self.path}: name another file to write")
            if not self.path.is_file():
                raise UsageError(f"{self.path} cannot be written: it is not a regular file")
            if not self.force:
                raise UsageError(f"{self.path} exists already; --force overwrites it")

    def write(self, content: bytes | str) -> None:
        """Write the content, a text as UTF-8, beside the file and rename it.

        Raises UsageError when that is not possible; then the file is as it was.
        """
        path = self.path.resolve()  # a link stays, and leads to the new content
        part = path.with_name(f".{path.name[:99]}.{secrets.token_hex(4)}.part")
        with writing(self.path):
            try:
                with part.open("xb") as out:
                    out.write(content.encode("utf-8") if isinstance(content, str) else content)
                    out.flush()
                    os.fsync(out.fileno())
                self.check()  # once more: this may have taken minutes
                if path.exists():
                    part.chmod(stat.S_IMODE(path.stat().st_mode))
                part.replace(path)
            finally:
                part.unlink(missing_ok=True)

    def keep(self, content: bytes) -> None:
        """Write the content, and tell the operator where. Raises UsageError as `write` does."""
        self.write(content)
        print(self.path)


def output_file(path: Path, *, force: bool, inputs: Iterable[Path | None] = ()) -> OutputFile:
    """The file that a command is about to write, and what it reads; called before the work begins.

    Raises UsageError for a file that exists, unless `force` allows it, and for one of the inputs.
    """
    file = OutputFile(path, force, tuple(one for one in inputs if one is not None))
    file.check()
    return file


def output_from(chosen: Namespace, path: Path) -> OutputFile:
    """The file that a command makes of its record; raises UsageError where that may not be."""
    return output_file(path, force=chosen.force, inputs=(chosen.file,))


def writing(file: Path) -> AbstractContextManager[None]:
    """Turn what goes wrong while `file` is written into a UsageError."""
    return as_usage_error(f"{file} cannot be written", OSError)
