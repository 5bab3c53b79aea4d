"""Plans fill in answers: a procession walks as far as it has paid for."""

import pytest

from bot.features.lesson.values import WAY_HOME
from engine import Game, GameOptions
from engine.actions import Advance, MakeProcession
from engine.advice import Origin, make_plan
from engine.events import GuardianMoved
from engine.ids import Guardian, Place, PlaceKind
from tests.engine.random_games import play_busily


def test_a_procession_that_could_stop_early_goes_on_to_the_bonfire() -> None:
    game = Game.new(GameOptions(players=1), WAY_HOME.seed)
    for step in WAY_HOME.steps[:-1]:
        for answer in step.answers:
            game.submit(0, answer)
    plan = make_plan(Origin(game, 0), (MakeProcession(2),))
    home = Place(PlaceKind.BONFIRE, 2)
    assert Advance(Guardian.OWN, home) in plan.actions


@pytest.mark.parametrize("seed", [4, 6, 31, 38])
def test_a_procession_always_moves_somebody(seed: int) -> None:
    game = play_busily(Game.new(GameOptions(2), seed), seed, 80)
    assert game.waiting is not None
    for action in game.legal_actions():
        if isinstance(action, MakeProcession):
            plan = make_plan(Origin(game, game.waiting.seat), (action,))
            assert any(isinstance(event, GuardianMoved) for event in plan.known_events)
