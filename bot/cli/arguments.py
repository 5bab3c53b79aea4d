"""Arguments that several commands take, and how their texts become values."""

import argparse
from pathlib import Path
from typing import Final

from bot.cli.errors import UsageError
from bot.runtime import settings
from bot.runtime.box_file import BoxFileError, read_box
from bot.runtime.settings import SettingsError
from engine import STANDARD_BOX
from engine.data.box import Box

MOST: Final = 2**128 - 1
"""The largest seed that a game takes."""
MOST_TIMES: Final = 10**9
MOST_ID: Final = 2**63 - 1
"""The largest that Discord can give, and a database can store."""


def box_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--box FILE`."""
    parser.add_argument(
        "--box",
        type=Path,
        metavar="FILE",
        help="the component values of new games (default: BONFIRE_BOX, else the standard box)",
    )


def chosen_box(file: Path | None) -> Box:
    """The box in `file`, else in the one that BONFIRE_BOX names, else the standard box.

    Raises UsageError, with a line for each fault, for a file that cannot be used.
    """
    try:
        file = file or settings.box_path(settings.environment())
    except SettingsError as error:
        raise UsageError(str(error)) from error
    if file is None:
        return STANDARD_BOX
    try:
        return read_box(read_text(file))
    except BoxFileError as error:
        raise UsageError("\n".join(f"{file}: {line}" for line in error.lines)) from error


def read_text(file: Path) -> str:
    """The text of a file, every byte as it stands. Raises Complaint when it cannot be read."""
    try:
        # In text mode a carriage return would turn into a line feed unnoticed.
        return file.read_bytes().decode("utf-8")
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{file} cannot be read: it is no text") from error


def write_text(file: Path, text: str) -> None:
    """Write a text into a file. Raises Complaint when that is not possible."""
    try:
        file.write_text(text, "utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror or error}") from error


def from_zero(text: str) -> int:
    """A whole number from 0 on. Raises ArgumentTypeError."""
    return _number(text, 0, MOST)


def from_one(text: str) -> int:
    """A whole number from 1 on, of things to be done one by one. Raises ArgumentTypeError."""
    return _number(text, 1, MOST_TIMES)


def an_id(text: str) -> int:
    """The ID of something on Discord. Raises ArgumentTypeError."""
    return _number(text, 1, MOST_ID)


def _number(text: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least} on")
    if len(text) > len(str(most)) or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"{text!r} is not between {least} and {most}")
    return int(text)
