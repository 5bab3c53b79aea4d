"""From the words of the command line to the command that answers them.

The code of a command is imported when its word is typed.
"""

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from itertools import chain
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, Final, NoReturn

from bot import features
from bot.model.database_errors import DatabaseError
from bot.runtime.settings import SettingsError
from bot.runtime.shell.command import Command
from bot.runtime.shell.errors import UNUSABLE, UsageError, status_of

_INTERRUPTED: Final = 130
_PASSWORD: Final = re.compile(r"://\S*@")
"""Name and password of an address, in any line."""


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


_COMMANDS: Final = (
    Command(
        "run",
        "run the bot on Discord, or at a table in the browser if there is no token",
        "bot.cli.run:arguments",
        "--box box.toml",
    ),
    Command(
        "serve",
        "run the bot with interactions over HTTP",
        "bot.cli.start:serve_arguments",
        "--box box.toml",
    ),
    Command(
        "table",
        "play in a browser on this machine",
        "bot.cli.table:arguments",
        "--data mine",
    ),
    Command(
        "simulate",
        "play random games and print statistics",
        "bot.cli.simulate:arguments",
        "--players 4 --games 1000",
    ),
    Command(
        "engine",
        "play a game by lines of text, as another program",
        "bot.cli.engine_lines:arguments",
        "--box box.toml",
    ),
    Command(
        "replay",
        "show a record's position and scores",
        "bot.cli.records:replay_arguments",
        "game.json --at 40",
    ),
    Command(
        "verify",
        "play a record again and compare every hash",
        "bot.cli.records:verify_arguments",
        "game.json",
    ),
    Command(
        "draw",
        "draw a record's boards as PNG",
        "bot.cli.records:draw_arguments",
        "game.json --at 40 --out boards",
    ),
    Command(
        "components",
        "list the component values",
        "bot.cli.components:arguments",
        "--unconfirmed",
    ),
    Command(
        "arena",
        "let two computer players compete",
        "bot.cli.arena.arena:arguments",
        "hard expert --games 200",
    ),
    Command(
        "bench",
        "measure the engine",
        "bot.cli.bench:arguments",
        "--rounds 3",
    ),
    Command(
        "doctor",
        "check what the bot needs, also while it runs",
        "bot.cli.doctor:arguments",
        "--serve",
    ),
    Command(
        "alarm",
        "tell the owner of the application that the bot has stopped",
        "bot.cli.alarm:arguments",
        "",
    ),
    Command(
        "live-check",
        "ask the real Discord what the stand-in guesses, and write down what came back",
        "bot.cli.live_check.live_check:arguments",
        "80351110224678912",
    ),
    Command(
        "backup",
        "copy the database, also while the bot runs",
        "bot.cli.copies:backup_arguments",
        "copy.db",
    ),
    Command(
        "games",
        "list, show and repair stored games",
        "bot.cli.games:arguments",
        "list --all",
    ),
    Command(
        "forget",
        "forget a person, while the bot is stopped",
        "bot.cli.forget:arguments",
        "80351110224678912",
    ),
    Command(
        "migrate-database",
        "copy a database into an empty one, a file or a server",
        "bot.cli.copies:migrate_arguments",
        "data/bonfire.db postgresql://bonfire@localhost/bonfire",
    ),
    Command(
        "restore",
        "put a copy in place of the database",
        "bot.cli.copies:restore_arguments",
        "copy.db",
    ),
)


def shell_commands() -> tuple[Command, ...]:
    """All commands: those above, and what features list in a file of their own, `shell`.

    Their manifests take long to import, and are left alone.
    """
    shells = sorted(Path(*features.__path__).glob("*/shell.py"))
    modules = (import_module(f"{features.__name__}.{file.parent.name}.shell") for file in shells)
    return (*_COMMANDS, *chain.from_iterable(module.COMMANDS for module in modules))


class _ShowVersion(argparse.Action):
    """Prints the version, which may ask git, only when it is asked for."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,  # noqa: ARG002 - argparse names them
        values: object,  # noqa: ARG002
        option_string: str | None = None,  # noqa: ARG002
    ) -> None:
        from bot.runtime.version import version  # noqa: PLC0415 - slow to import, and rarely asked

        print(version())
        parser.exit()


def bonfire() -> Parser:
    """Return the parser of all that an operator types."""
    parser = Parser(prog="bonfire", description="The board game Bonfire, played on Discord.")
    parser.add_argument(
        "--version", action=_ShowVersion, nargs=0, help="print version, commit and schema"
    )
    add_commands(parser, "COMMAND", shell_commands())
    return parser


def execute(
    words: Sequence[str],
    made: Callable[[], Parser] = bonfire,
    ready: Callable[[], None] = lambda: None,
) -> int:
    """Run the command that `words` name to a parser, and return the exit status.

    `ready` is called between: the command is imported then, and has not begun.

    Unusable input gives the status 2, and one line a fault on standard error. Where Discord or a
    database cannot be reached just now, the status is 75.
    """
    try:
        chosen = made().parse_args(words)
        ready()
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
