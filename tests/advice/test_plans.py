"""Plans fill in answers: a procession walks as far as it has paid for."""

import pytest

from engine import Game, GameOptions, actions, events
from engine.advice import Origin, make_plan
from tests.kit.games import play_busily


@pytest.mark.parametrize("seed", [4, 6, 31, 38])
def test_a_procession_always_moves_somebody(seed: int) -> None:
    game = play_busily(Game.new(GameOptions(2), seed), seed, 80)
    assert game.waiting is not None
    for action in game.legal_actions():
        if isinstance(action, actions.MakeProcession):
            plan = make_plan(Origin(game, game.waiting.seat), (action,))
            assert any(isinstance(event, events.GuardianMoved) for event in plan.known_events)
