"""From the words of the command line to the command that answers them."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NoReturn

from bot.cli import backup, components, draw, forget, replay, restore, run, simulate, table, verify
from bot.cli.bench import bench
from bot.cli.errors import UsageError
from bot.cli.games import games
from bot.store.errors import DatabaseError

UNUSABLE: Final = 2
INTERRUPTED: Final = 130


@dataclass(frozen=True, slots=True)
class Command:
    """A word of the command line: what it does, what it takes, and what runs it."""

    name: str
    summary: str
    arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


COMMANDS: Final = (
    Command("run", "start the Discord bot", run.arguments, run.run),
    Command("table", "play in a browser on this machine", table.arguments, table.run),
    Command("simulate", "play random games and sum up", simulate.arguments, simulate.run),
    Command("replay", "show a record's position and scores", replay.arguments, replay.run),
    Command("verify", "replay a record and compare every hash", verify.arguments, verify.run),
    Command("draw", "draw a record's boards as PNG", draw.arguments, draw.run),
    Command("components", "list the component values", components.arguments, components.run),
    Command("bench", "measure the engine", bench.arguments, bench.run),
    Command("backup", "copy the database, also while the bot runs", backup.arguments, backup.run),
    Command("games", "list, show and repair stored games", games.arguments, games.run),
    Command("forget", "forget a person, while the bot is stopped", forget.arguments, forget.run),
    Command("restore", "put a copy in place of the database", restore.arguments, restore.run),
)


class Parser(argparse.ArgumentParser):
    """An argument parser that complains in one line."""

    def error(self, message: str) -> NoReturn:
        """Raise Complaint instead of printing the usage and leaving."""
        raise UsageError(f"{message} ({self.prog} --help lists what it takes)")


def execute(words: Sequence[str]) -> int:
    """Run the command that `words` name, and return the exit status.

    An input that cannot be used is told on standard error, one line a fault, with the status 2.
    """
    try:
        chosen = _parser().parse_args(words)
        status: int = chosen.run(chosen)
        print(end="", flush=True)  # in here, so that what cannot be written is told below
    except (UsageError, DatabaseError) as complaint:
        for line in str(complaint).splitlines():
            print(f"bonfire: {line}", file=sys.stderr)
        return UNUSABLE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader, such as `head`, has seen enough.
        _silence()
        return 0
    except OSError as error:
        # Commands tell of their own files; what is left is the output, on a full disk say.
        _silence()
        print(f"bonfire: {error.strerror or error}", file=sys.stderr)
        return UNUSABLE
    return status


def _silence() -> None:
    """Nothing more may be written at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> Parser:
    parser = Parser(prog="bonfire", description="The board game Bonfire, played on Discord.")
    words = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS:
        word = words.add_parser(command.name, help=command.summary, description=command.summary)
        command.arguments(word)
        word.set_defaults(run=command.run)
    return parser
