"""From the words of the command line to the command that answers them."""

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NoReturn

from bot.cli import (
    components,
    copies,
    forget,
    migrate_database,
    records,
    run,
    simulate,
    table,
)
from bot.cli.arena import arena
from bot.cli.bench import engine
from bot.cli.games import games
from bot.cli.support.arguments import Command, add_commands, box_argument
from bot.cli.support.errors import UNUSABLE, UsageError, status_of
from bot.runtime.settings import SettingsError
from bot.runtime.version import version
from bot.store.errors import DatabaseError

_INTERRUPTED: Final = 130
_PASSWORD: Final = re.compile(r"://\S*@")
"""Name and password of an address, in any line."""

SHELL_COMMANDS: Final = (
    Command("run", "start the Discord bot", box_argument, run.run),
    Command("serve", "start it with interactions over HTTP", box_argument, run.serve),
    Command("table", "play in a browser on this machine", table.arguments, table.run),
    Command("simulate", "play random games and sum up", simulate.arguments, simulate.run),
    *records.RECORD_COMMANDS,
    Command("components", "list the component values", components.arguments, components.run),
    Command("arena", "let computer players compete", arena.arguments, arena.run),
    Command("bench", "measure the engine", engine.arguments, engine.run),
    Command(
        "backup",
        "copy the database, also while the bot runs",
        copies.backup_arguments,
        copies.backup,
    ),
    Command("games", "list, show and repair stored games", games.arguments),
    Command("forget", "forget a person, while the bot is stopped", forget.arguments, forget.run),
    Command(
        "migrate-database",
        "put a database into another one, a file or a server",
        migrate_database.arguments,
        migrate_database.run,
    ),
    Command(
        "restore", "put a copy in place of the database", copies.restore_arguments, copies.restore
    ),
)


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line, without the usage."""

    def error(self, message: str) -> NoReturn:
        """Raise UsageError instead of printing the usage and leaving."""
        raise UsageError(f"{message} ({self.prog} --help lists what it takes)")


class _ShowVersion(argparse.Action):
    """Prints the version, which may ask git, only when it is asked for."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,  # noqa: ARG002 - argparse names them
        values: object,  # noqa: ARG002
        option_string: str | None = None,  # noqa: ARG002
    ) -> None:
        print(version())
        parser.exit()


def bonfire() -> Parser:
    """Return the parser of all that an operator types."""
    parser = Parser(prog="bonfire", description="The board game Bonfire, played on Discord.")
    parser.add_argument(
        "--version", action=_ShowVersion, nargs=0, help="print version, commit and schema"
    )
    add_commands(parser, "COMMAND", SHELL_COMMANDS)
    return parser


def execute(words: Sequence[str], made: Callable[[], Parser] = bonfire) -> int:
    """Run the command that `words` name to a parser, and return the exit status.

    Unusable input gives the status 2, and one line a fault on standard error. Where Discord or a
    database cannot be reached just now, the status is 75.
    """
    try:
        chosen = made().parse_args(words)
        status: int = chosen.run(chosen)
        print(end="", flush=True)  # in here, so that the code below tells what cannot be written
    except SettingsError as error:
        return _unusable(error.problems)
    except UsageError as error:
        return _unusable(str(error).splitlines(), error.status)
    except DatabaseError as error:
        return _unusable(str(error).splitlines(), status_of(error))
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # The reader, such as `head`, has seen enough.
        _silence()
        return 0
    except OSError as error:
        # Commands tell of their own files; what is left is the output, on a full disk say.
        _silence()
        return _unusable([error.strerror or str(error)])
    return status


def _unusable(lines: Iterable[str], status: int = UNUSABLE) -> int:
    for line in lines:
        print(f"bonfire: {_PASSWORD.sub('://...@', line)}", file=sys.stderr)
    return status


def _silence() -> None:
    """Let what is still to be written at exit go nowhere, where it cannot fail once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
