"""`python -m tests.bench`: measure the whole bot, apart from the tests."""

import sys
from typing import Final

from bot.cli.parser import Parser, execute
from bot.cli.support.arguments import Command, add_commands
from tests.bench import films, laid, levels, load, reviews, scale, table

COMMANDS: Final = (
    Command("table", "measure the table in a browser", table.arguments, table.run),
    Command("films", "measure films of whole games", films.arguments, films.run),
    Command("laid", "measure turns laid ahead", laid.arguments, laid.run),
    Command("reviews", "measure what reviews of games say", reviews.arguments, reviews.run),
    Command("levels", "measure the points of each level", levels.arguments, levels.run),
    Command("load", "measure the bot under the load of many games", load.arguments, load.run),
    Command("scale", "measure more workers, games and servers", scale.arguments, scale.run),
)


def bench() -> Parser:
    """Return the parser of all benches."""
    parser = Parser(prog="python -m tests.bench", description=__doc__)
    add_commands(parser, "WHAT", COMMANDS)
    return parser


if __name__ == "__main__":
    sys.exit(execute(sys.argv[1:], bench))
