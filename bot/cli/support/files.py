"""Files that the operator names: read and written, with one line for what goes wrong."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.cli.support.errors import UsageError


def read_text(file: Path) -> str:
    """The text of a file, every byte as it stands. Raises UsageError when it cannot be read."""
    try:
        # In text mode a carriage return would turn into a line feed unnoticed.
        return file.read_bytes().decode("utf-8")
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{file} cannot be read: it is no text") from error


def write_text(file: Path, text: str) -> None:
    """Write a text into a file. Raises UsageError when that is not possible."""
    with writing(file):
        file.write_text(text, "utf-8", newline="\n")


@contextmanager
def writing(file: Path) -> Iterator[None]:
    """Turn what goes wrong while `file` is written into a UsageError."""
    try:
        yield
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror or error}") from error
