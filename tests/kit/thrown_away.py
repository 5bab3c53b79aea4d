"""A game in which somebody throws points away."""

from engine import Game
from engine.actions import Ignite, Pass
from engine.agents.players import PLAYERS
from tests.kit.position import Position

SEED = 3


def thrown_away() -> Game:
    """Seat 0 could light a bonfire in its last turn but one, and passes instead."""
    position = Position(players=2).row().task(5, "Y08").countdown(stack=2)
    game = position.gnomes("EL1", "EL2", "EL3").game()
    assert any(isinstance(each, Ignite) for each in game.legal_actions())
    game.submit(0, Pass())
    while (asked := game.waiting) is not None:
        for answer in PLAYERS["medium"](game, asked.seat, SEED).answers:
            game.submit(asked.seat, answer)
    return game
