"""A player that follows suggestions: it plays the first idea of each, as a person could."""

from typing import Final

from engine import Game, ids
from engine.advice.lines import suggestion
from engine.agents.players import Turn

SUGGEST: Final = "suggest"
"""The name under which it is asked for."""


def suggest(game: Game, seat: ids.Seat, seed: int) -> Turn:
    """The first idea for the turn of a seat, to its end or to a reveal."""
    found = suggestion(game, seat, seed)
    return Turn(found.lines[0].answers, found.positions)
