"""Receive a task (S1 Receive a Task)."""

import pytest

from engine import Reason, ids
from engine.events import OfferingRevealed, TaskPlaced, TaskReceived
from tests.kit.players.fulfil import TASKS
from tests.kit.position import Position, city_of, options, play, state_of, why_not


def at_a1() -> Position:
    """The ship lies at the Blossom island A1; one offering shows Herb, the other Root."""
    return (
        Position(players=4)
        .ship("A1")
        .island("A1", "B01", "R01", "Y01")
        .open_offerings("herb", "root")
    )


def test_a_task_costs_one_tile_and_the_resources_of_island_and_offering() -> None:
    game = at_a1().tiles(task=1).resources(blossom=1, herb=1).game()
    assert options(game, "task") == ["task B01 left", "task R01 left", "task Y01 left"]
    events = play(game, "task R01 left; pay task; pay blossom herb; put 5")
    assert TaskReceived(0, "R01", "A1", 2, ids.Side.LEFT) in events
    assert TaskPlaced(0, "R01", 5) in events
    assert state_of(game).islands[0] == ("B01", 0, "Y01")
    held = city_of(game).tasks[4]
    assert held is not None
    assert (held.task, held.lit) == ("R01", False)


def test_either_open_offering_may_be_chosen() -> None:
    game = at_a1().tiles(task=1).resources(blossom=1, root=1).game()
    assert options(game, "task") == ["task B01 right", "task R01 right", "task Y01 right"]


@pytest.mark.parametrize("delivered", [0, 1, 2])
def test_each_own_offering_on_the_island_costs_a_further_tile(delivered: int) -> None:
    position = at_a1().island("A1", *(0,) * delivered, *("B01", "R01", "Y01")[delivered:])
    position.resources(blossom=1, herb=1)
    assert options(position.tiles(task=delivered).game(), "task") == []
    game = position.tiles(task=1).game()
    play(game, f"task Y01 left; pay {delivered + 1} task; pay blossom herb; put 1")
    assert state_of(game).islands[0].count(0) == delivered + 1


def test_offerings_of_others_cost_nothing() -> None:
    game = at_a1().island("A1", 1, 2, "Y01").tiles(task=1).resources(blossom=1, herb=1).game()
    assert why_not(game, "task Y01 left") is None


def test_the_ship_must_be_at_the_island() -> None:
    position = at_a1().tiles(task=1).resources(blossom=1, herb=1)
    assert why_not(position.ship("B1").game(), "task B01 left") is Reason.ISLAND_NO_TASKS
    assert why_not(position.ship("D2").game(), "task B01 left") is Reason.TASK_ELSEWHERE
    position.player.ship = None
    assert why_not(position.game(), "task B01 left") is Reason.SHIP_NOT_AT_SEA


def test_ruling_52_the_next_offering_is_flipped_at_the_end_of_the_turn() -> None:
    game = at_a1().tiles(task=1).resources(blossom=1, herb=1).game()
    hidden = state_of(game).hidden.offering_piles[0][0][0]
    play(game, "task B01 left; pay task; pay blossom herb; put 1")
    assert city_of(game).offerings[0].open is None
    assert game.undo_refusal(0) is None
    assert OfferingRevealed(0, ids.Side.LEFT, hidden) in play(game, "end")
    assert (city_of(game).offerings[0].open, city_of(game).offerings[0].hidden) == (hidden, 3)


def test_a_pile_that_is_used_up_offers_nothing() -> None:
    position = at_a1().open_offerings(None, "herb").tiles(task=1).resources(blossom=1, herb=1)
    game = position.game()
    assert why_not(game, "task B01 left") is Reason.OFFERING_USED_UP
    assert why_not(game, "task B01 right") is None


def test_the_task_goes_to_any_free_space() -> None:
    game = at_a1().task(3, "B05").tiles(task=1).resources(blossom=1, herb=1).game()
    play(game, "task B01 left; pay task; pay blossom herb")
    assert options(game) == [f"put {space}" for space in (1, 2, 4, 5, 6, 7)]
    assert why_not(game, "put 3") is Reason.SPACE_TAKEN


def test_a_city_holds_seven_tasks() -> None:
    position = at_a1().tiles(task=1).resources(blossom=1, herb=1)
    for space, task in enumerate((*TASKS["blue"], "R17", "R18"), start=1):  # type: ignore[index]
        position.task(space, task)
    game = position.game()
    assert options(game, "task") == []
    assert why_not(game, "task B01 left") is Reason.TASKS_FULL


def test_without_the_resources_no_task_comes() -> None:
    game = at_a1().tiles(task=1).resources(blossom=1).game()
    assert why_not(game, "task B01 left") is Reason.RESOURCES_SHORT


def test_a_resource_named_twice_is_paid_twice() -> None:
    position = at_a1().open_offerings("blossom", None).tiles(task=1).resources(blossom=2)
    game = position.game()
    play(game, "task B01 left; pay task")
    assert options(game) == ["pay 2 blossom"]
