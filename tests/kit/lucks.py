"""The luck of whole games."""

from engine import Game
from engine.review import luck_by_turn


def luck_of(game: Game, seed: int) -> tuple[float, ...]:
    """Return the luck of each seat over all turns; `seed` is for the other deals."""
    by_turn = luck_by_turn(game, seed)
    return tuple(sum(turn[seat] for turn in by_turn) for seat in range(game.options.seats))
