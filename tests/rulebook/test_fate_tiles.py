"""Option I: place a fate tile and gain action tiles (S1 Place a Fate Tile)."""

import pytest

from engine import Reason
from engine.bag import ActionTiles, Resources
from engine.events import FatePlaced, Source, TilesChanged
from engine.ids import ActionType, Direction, Resource
from tests.kit.players.fulfil import COVERS, FATE_GROUPS, TWO_GROUPS
from tests.kit.position import Position, city_of, options, play, why_not

# The built city begins with F1 (task, ship, guardian) on c3 d3 e3.


def test_a_fate_tile_yields_its_three_symbols() -> None:
    game = Position().row("F8").game()
    events = play(game, "fate top c2 right")
    assert FatePlaced(0, "F8", "c2", Direction.RIGHT, start=False) in events
    assert city_of(game).tiles == ActionTiles.from_mapping(
        {"gnome": 1, "path": 1, "great_bonfire": 1}
    )
    assert [placed.tile for placed in city_of(game).fate.tiles] == ["F1", "F8"]


def test_only_the_top_or_the_bottom_tile_of_the_row_may_be_taken() -> None:
    game = Position().row("F2", "F3", "F4").game()
    assert {option.split()[1] for option in options(game, "fate")} == {"top", "bottom"}
    play(game, "fate bottom c2 right")
    assert city_of(game).fate_row == ("F2", "F3")
    assert city_of(game).fate.tiles[-1].tile == "F4"


def test_the_last_tile_is_the_top_one() -> None:
    game = Position().row("F2").game()
    assert why_not(game, "fate top c2 right") is None
    assert why_not(game, "fate bottom c2 right") is Reason.FATE_ONE_LEFT


def test_without_a_tile_in_the_row_nothing_can_be_placed() -> None:
    game = Position().row().tiles(path=1).game()
    assert options(game, "fate") == []
    assert why_not(game, "fate top c2 right") is Reason.FATE_ROW_EMPTY


@pytest.mark.parametrize("direction", ["right", "left", "up", "down"])
def test_a_tile_lies_horizontally_or_vertically_either_way_round(direction: str) -> None:
    cell = {"right": "c2", "left": "e2", "up": "b4", "down": "b2"}[direction]
    assert why_not(Position().row("F8").game(), f"fate top {cell} {direction}") is None


def test_a_tile_lies_orthogonally_beside_one_already_placed() -> None:
    game = Position().row("F8").game()
    assert why_not(game, "fate top a1 right") is Reason.FATE_APART
    assert why_not(game, "fate top f5 up") is None


def test_touching_by_a_corner_is_not_enough() -> None:
    game = Position().fate("F1 c3 right", "F2 d4 right").row("F8").game()
    # c5 touches d4 by its corner only.
    assert why_not(game, "fate top a5 right") is Reason.FATE_APART
    assert why_not(game, "fate top b5 right") is None


def test_a_tile_does_not_protrude_beyond_the_area() -> None:
    game = Position().row("F8").game()
    assert why_not(game, "fate top b3 left") is Reason.FATE_OUTSIDE
    assert all("-" not in option and "y" not in option.split()[2] for option in options(game))


def test_a_tile_does_not_cover_another() -> None:
    game = Position().row("F8").game()
    assert why_not(game, "fate top e2 down") is Reason.FATE_COVERED


def test_a_covered_gold_symbol_yields_gold() -> None:
    game = Position().row("F8").game()
    play(game, "fate top b1 down")
    assert city_of(game).resources == Resources.of(Resource.GOLD)


def test_a_covered_yellow_symbol_yields_a_yellow_tile() -> None:
    game = Position().fate("F1 c3 right", "F2 c2 right").row("F8").game()
    events = play(game, "fate top c1 right")
    wild = ActionTiles.of(ActionType.WILD)
    assert TilesChanged(0, wild, ActionTiles.EMPTY, Source.FATE_SQUARE) in events
    assert city_of(game).tiles[ActionType.WILD] == 1


def test_a_symbol_yields_a_tile_for_every_symbol_of_its_area() -> None:
    # F3 is ship, guardian, path: ship and guardian come to lie above those of the start tile.
    game = Position().row("F3").game()
    play(game, "fate top d2 right")
    assert city_of(game).tiles == ActionTiles.from_mapping({"ship": 2, "guardian": 2, "path": 1})


def test_ruling_66_three_areas_yield_three_and_two_and_one_tiles() -> None:
    # F5 is task, gnome, guardian: above a task, above a ship, above a column of two guardians.
    game = Position().fate("F1 c3 right", "F3 d4 right").row("F5").game()
    play(game, "fate top c2 right")
    assert city_of(game).tiles == ActionTiles.from_mapping({"guardian": 3, "task": 2, "gnome": 1})


def test_ruling_66_joining_two_areas_counts_both() -> None:
    # The ships on d3 and e2 do not touch; the one that comes to d2 touches both.
    game = Position().fate("F1 c3 right", "F3 e2 right").row("F2").game()
    play(game, "fate top d2 left")
    assert city_of(game).tiles == ActionTiles.from_mapping(
        {"ship": 3, "task": 2, "great_bonfire": 1}
    )


def test_no_more_than_one_action_tile_stays_before_a_tile_is_placed() -> None:
    game = Position().row("F8").tiles(ship=2, wild=1).game()
    play(game, "fate top c2 right")
    assert set(options(game)) == {"keep 1 ship", "keep 1 wild", "keep no tiles"}
    assert why_not(game, "keep 2 ship") is Reason.KEEP_TOO_MANY
    assert why_not(game, "keep path") is Reason.KEEP_NOT_HELD
    play(game, "keep wild")
    assert city_of(game).tiles == ActionTiles.from_mapping(
        {"wild": 1, "gnome": 1, "path": 1, "great_bonfire": 1}
    )


def test_with_one_action_tile_nothing_is_asked() -> None:
    game = Position().row("F8").tiles(ship=1).game()
    play(game, "fate top c2 right")
    assert city_of(game).tiles.total == 4


def test_ruling_57_tiles_may_be_discarded_at_any_time_in_the_turn() -> None:
    game = Position().row("F8").tiles(ship=2, wild=1).game()
    assert options(game, "discard") == ["discard ship", "discard wild"]
    play(game, "discard ship; discard ship")
    play(game, "fate top c2 right")
    assert city_of(game).tiles.total == 4
    play(game, "discard gnome; discard path")
    assert city_of(game).tiles == ActionTiles.from_mapping({"wild": 1, "great_bonfire": 1})
    assert why_not(game, "discard gnome") is Reason.TILE_NOT_HELD
    game.undo(0)
    assert city_of(game).tiles[ActionType.PATH] == 1


@pytest.mark.parametrize("tiles", [*FATE_GROUPS.values(), TWO_GROUPS, *COVERS.values()])
def test_the_areas_of_the_task_tests_can_be_placed_one_after_another(tiles: str) -> None:
    start, *others = tiles.split(", ")
    laid = [start]
    for tile in others:
        name, cell, direction = tile.split()
        game = Position().fate(*laid).row(name).game()
        assert why_not(game, f"fate top {cell} {direction}") is None
        laid.append(tile)
