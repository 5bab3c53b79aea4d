"""Plans fill in the answers of the lesson's last turn."""

from bot.features.lesson.values import WAY_HOME
from engine import Game, GameOptions
from engine.actions import Advance, MakeProcession
from engine.advice import Origin, make_plan
from engine.ids import Guardian, Place, PlaceKind


def test_a_procession_that_could_stop_early_goes_on_to_the_bonfire() -> None:
    game = Game.new(GameOptions(players=1), WAY_HOME.seed)
    for step in WAY_HOME.steps[:-1]:
        for answer in step.answers:
            game.submit(0, answer)
    plan = make_plan(Origin(game, 0), (MakeProcession(2),))
    home = Place(PlaceKind.BONFIRE, 2)
    assert Advance(Guardian.OWN, home) in plan.actions
