"""Plans fill in the answers of the lesson's last turn."""

from bot.features.lesson import values
from engine import Game, GameOptions, actions, ids
from engine.advice import Origin, make_plan


def test_a_procession_that_could_stop_early_goes_on_to_the_bonfire() -> None:
    game = Game.new(GameOptions(players=1), values.WAY_HOME.seed)
    for step in values.WAY_HOME.steps[:-1]:
        for answer in step.answers:
            game.submit(0, answer)
    plan = make_plan(Origin(game, 0), (actions.MakeProcession(2),))
    home = ids.Place(ids.PlaceKind.BONFIRE, 2)
    assert actions.Advance(ids.Guardian.OWN, home) in plan.actions
