"""A player without a plan: any legal answer is as good as another."""

import random
from collections.abc import Callable

from engine import actions
from engine.legality import legal
from engine.state import GameState

Player = Callable[[GameState], actions.Action]
"""Whoever chooses one of the legal answers of a state."""


def random_player(seed: int | str) -> Player:
    """A player whose choices follow from a seed."""
    chance = random.Random(seed)
    return lambda state: chance.choice(legal(state))
