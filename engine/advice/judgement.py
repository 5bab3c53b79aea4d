"""The best for a seat, by one judgement: that of the player who suggests whole turns.

What stands first in a list, what is suggested and what is filled in are the same for that reason.
"""

from collections.abc import Sequence
from typing import Final

from engine.actions import Action
from engine.agents.plan import Planner, Prospect
from engine.bag import ActionTiles
from engine.game import Game
from engine.ids import Seat

ADVICE_SEED: Final = 0
"""Forks for previews are dealt from this seed, so that equal positions give equal prompts."""


class Judgement:
    """Judges the answers of one seat in one turn, as far as the seat can know."""

    def __init__(self, game: Game, seat: Seat) -> None:
        """Take the position with which the turn, or the rest of it, begins."""
        self._planner = Planner(game.guess(ADVICE_SEED), seat, ADVICE_SEED)

    def plans(self, game: Game, options: Sequence[Action]) -> list[Prospect]:
        """Return the lines that begin with these answers, each to its end, the best first."""
        return self._planner.prospects(game.guess(ADVICE_SEED), options)

    def best_first(
        self, game: Game, options: Sequence[Action], paid: ActionTiles = ActionTiles.EMPTY
    ) -> list[Action]:
        """The answers to the question of `game`, the best first.

        `paid` are the action tiles already paid for what is going on.
        """
        return self._planner.best_first(game.guess(ADVICE_SEED), options, paid)

    def best(self, game: Game, paid: ActionTiles = ActionTiles.EMPTY) -> tuple[Action, ...]:
        """The best answer and what follows it, up to the end of what is going on or a reveal."""
        return self._planner.plan(game.guess(ADVICE_SEED), paid).answers
