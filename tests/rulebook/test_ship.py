"""Move the ship, and the action of the island (S1 Move your Ship)."""

import pytest

from engine import Reason, events, ids
from engine.data.standard import STANDARD_BOX
from tests.kit.position import Position, city_of, options, play, why_not

# A1 B1 C1 D1 E1 / A2 B2 C2 D2 E2 / A3 B3 -- D3 E3, neighbours across and down.


def price(position: Position, island: str) -> int:
    """How many ship tiles the journey costs."""
    for tiles in range(1, 5):
        position.player.tiles = position.player.tiles.plus(ids.ActionType.SHIP)
        game = position.game()
        if why_not(game, f"ship {island}") is None:
            play(game, f"ship {island}; pay {tiles} ship")
            assert city_of(game).ship == island
            return tiles
    raise AssertionError("nothing pays for it")


def test_the_first_journey_goes_anywhere_for_one_tile() -> None:
    game = Position().tiles(ship=1).game()
    assert options(game, "ship") == [f"ship {island.code}" for island in STANDARD_BOX.islands]
    assert events.ShipMoved(0, None, "E3") in play(game, "ship E3; pay ship")


@pytest.mark.parametrize(
    ("island", "tiles"), [("B1", 1), ("A2", 1), ("C1", 2), ("B2", 2), ("D1", 3), ("E3", 3)]
)
def test_later_journeys_cost_one_tile_a_route_and_three_tiles_anywhere(
    island: str, tiles: int
) -> None:
    assert price(Position().ship("A1"), island) == tiles


def test_ruling_56_a_journey_ends_at_another_island() -> None:
    game = Position().ship("A1").tiles(ship=3).game()
    assert why_not(game, "ship A1") is Reason.SHIP_SAME_ISLAND


def test_there_is_no_such_island() -> None:
    assert why_not(Position().tiles(ship=3).game(), "ship C3") is Reason.ISLAND_UNKNOWN


def test_any_number_of_ships_lies_at_an_island() -> None:
    game = Position().of(1).ship("B1").of(0).ship("A1").tiles(ship=1).game()
    assert why_not(game, "ship B1") is None


def test_the_island_action_follows_at_its_normal_cost() -> None:
    game = Position().ship("A1").tiles(ship=1, guardian=1).game()
    play(game, "ship B1; pay ship")
    assert options(game) == ["guardian", "skip"]
    play(game, "guardian; pay guardian")
    assert city_of(game).tiles.total == 0
    assert options(game)[0] == "end"


def test_ruling_56_the_island_action_is_optional() -> None:
    game = Position().ship("A1").tiles(ship=1, guardian=1).game()
    play(game, "ship B1; pay ship; skip")
    assert city_of(game).tiles.total == 1
    assert options(game)[0] == "end"


def test_ruling_26_the_island_action_costs_tiles_and_resources() -> None:
    position = Position().ship("B1").tiles(ship=1, task=1).open_offerings("herb", "root")
    position.island("A1", "B01", "R01").resources(blossom=1, herb=1)
    game = position.game()
    play(game, "ship A1; pay ship")
    assert options(game) == ["task B01 left", "task R01 left", "skip"]
    play(game, "task R01 left; pay task; pay blossom herb; put 4")
    assert (city_of(game).tiles.total, city_of(game).resources.total) == (0, 0)


def test_without_a_possible_island_action_nothing_is_asked() -> None:
    game = Position().ship("A1").tiles(ship=1).game()
    play(game, "ship B1; pay ship")
    assert options(game) == ["end"]


def test_only_one_island_action_follows() -> None:
    position = Position().ship("B1").tiles(ship=1, task=3).open_offerings("blossom", "blossom")
    game = position.island("A1", "B01", "R01").resources(blossom=4).game()
    play(game, "ship A1; pay ship; task B01 left; pay task; pay 2 blossom; put 1")
    assert options(game, "task") == []
