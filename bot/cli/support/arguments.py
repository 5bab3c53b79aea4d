"""Commands as words of the command line, and the arguments that several of them take."""

import argparse
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from bot.cli.support.errors import UsageError
from bot.cli.support.files import a_file, read_text
from bot.runtime import settings
from bot.runtime.box_file import BoxFileError, read_box
from engine import STANDARD_BOX
from engine.data.box import Box

_LARGEST_BOX: Final = 2**20
"""The bytes of the largest box file: thirty times the standard box with its comments."""


@dataclass(frozen=True, slots=True)
class Command:
    """A word of the command line: what it does, what it takes, and what runs it.

    `run` is None where another word must follow.
    """

    name: str
    summary: str
    arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int] | None = None


def add_commands(
    parser: argparse.ArgumentParser,
    metavar: str,
    commands: Iterable[Command],
    *,
    required: bool = True,
) -> None:
    """Let one of `commands` follow; the parsed arguments then have its `run`."""
    words = parser.add_subparsers(metavar=metavar, required=required)
    for command in commands:
        word = words.add_parser(command.name, help=command.summary, description=command.summary)
        command.arguments(word)
        if command.run is not None:
            word.set_defaults(run=command.run)


def box_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--box FILE`."""
    parser.add_argument(
        "--box",
        type=a_file,
        metavar="FILE",
        help="the component values of new games (default: BONFIRE_BOX, else the standard box)",
    )


def json_argument(parser: argparse.ArgumentParser, kind: str = "object") -> None:
    """Add `--json`, which prints one JSON object, or an array."""
    parser.add_argument("--json", action="store_true", help=f"print one JSON {kind}")


def box_file(file: Path | None) -> Path | None:
    """Return the file of `--box` or BONFIRE_BOX; None means the standard box."""
    return file or settings.box_path(settings.environment())


def chosen_box(file: Path | None) -> Box:
    """Return the Box in `file`, else in the one that BONFIRE_BOX names, else the standard box.

    Raises UsageError, with a line for each fault, for a file that cannot be used.
    """
    file = box_file(file)
    if file is None:
        return STANDARD_BOX
    try:
        return read_box(read_text(file, _LARGEST_BOX))
    except BoxFileError as error:
        raise UsageError("\n".join(f"{file}: {line}" for line in error.lines)) from error


def _number(text: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least} on")
    if len(text) > len(str(most)) or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"{text!r} is not between {least} and {most}")
    return int(text)


from_zero: Final = partial(_number, least=0, most=2**128 - 1)
"""Reads a whole number up to the largest seed that a game takes. Raises ArgumentTypeError."""
from_one: Final = partial(_number, least=1, most=10**9)
"""Reads how many things are to be done, one by one. Raises ArgumentTypeError."""
an_id: Final = partial(_number, least=1, most=2**63 - 1)
"""Reads an ID, up to the largest that Discord gives and a database stores.
Raises ArgumentTypeError.
"""
