"""The best for a seat, by one judgement: that of the player who suggests whole turns.

What stands first in a list, what is suggested and what is filled in are the same for that reason.
"""

from collections import OrderedDict
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from engine.actions import Action
from engine.agents.plan import Planner, Prospect
from engine.bag import ActionTiles
from engine.game import Game
from engine.ids import Seat

ADVICE_SEED: Final = 0
"""Forks for previews are dealt from this seed, so that equal positions give equal prompts."""
_MOST_KNOWN: Final = 512
"""Positions whose ranking is remembered, some 10 kB each: those that people look at now."""


class Ranking(NamedTuple):
    """The lines that begin with an answer to the question of a position, the best first.

    `positions` were judged to find them.
    """

    plans: tuple[Prospect, ...]
    positions: int


class _Memory:
    """The rankings of the positions judged last, by what a seat may know of them.

    Threads share it: each step is one call, and a lost race costs only a ranking made twice.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, Seat], Ranking] = OrderedDict()

    def get(self, key: tuple[str, Seat]) -> Ranking | None:
        ranking = self._known.pop(key, None)
        if ranking is not None:
            self._known[key] = ranking
        return ranking

    def put(self, key: tuple[str, Seat], ranking: Ranking) -> None:
        self._known[key] = ranking
        if len(self._known) > _MOST_KNOWN:
            self._known.popitem(last=False)


_MEMORY: Final = _Memory()


def ranked(game: Game, seat: Seat, seed: int) -> Ranking:
    """Return the ranking of a position for a seat; `remember` takes it, in any process."""
    return _ranked(Planner(game.guess(seed), seat, seed), game)


def remember(game: Game, seat: Seat, ranking: Ranking) -> None:
    """Remember a ranking that was made by the seed of all advice."""
    _MEMORY.put(_key(game, seat), ranking)


def remembered(game: Game, seat: Seat) -> Ranking | None:
    """Return the ranking of a position where it is known."""
    return _MEMORY.get(_key(game, seat))


def _ranked(planner: Planner, game: Game) -> Ranking:
    judged = planner.positions
    plans = planner.prospects(game.guess(planner.seed), game.legal_actions())
    return Ranking(tuple(plans), planner.positions - judged)


def _key(game: Game, seat: Seat) -> tuple[str, Seat]:
    return game.fork(ADVICE_SEED).state_hash(), seat


class Judgement:
    """Judges the answers of one seat in one turn, as far as the seat can know."""

    def __init__(self, game: Game, seat: Seat) -> None:
        """Take the position with which the turn, or the rest of it, begins."""
        self._game = game
        self._seat = seat
        self._planner = Planner(game.guess(ADVICE_SEED), seat, ADVICE_SEED)

    def plans(self, options: Collection[Action]) -> list[Prospect]:
        """Return the lines from the beginning with one of these answers, the best first."""
        key = _key(self._game, self._seat)
        ranking = _MEMORY.get(key)
        if ranking is None:
            ranking = _ranked(self._planner, self._game)
            _MEMORY.put(key, ranking)
        return [plan for plan in ranking.plans if plan.answers[0] in options]

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
