"""Let computer players compete as `bonfire arena` does, also `suggest` and other checkouts."""

import sys
from collections.abc import Mapping
from functools import partial
from typing import Final

from bot.cli.arena import arena
from bot.cli.arena.matches import Outcome, Pairing, play
from bot.cli.parser import execute
from bot.cli.support.commands import Parser
from engine.agents.players import PLAYERS, Agent
from tests.tools.arena.guests import Guest, is_checkout
from tests.tools.arena.suggest import SUGGEST, suggest

_PLAYERS: Final[Mapping[str, Agent]] = {**PLAYERS, SUGGEST: suggest}


def opponent(name: str) -> str:
    """Return the name of a player, or the folder of a checkout. Raises ArgumentTypeError."""
    return name if is_checkout(name) else arena.opponent(name)


def play_with_guest(pairing: Pairing) -> Outcome:
    """Play a game to its end, a guest on the seats of a checkout. Raises UsageError."""
    second = pairing.match.second
    if not is_checkout(second):
        return play(pairing, _PLAYERS)
    with Guest(second, pairing.match.players, pairing.seed) as guest:
        return play(pairing, {**_PLAYERS, second: guest})


def arena_parser() -> Parser:
    """Return the parser of this tool."""
    parser = Parser(prog="python -m tests.tools.arena", description=__doc__)
    arena.arguments(parser, opponent, _PLAYERS)
    parser.set_defaults(run=partial(arena.run, play_one=play_with_guest))
    return parser


if __name__ == "__main__":
    sys.exit(execute(sys.argv[1:], arena_parser))
