"""A Command is a word of the command line; commands are added to a parser as its subcommands."""

import argparse
from collections.abc import Callable, Iterable
from dataclasses import dataclass


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
