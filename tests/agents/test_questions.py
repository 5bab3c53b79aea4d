"""Every question of the engine gets a sensible answer from the substitute."""

from typing import Any, get_args

import pytest

from engine import STANDARD_BOX, Game, GameOptions, actions, agenda, bag, ids
from engine.agents import choose, play_turn
from engine.agents.plan import Planner
from engine.data.council import CouncilBonus
from tests.kit.position import Position, state_of

SEED = 9
PLACEMENT = actions.PlaceFate(ids.End.TOP, "b2", ids.Direction.RIGHT)


def busy(**tiles: int) -> Position:
    """A seat in the middle of a game, with something of everything."""
    return (
        Position(players=2, seed=4)
        .tiles(**(tiles or {"path": 2, "ship": 1, "gnome": 1, "wild": 1}))
        .resources(blossom=1, fruit=1, herb=1, gold=1)
        .path("blue herb", "red fruit")
        .portals(7, 6)
        .task(1, "B05")
        .lit(2, "R03")
        .guardian("own", "path 1")
        .guardian("pink", "start")
        .ship("C1")
    )


def tom_chooses(first: str, second: str) -> Position:
    """A solo game in which Tom takes one of the last two tasks, which are of equal value."""
    position = Position(players=1, seed=4)
    for island in position.state.box.islands:
        position.island(island.code)
    return (
        position.guardian("pink")
        .tiles(ship=2, task=2)
        .resources(fruit=2, herb=1, gold=2)
        .island("C1", first, second)
        .to_move(1)
        .asked(agenda.TomEnds(), agenda.TomTaskChoice(ids.TomCard.TASK_I, (first, second)))
    )


QUESTIONS: dict[type[Any], Position] = {
    agenda.TurnChoice: busy(),
    agenda.AfterTurn: busy().asked(agenda.AfterTurn()),
    agenda.KeepChoice: busy().asked(agenda.AfterTurn(), agenda.KeepChoice(PLACEMENT)),
    agenda.TilePayment: busy().asked(
        agenda.AfterTurn(), agenda.TilePayment(ids.ActionType.PATH, 2)
    ),
    agenda.ResourcePayment: busy().asked(
        agenda.AfterTurn(), agenda.ResourcePayment(bag.Resources.of(ids.Resource.HERB), 1)
    ),
    agenda.IslandChoice: busy(task=1).asked(agenda.AfterTurn(), agenda.IslandChoice()),
    agenda.TaskSpaceChoice: busy().asked(agenda.AfterTurn(), agenda.TaskSpaceChoice("R07")),
    agenda.PathChoice: busy().asked(agenda.AfterTurn(), agenda.PathChoice()),
    agenda.ProcessionChoice: busy().asked(
        agenda.AfterTurn(),
        agenda.ProcessionChoice(
            2, (ids.Guardian.OWN, ids.Guardian.PINK), gains=True, must_move=True
        ),
    ),
    agenda.ResourceChoice: busy()
    .gnomes("S6")
    .asked(agenda.AfterTurn(), agenda.ResourceChoice(ids.Guardian.OWN, 2)),
    agenda.RewardChoice: busy().wheel(3).asked(agenda.AfterTurn(), agenda.RewardChoice(3)),
    agenda.NoviceChoice: busy().asked(agenda.AfterTurn(), agenda.NoviceChoice(ids.Novice.SEAT_0)),
    agenda.BonusChoice: busy().asked(agenda.AfterTurn(), agenda.BonusChoice(7)),
}
COUNCIL = [agenda.CouncilChoice(bonus) for bonus in CouncilBonus if bonus is not CouncilBonus.GOLD]


def game_asking(question: type[Any]) -> Game:
    if question is agenda.StartTileChoice:
        return Game.new(GameOptions(players=2), 4)
    if question is agenda.TomTaskChoice:
        return tom_chooses("B05", "B01").game()
    return QUESTIONS[question].game()


@pytest.mark.parametrize(
    "question",
    [each for each in get_args(agenda.Decision) if each is not agenda.CouncilChoice],
    ids=lambda each: each.__name__,
)
def test_every_question_is_answered_legally(question: type[Any]) -> None:
    game = game_asking(question)
    asked = game.waiting
    assert asked is not None
    assert isinstance(asked.decision, question)
    check(game)


@pytest.mark.parametrize("question", COUNCIL, ids=lambda each: each.bonus)
def test_every_bonus_of_the_council_is_used_legally(question: agenda.CouncilChoice) -> None:
    check(busy().asked(agenda.AfterTurn(), question).game())


def check(game: Game) -> None:
    asked = game.waiting
    assert asked is not None
    assert choose(game, asked.seat, SEED) in game.legal_actions()
    for answer in play_turn(game, asked.seat, SEED):
        game.submit(asked.seat, answer)


def answers(position: Position) -> tuple[Any, ...]:
    game = position.game()
    asked = game.waiting
    assert asked is not None
    return play_turn(game, asked.seat, SEED)


def test_a_met_task_is_lit_and_its_novice_takes_a_bonus() -> None:
    first, _, third, *_ = answers(Position(players=2).row().task(5, "B05").guardian("pink"))
    assert first == actions.Ignite(5)
    assert third == actions.TakeBonus()


def test_a_neutral_novice_is_sent_as_soon_as_possible() -> None:
    position = Position(players=2).path(*["blue herb"] * 2, *["red herb"] * 2)
    position.path("blue fruit", "red fruit").asked(agenda.AfterTurn())
    assert answers(position)[0] == actions.SendNeutral(ids.CommonTask.PATHS)


def test_tiles_that_a_task_needs_are_not_paid_with() -> None:
    position = Position(players=2).task(4, "Y12").tiles(path=2, great_bonfire=2, ship=1, gnome=2)
    position.asked(agenda.AfterTurn(), agenda.TilePayment(ids.ActionType.TASK, 1))
    assert answers(position)[0] == actions.PayTiles(
        bag.ActionTiles.of(ids.ActionType.GNOME, ids.ActionType.GNOME)
    )


def test_the_task_space_with_portal_and_crystal_is_taken() -> None:
    position = Position(players=2).path("red herb", "blue fruit").portals(7, 6, 5, 4, 3)
    position.guardian("pink").asked(agenda.AfterTurn(), agenda.TaskSpaceChoice("B05"))
    assert answers(position)[0] == actions.PutTask(3)


def test_passing_takes_the_points_when_nothing_better_is_left() -> None:
    position = Position(players=2).row().tiles(ship=1).countdown(stack=5)
    assert answers(position) == (actions.Pass(),)


def test_a_bonfire_is_worth_more_than_passing() -> None:
    position = Position(players=2).row().task(5, "Y08").countdown(stack=5)
    position.gnomes("EL1", "EL2", "EL3")
    assert answers(position)[0] == actions.Ignite(5)


def test_a_last_turn_passes_for_the_last_point_rather_than_paying_for_nothing() -> None:
    position = Position(players=2).row().tiles(ship=1).countdown(stack=1)
    assert answers(position) == (actions.Pass(),)


@pytest.mark.parametrize(("wanted", "far"), [("B05", "B02"), ("B05", "B06")])
def test_tom_gets_the_task_that_the_person_can_do_without(wanted: str, far: str) -> None:
    for order in ((wanted, far), (far, wanted)):
        assert choose(tom_chooses(*order).game(), 0, SEED) == actions.TomTakes(far)


def test_no_action_tile_is_paid_for_one_of_its_kind() -> None:
    position = Position(players=2).row().tiles(path=1, ship=2, gnome=1).wheel(7)
    planner = Planner(state_of(position.game()), 0, SEED)
    state = state_of(position.game())
    turns = planner.prospects(state, [actions.UseGreatBonfire(1)])
    kind = STANDARD_BOX.wheel[0].tile
    (paid,) = (answer.tiles for answer in turns[0].answers if isinstance(answer, actions.PayTiles))
    assert kind is ids.ActionType.PATH
    assert not paid[kind]
    assert not turns[0].buys_back


def test_a_turn_that_only_buys_its_price_back_comes_last() -> None:
    position = Position(players=2).row().tiles(path=2).wheel(7)
    game = position.game()
    planner = Planner(state_of(game), 0, SEED)
    turns = planner.prospects(state_of(game), game.legal_actions())
    swaps = [turn for turn in turns if turn.buys_back]
    assert swaps
    assert not turns[0].buys_back
