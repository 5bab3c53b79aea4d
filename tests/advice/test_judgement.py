"""The ranking of a position serves every list of its turn, from whatever process it comes."""

import pickle
import random

import pytest

from engine import Game, GameOptions, agenda, ids
from engine.advice import ADVICE_SEED, Judgement, Ranking, judgement, ranked, remember, remembered
from engine.agents.plan import Planner


@pytest.fixture(autouse=True)
def _knows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judgement, "_MEMORY", judgement._Memory())


def turns(seed: int, count: int) -> list[tuple[Game, ids.Seat]]:
    """Positions at the choice of a turn in a random game."""
    game, dice = Game.new(GameOptions(2), seed), random.Random(seed)
    found = list[tuple[Game, ids.Seat]]()
    while (asked := game.waiting) and len(found) < count:
        if isinstance(asked.decision, agenda.TurnChoice):
            found.append((game.copy(), asked.seat))
        game.submit(asked.seat, dice.choice(game.legal_actions()))
    return found


@pytest.mark.parametrize("seed", range(3))
def test_each_kind_of_answer_comes_in_the_order_it_has_by_itself(seed: int) -> None:
    for game, seat in turns(seed, 4):
        judged = Judgement(game, seat)
        guess = game.guess(ADVICE_SEED)
        for kind in {type(action) for action in game.legal_actions()}:
            alike = [action for action in game.legal_actions() if isinstance(action, kind)]
            alone = Planner(guess, seat, ADVICE_SEED).prospects(guess, alike)
            assert judged.plans(frozenset(alike)) == alone


def test_what_another_process_found_is_taken_for_equal_positions() -> None:
    ((game, seat),) = turns(5, 1)
    twin = game.fork(ADVICE_SEED)
    assert not remembered(game, seat)
    remember(twin, seat, pickle.loads(pickle.dumps(ranked(twin, seat, ADVICE_SEED))))
    assert remembered(game, seat)
    assert not remembered(game, 1 - seat)
    found = Judgement(game, seat).plans(frozenset(game.legal_actions()))
    game.submit(seat, found[0].answers[0])
    assert not remembered(game, seat)


def test_only_so_many_positions_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judgement, "_MOST_KNOWN", 2)
    places = turns(6, 3)
    for game, seat in places:
        remember(game, seat, Ranking((), 0))
    assert [remembered(game, seat) is None for game, seat in places] == [True, False, False]
