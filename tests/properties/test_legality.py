"""The list of legal answers is exactly what the rules do not refuse, whatever is tried."""

import random

import pytest

from engine.data.standard import STANDARD_BOX
from engine.flow import apply
from engine.legality import legal, refusal, waiting
from engine.rules.setup import new_game
from engine.state import GameOptions, GameState
from tests.properties.universe import universe

OPTIONS = (
    GameOptions(1),
    GameOptions(2),
    GameOptions(3, strict_payment=True),
    GameOptions(4, beginner=True, specialist_18_at_once=True),
)


def check(state: GameState) -> None:
    asked = waiting(state)
    assert asked is not None
    listed = legal(state)
    assert listed, "nobody can answer"
    assert len(set(listed)) == len(listed), "an answer is listed twice"
    allowed = {
        action
        for action in universe(asked, state.players[asked.seat])
        if refusal(state, asked.seat, action) is None
    }
    assert set(listed) == allowed
    other = (asked.seat + 1) % len(state.players)
    assert all(refusal(state, other, action) is not None for action in listed)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: f"{options.players} players")
def test_legal_answers_are_those_that_are_not_refused(options: GameOptions, seed: int) -> None:
    chance = random.Random(f"{options.players} {seed}")
    state = new_game(options, seed, STANDARD_BOX)
    while (asked := waiting(state)) is not None:
        if chance.random() < 0.3:
            check(state)
        state = apply(state, asked.seat, chance.choice(legal(state)))
