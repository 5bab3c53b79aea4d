"""The best of a position, worked out once a run: many tests look at the same positions."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import pytest

from engine.actions import Action
from engine.advice import Judgement
from engine.agents.lookahead import Depth
from engine.agents.plan import Prospect
from engine.bag import ActionTiles
from engine.codec import state_hash
from engine.game import Game
from engine.identity_cache import cached_by_identity
from engine.ids import Seat

REMEMBERED: Final[dict[tuple[object, ...], Any]] = {}
"""The answers by all that they depend on."""
MOST: Final = 20_000

_hash_of = cached_by_identity(state_hash)
"""The hash of a state; forks of a position share its state until one of them is answered."""


class JudgedOnce(Judgement):
    """A judgement that remembers what any other one of the same position has found."""

    def __init__(self, game: Game, seat: Seat) -> None:
        super().__init__(game, seat)
        self._origin = (_hash_of(game._state), seat)

    def plans(self, options: Collection[Action]) -> list[Prospect]:
        """The plans that begin with these answers."""
        key = ("plans", *self._origin, frozenset(options))
        if key not in REMEMBERED:
            _remember(key, super().plans(options))
        return list(REMEMBERED[key])

    def best_first(
        self, game: Game, options: Sequence[Action], paid: ActionTiles = ActionTiles.EMPTY
    ) -> list[Action]:
        """The answers in their order."""
        key = ("best_first", *self._origin, _hash_of(game._state), tuple(options), paid)
        if key not in REMEMBERED:
            _remember(key, super().best_first(game, options, paid))
        return list(REMEMBERED[key])

    def best(self, game: Game, paid: ActionTiles = ActionTiles.EMPTY) -> tuple[Action, ...]:
        """The best answer and what follows it."""
        key = ("best", *self._origin, _hash_of(game._state), paid)
        if key not in REMEMBERED:
            _remember(key, super().best(game, paid))
        answers: tuple[Action, ...] = REMEMBERED[key]
        return answers


def _remember(key: tuple[object, ...], answer: object) -> None:
    if len(REMEMBERED) >= MOST:
        REMEMBERED.clear()
    REMEMBERED[key] = answer


@contextmanager
def quick_advice() -> Iterator[None]:
    """Judge each position once a run, and follow ideas no further than to the next own turn."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.advice.lines.HARD", Depth(plans=3, last_plans=3, positions=0))
        patch.setattr("engine.agents.lookahead.TURNS_BELIEVED", 1)
        for module in ("engine.advice.plan", "bot.present.wizard.opening"):
            patch.setattr(f"{module}.Judgement", JudgedOnce)
        yield


@pytest.fixture(autouse=True)
def short_sighted() -> Iterator[None]:
    """Suggest lines of play as always, but think no longer than a test has time for."""
    with quick_advice():
        yield
