"""Games of quick players of unequal strength, for what is measured over hundreds of them."""

from random import Random
from typing import Final

from engine import Game, GameOptions, ids
from engine.agents.care import BRISK
from engine.agents.plan import Planner

SLIPS: Final = (0.0, 0.15, 0.4)
"""The shares of turns in which a seat does not take the best plan: one for each seat."""
PLANS: Final = 4
"""The best plans among which such a seat chooses."""


class BriskPlayer:
    """Plays by quick plans of single actions, and now and then another one than the best."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._slips = chance.choice(SLIPS)

    def play(self, game: Game, seat: ids.Seat, seed: int) -> None:
        """Give the answers up to the end of an action, or to a reveal."""
        state = game.guess(seed)
        plans = Planner(state, seat, seed, BRISK).all_plans(state)[:PLANS]
        slips = self._chance.random() < self._slips
        chosen = self._chance.choice(plans) if slips else plans[0]
        for action in chosen.answers:
            game.submit(seat, action)


def brisk_game(options: GameOptions, seed: int) -> Game:
    """A game of such players; equal options and seeds give equal games."""
    chance = Random(f"brisk/{seed}")
    game = Game.new(options, seed)
    players = [BriskPlayer(chance) for _ in range(options.players)]
    while (asked := game.waiting) is not None:
        players[asked.seat].play(game, asked.seat, seed)
    return game
