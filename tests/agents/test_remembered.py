"""An evaluation remembers what it would find afresh, and counts as the score sheet does."""

import gc
import random
from collections.abc import Iterator
from functools import _lru_cache_wrapper

import pytest

from engine import STANDARD_BOX, Game, GameOptions, ids, payment
from engine.agents import city, evaluation, sea
from engine.agents.effort import Efforts
from engine.agents.evaluation import Evaluation
from engine.agents.survey import Survey
from engine.scoring import score_sheet
from engine.state import GameState
from tests.kit.marks import long

SEEDS = range(40)


def states(seed: int) -> Iterator[tuple[GameState, ids.Seat]]:
    """The positions of a random game, in which pieces lie about as players would not leave them."""
    dice, game = random.Random(seed), Game.new(GameOptions(1 + seed % 4), seed)
    while (asked := game.waiting) is not None:
        yield game.guess(seed), asked.seat
        game.submit(asked.seat, dice.choice(game.legal_actions()))


@pytest.mark.parametrize("games", [8, long(len(SEEDS))])
def test_equal_parts_of_a_position_take_equal_turns_to_meet_a_task(games: int) -> None:
    found = kept = 0
    tasks = {task.condition: task for task in STANDARD_BOX.tasks}
    for seed in SEEDS[:games]:
        efforts = Efforts()
        for state, seat in states(seed):
            for condition, task in tasks.items():
                turns = Efforts().of(task, state, seat)
                assert efforts.of(task, state, seat) == turns, (seed, condition)
                found += 1
        kept += len(efforts._known)
    assert found > 2 * kept


@pytest.mark.parametrize("seed", SEEDS[:6])
def test_an_evaluation_that_is_used_again_says_the_same(seed: int) -> None:
    (root, seat), *others = states(seed)
    shared = Evaluation(root, seat)
    for state, _ in others:
        assert shared.worth(state) == Evaluation(root, seat).worth(state), seed
        for owner in range(len(state.players)):
            assert shared.points(state, owner) == score_sheet(state, owner).total, seed


def test_what_judging_remembers_has_a_bound() -> None:
    """Each process that judges keeps so much for as long as it lives: some 500 bytes an entry."""
    most = {
        remembered: remembered.cache_parameters()["maxsize"]
        for module in (city, evaluation, payment, sea)
        for remembered in vars(module).values()
        if isinstance(remembered, _lru_cache_wrapper)
    }
    assert len(most) > 8
    assert sum(most.values()) <= 50_000


def test_the_surveys_of_all_cities_share_their_parts() -> None:
    for seed in SEEDS[:6]:
        (root, seat), *others = states(seed)
        shared = Evaluation(root, seat)
        for state, _ in others:
            shared.worth(state)
    surveys = [one for one in gc.get_objects() if isinstance(one, Survey)]
    parts = [part for survey in surveys for part in (*survey.beside, *survey.spots)]
    assert len({id(part) for part in parts}) == len(set(parts)) < len(parts)
