"""Commands as words of the command line, whose code is imported when one of them is typed."""

import argparse
from collections.abc import Iterable
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import Any, NoReturn

from bot.cli.support.errors import UsageError


@dataclass(frozen=True)
class Command:
    """A word of the command line, and what it does."""

    name: str
    summary: str
    declaration: str
    """The module and function that add what the command takes, and its `run`: `package.file:name`.

    The module is imported when the command is chosen, since most of them take long to import.
    """

    example: str
    """The words that follow it in the example of its help."""


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line, without the usage."""

    def error(self, message: str) -> NoReturn:
        """Raise UsageError instead of printing the usage and leaving."""
        raise UsageError(f"{message} (see {self.prog} --help)")


class CommandParser(Parser):
    """The parser of what follows a command, which is empty until the command is chosen."""

    declaration = ""
    """The module and function that add it, empty from then on."""

    def declare(self) -> None:
        """Add what the command takes, unless that is done."""
        declaration, self.declaration = self.declaration, ""
        if declaration:
            resolve_name(declaration)(self)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse the words behind the command, which is now chosen."""
        self.declare()
        return super().parse_known_args(args, namespace)


def add_commands(
    parser: argparse.ArgumentParser,
    metavar: str,
    commands: Iterable[Command],
    *,
    required: bool = True,
) -> None:
    """Let one of `commands` follow; the parsed arguments then have its `run`."""
    words = parser.add_subparsers(metavar=metavar, required=required, parser_class=CommandParser)
    for command in commands:
        word = words.add_parser(
            command.name,
            help=command.summary,
            description=f"{command.summary[0].upper()}{command.summary[1:]}.",
        )
        word.epilog = f"example: {word.prog} {command.example}".rstrip()
        word.declaration = command.declaration
