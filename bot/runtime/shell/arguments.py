"""The arguments that several commands take."""

import argparse
from functools import partial
from pathlib import Path
from typing import Final

from bot.runtime import settings
from bot.runtime.shell.files import file_argument


def box_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--box FILE`."""
    what = "component values of new games (default: BONFIRE_BOX, else the standard box)"
    file_argument(parser, "--box", what)


def data_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--data DIR`."""
    what = "folder of your games (default: BONFIRE_DATA, else data)"
    file_argument(parser, "--data", what, "DIR")


def chosen_variables(data: Path | None) -> dict[str, str]:
    """Return the variables of the settings; the folder of `--data` overrules theirs."""
    variables = dict(settings.environment())
    if data is not None:
        variables[settings.DATA] = str(data)
        variables.pop(settings.DATABASE, None)
    return variables


def json_argument(parser: argparse.ArgumentParser, kind: str = "object") -> None:
    """Add `--json`, which prints one JSON object, or an array."""
    parser.add_argument("--json", action="store_true", help=f"print a JSON {kind} instead of text")


def seats_argument(parser: argparse.ArgumentParser, least: int = 2, default: int = 2) -> None:
    """Add `--players`, the number of seats: from `least` to 4."""
    parser.add_argument(
        "--players",
        type=int,
        choices=range(least, 5),
        default=default,
        help="number of seats (default: %(default)s)",
    )


def count_argument(parser: argparse.ArgumentParser, name: str, default: int, what: str) -> None:
    """Add a number from 1 on: `--games G`, say, whose help says `what` it is."""
    parser.add_argument(
        f"--{name}",
        type=from_one,
        default=default,
        metavar=name[0].upper(),
        help=f"{what} (default: %(default)s)",
    )


def seed_argument(parser: argparse.ArgumentParser, default: int = 0) -> None:
    """Add `--seed S`."""
    parser.add_argument(
        "--seed",
        type=from_zero,
        default=default,
        metavar="S",
        help="random seed (default: %(default)s)",
    )


def _number(text: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"expected a whole number from {least} on, not {text!r}")
    if len(text) > len(str(most)) or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"expected a number from {least} to {most}, not {text!r}")
    return int(text)


from_zero: Final = partial(_number, least=0, most=2**128 - 1)
"""Reads a whole number up to the largest seed that a game takes. Raises ArgumentTypeError."""
from_one: Final = partial(_number, least=1, most=10**9)
"""Reads how many things are to be done, one by one. Raises ArgumentTypeError."""
an_id: Final = partial(_number, least=1, most=2**63 - 1)
"""Reads an ID, up to the largest that Discord gives and a database stores.
Raises ArgumentTypeError.
"""
