"""`python -m tests.bench`: measure the whole bot, apart from the tests."""

import sys
from typing import Final

from bot.cli.parser import Parser, add_commands, execute
from bot.runtime.shell.command import Command
from tests.kit.brought import brought_each

COMMANDS: Final = (
    Command("table", "measure the table in a browser", "tests.bench.table:arguments", "--games 3"),
    Command(
        "premoves", "measure turns planned ahead", "tests.bench.premoves:arguments", "--players 3"
    ),
    Command(
        "reviews", "measure what reviews of games say", "tests.bench.reviews:arguments", "--fit"
    ),
    Command(
        "losses",
        "measure reviews of games that medium lost to hard",
        "tests.bench.losses:arguments",
        "--games 2",
    ),
    Command(
        "levels", "measure the points of each level", "tests.bench.levels:arguments", "--games 2"
    ),
    Command(
        "load",
        "measure the bot under the load of many games",
        "tests.bench.load:arguments",
        "--films",
    ),
    Command(
        "suggestions",
        "measure suggested turns",
        "tests.bench.suggestions:arguments",
        "--positions 5",
    ),
    Command(
        "words",
        "count the words that a solo game makes a person read",
        "tests.bench.words:arguments",
        "--language de",
    ),
    Command(
        "scale",
        "measure more workers, games and servers",
        "tests.bench.scale:arguments",
        "--only servers",
    ),
    Command(
        "screens", "count posts and how high they are", "tests.bench.screens:arguments", "--seed 9"
    ),
    *brought_each("BENCHES"),
)


def bench() -> Parser:
    """Return the parser of all benches."""
    parser = Parser(prog="python -m tests.bench", description=__doc__)
    add_commands(parser, "WHAT", COMMANDS)
    return parser


if __name__ == "__main__":
    sys.exit(execute(sys.argv[1:], bench))
