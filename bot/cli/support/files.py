"""Files that the operator names: read and written, with one line for what goes wrong."""

from contextlib import AbstractContextManager
from pathlib import Path

from bot.cli.support.errors import UsageError, as_usage_error


def read_text(file: Path) -> str:
    """The text of a file, every byte as it stands. Raises UsageError when it cannot be read."""
    try:
        # In text mode a carriage return would turn into a line feed unnoticed.
        with as_usage_error(f"{file} cannot be read", OSError):
            return file.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(f"{file} cannot be read: it is no text") from error


def write_text(file: Path, text: str) -> None:
    """Write a text into a file. Raises UsageError when that is not possible."""
    with writing(file):
        file.write_text(text, "utf-8", newline="\n")


def writing(file: Path) -> AbstractContextManager[None]:
    """Turn what goes wrong while `file` is written into a UsageError."""
    return as_usage_error(f"{file} cannot be written", OSError)
