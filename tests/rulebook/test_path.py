"""Build a path (S1 Build a Path)."""

import pytest

from engine import Reason, ids
from engine.data import box
from engine.events import PathBuilt, PathsRefreshed
from tests.kit.players.fulfil import SIX_PATHS
from tests.kit.position import Position, city_of, options, path_tile, play, state_of, why_not

ONE_COLOUR = ("blue shell", "blue root", "blue shell", "blue root")
MIXED = ("blue herb", "red root", "yellow shell", "blue fruit")


def test_a_tile_of_the_display_joins_the_path() -> None:
    game = Position().display(*MIXED).tiles(path=1).game()
    events = play(game, "path 2; pay path")
    assert city_of(game).path == (path_tile("red root"),)
    assert PathBuilt(0, box.PathTile(ids.Color.RED, ids.Resource.ROOT), 2, 2) in events


def test_the_top_tile_of_the_pile_may_be_taken_unseen() -> None:
    game = Position().display(*MIXED).top_paths("yellow herb").tiles(path=1).game()
    play(game, "path pile; pay path")
    assert city_of(game).path == (path_tile("yellow herb"),)
    assert game.undo_refusal(0) is not None


def test_the_pile_cannot_be_taken_from_when_it_is_used_up() -> None:
    game = Position().display(*MIXED).path_pile().tiles(path=1).game()
    assert why_not(game, "path pile") is Reason.PATH_PILE_EMPTY
    play(game, "path 1; pay path; end")
    assert state_of(game).path_display[0] is None
    play(game, "fate top c2 right; end")
    assert why_not(game, "path 1") is Reason.PATH_SLOT_EMPTY


@pytest.mark.parametrize(("built", "price"), [(0, 1), (1, 1), (2, 1), (3, 2), (4, 2), (5, 2)])
def test_ruling_53_positions_2_to_4_cost_one_tile_and_5_to_7_two(built: int, price: int) -> None:
    position = Position().path(*SIX_PATHS[:built])
    assert options(position.tiles(path=price - 1).game(), "path") == []
    game = position.tiles(path=1).game()
    play(game, f"path 1; pay {price} path")
    assert len(city_of(game).path) == built + 1


def test_six_tiles_can_be_added_and_no_more() -> None:
    game = Position().path(*SIX_PATHS).tiles(path=4).game()
    assert options(game, "path") == []
    assert why_not(game, "path 1") is Reason.PATH_FULL
    assert why_not(game, "path pile") is Reason.PATH_FULL


def test_ruling_52_the_slot_is_refilled_at_the_end_of_the_turn() -> None:
    game = Position().display(*MIXED).top_paths("yellow herb").tiles(path=1).game()
    play(game, "path 3; pay path")
    assert state_of(game).path_display[2] is None
    assert game.undo_refusal(0) is None
    play(game, "end")
    assert state_of(game).path_display == tuple(
        map(path_tile, ("blue herb", "red root", "yellow herb", "blue fruit"))
    )


def test_ruling_52_the_slot_is_refilled_before_a_bonus_action_where_undo_stops() -> None:
    position = Position().display(*MIXED).top_paths("yellow herb").tiles(path=2)
    game = position.path(*SIX_PATHS[:5]).game()
    play(game, "path 3; pay 2 path")
    assert game.undo_refusal(0) is None
    play(game, "neutral paths")
    assert None not in state_of(game).path_display
    refusal = game.undo_refusal(0)
    assert refusal is not None
    assert refusal.key is Reason.UNDO_REVEALED


def test_ruling_6_a_display_of_one_colour_may_be_laid_out_anew_as_part_of_the_action() -> None:
    position = Position().display(*ONE_COLOUR).top_paths(*MIXED).tiles(path=1)
    game = position.game()
    events = play(game, "refresh; pay path")
    assert PathsRefreshed(0, tuple(map(path_tile, ONE_COLOUR))) in events
    assert state_of(game).path_display == tuple(map(path_tile, MIXED))
    assert "end" not in options(game)
    assert set(options(game)) == {"path 1", "path 2", "path 3", "path 4", "path pile"}
    play(game, "path 2")
    assert city_of(game).path == (path_tile("red root"),)
    assert city_of(game).tiles[ids.ActionType.PATH] == 0
    assert "end" in options(game)


def test_ruling_6_it_may_be_repeated_while_one_colour_shows() -> None:
    again = ("red herb", "red root", "red shell", "red fruit")
    game = Position().display(*ONE_COLOUR).top_paths(*again).tiles(path=1).game()
    play(game, "refresh; pay path")
    assert "refresh" in options(game)
    play(game, "refresh")
    assert state_of(game).path_display != tuple(map(path_tile, again))
    assert "path 1" in options(game)


def test_a_display_of_several_colours_stays() -> None:
    game = Position().display(*MIXED).tiles(path=1).game()
    assert why_not(game, "refresh") is Reason.PATH_COLORS_DIFFER


def test_ruling_63_the_refreshed_tiles_go_under_the_pile_and_a_refresh_is_irrevocable() -> None:
    game = Position().display(*ONE_COLOUR).top_paths(*MIXED).tiles(path=1).game()
    play(game, "refresh; pay path")
    pile = state_of(game).hidden.path_pile
    assert sorted(map(repr, pile[-4:])) == sorted(map(repr, map(path_tile, ONE_COLOUR)))
    assert game.undo_refusal(0) is not None


def test_ruling_63_without_a_pile_there_is_no_refresh() -> None:
    game = Position().display(*ONE_COLOUR).path_pile().tiles(path=1).game()
    assert why_not(game, "refresh") is Reason.PATH_PILE_EMPTY


def test_a_full_city_does_not_refresh() -> None:
    game = Position().path(*SIX_PATHS).display(*ONE_COLOUR).tiles(path=3).game()
    assert why_not(game, "refresh") is Reason.PATH_FULL
