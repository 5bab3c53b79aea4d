"""The games of this arena: worker processes import them by name, which no program allows."""

from collections.abc import Mapping
from typing import Final

from bot.cli.arena.matches import Outcome, Pairing, play
from engine.agents.players import PLAYERS, Agent
from tests.tools.arena.guests import Guest, is_guest
from tests.tools.arena.suggest import SUGGEST, suggest

ALL_PLAYERS: Final[Mapping[str, Agent]] = {**PLAYERS, SUGGEST: suggest}
"""The players of this checkout by name."""
TWIN: Final = " (2)"
"""The end of the second name of a player that meets itself."""


def play_with_guest(pairing: Pairing) -> Outcome:
    """Play a game to its end, a guest on the seats of a checkout. Raises UsageError."""
    first, second = pairing.match.first, pairing.match.second
    if second == first + TWIN:
        player = _otherwise(ALL_PLAYERS[first]) if pairing.turned else ALL_PLAYERS[first]
        return play(pairing, {first: player, second: player})
    if not is_guest(second):
        return play(pairing, ALL_PLAYERS)
    with Guest(second, pairing.match.players, pairing.seed) as guest:
        return play(pairing, {**ALL_PLAYERS, second: guest})


def _otherwise(player: Agent) -> Agent:
    """Return the player with other guesses: else it would play a deal twice in the same way."""
    return lambda game, seat, seed: player(game, seat, seed + 1)
