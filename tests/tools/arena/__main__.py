"""Let computer players compete as `bonfire arena` does: also `suggest`, and other checkouts.

B may be a checkout, which plays *medium* by its own code, or `CHECKOUT:PLAYER`. It may also be A
itself, for games to look at.
"""

import argparse
import os
import sys

from bot.cli.arena import arena
from bot.cli.parser import Parser, execute
from bot.runtime.shell.errors import UsageError
from tests.kit.sources import ROOT
from tests.tools.arena.games import ALL_PLAYERS, TWIN, play_with_guest
from tests.tools.arena.guests import is_guest
from tests.tools.compiled import DEFAULT, environment, is_current, runs_compiled


def opponent(name: str) -> str:
    """Return the name of a player or of a guest. Raises ArgumentTypeError."""
    return name if name in ALL_PLAYERS or is_guest(name) else arena.opponent(name)


def run(chosen: argparse.Namespace) -> int:
    """Play as `bonfire arena` does, by the compiled engine where that is wanted."""
    if chosen.compiled and not runs_compiled():
        folder = ROOT / DEFAULT
        if not is_current(ROOT, folder):
            raise UsageError(f"{folder} is missing or older than the sources: run make compiled")
        command = (sys.executable, "-m", "tests.tools.arena", *sys.argv[1:])
        os.execve(sys.executable, command, environment(folder, ROOT))
    if chosen.second == chosen.first:
        chosen.second += TWIN
    return arena.run(chosen, play_with_guest)


def arena_parser() -> Parser:
    """Return the parser of this tool."""
    parser = Parser(prog="python -m tests.tools.arena", description=__doc__)
    arena.arguments(parser, opponent, ALL_PLAYERS)
    parser.add_argument(
        "--compiled",
        action="store_true",
        help=f"play by {DEFAULT}, here and in the other checkout if it has one",
    )
    parser.set_defaults(run=run)
    return parser


if __name__ == "__main__":
    sys.exit(execute(sys.argv[1:], arena_parser))
