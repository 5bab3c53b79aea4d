"""The eight bonuses of the High Council, and 1 point instead (S1 Appendix II)."""

from dataclasses import replace

import pytest

from engine import STANDARD_BOX, Reason, events, ids
from engine.data.council import CouncilBonus
from engine.geometry import geometry
from tests.kit.players.fulfil import SIX_PATHS
from tests.kit.position import city_of, options, path_tile, place, play, state_of, why_not
from tests.kit.positions import council_opening, ready_to_ignite

MIXED = ("blue herb", "red root", "yellow shell", "blue fruit")


@pytest.mark.parametrize("bonus", list(CouncilBonus)[1:])
def test_every_space_but_the_first_offers_one_point_instead(bonus: CouncilBonus) -> None:
    game = ready_to_ignite().path("blue herb").game()
    play(game, council_opening(bonus))
    assert options(game) == ["bonus", "point"]
    play(game, "point")
    assert game.score_sheets()[0][ids.PointSource.COUNCIL] == 1
    assert options(game)[0] == "end"


def test_two_gold_and_a_yellow_tile_and_no_choice() -> None:
    game = ready_to_ignite().game()
    play(game, council_opening(CouncilBonus.GOLD))
    assert options(game) == ["bonus"]
    assert why_not(game, "point") is Reason.POINT_IMPOSSIBLE
    assert events.BonusTaken(0, CouncilBonus.GOLD) in play(game, "bonus")
    assert city_of(game).resources[ids.Resource.GOLD] == 2
    assert city_of(game).tiles[ids.ActionType.WILD] == 1


def test_a_path_tile_of_the_display_comes_free() -> None:
    game = ready_to_ignite().path(*SIX_PATHS[:3]).display(*MIXED).game()
    play(game, f"{council_opening(CouncilBonus.PATH)}; bonus; path 3")
    assert city_of(game).path[-1] == path_tile("yellow shell")
    assert "end" in options(game)


def test_a_path_tile_of_the_pile_comes_free_unseen() -> None:
    game = ready_to_ignite().display(*MIXED).top_paths("yellow herb").game()
    play(game, f"{council_opening(CouncilBonus.PATH)}; bonus; path pile")
    assert city_of(game).path[-1] == path_tile("yellow herb")


def test_ruling_35_all_the_piles_may_be_searched_and_are_shuffled_afterwards() -> None:
    game = ready_to_ignite().display(*MIXED).game()
    play(game, f"{council_opening(CouncilBonus.PATH)}; bonus")
    pile = state_of(game).hidden.path_pile
    searches = set(options(game, "search"))
    assert searches == {f"search {tile.crystal} {tile.resource}" for tile in pile}
    wanted = pile[10]
    play(game, f"search {wanted.crystal} {wanted.resource}")
    after = state_of(game).hidden.path_pile
    assert city_of(game).path[-1] == wanted
    rest = list(pile)
    rest.remove(wanted)
    assert sorted(map(repr, after)) == sorted(map(repr, rest))
    assert after != tuple(rest)


def test_ruling_63_the_search_sets_no_undo_boundary_and_finds_only_what_is_left() -> None:
    game = ready_to_ignite().display(*MIXED).path_pile("red fruit", "red fruit").game()
    play(game, f"{council_opening(CouncilBonus.PATH)}; bonus")
    assert options(game, "search") == ["search red fruit"]
    assert why_not(game, "search blue herb") is Reason.PATH_NOT_IN_PILE
    play(game, "search red fruit")
    game.undo(0)
    assert city_of(game).path == ()


def test_ruling_59_the_council_path_knows_no_refresh() -> None:
    game = ready_to_ignite().display("blue shell", "blue root", "blue shell", "blue root").game()
    play(game, f"{council_opening(CouncilBonus.PATH)}; bonus")
    assert "refresh" not in options(game)
    assert why_not(game, "refresh") is Reason.WRONG_QUESTION


def test_one_guardian_moves_as_far_as_wanted_forward_or_backward() -> None:
    game = ready_to_ignite().path(*SIX_PATHS).guardian("own", "path 4").game()
    play(game, f"{council_opening(CouncilBonus.MOVE_GUARDIAN)}; bonus")
    targets = {option for option in options(game) if "own" in option}
    assert targets == {f"move own path {n}" for n in (1, 2, 3, 5, 6, 7)}
    play(game, "move own path 2")
    assert city_of(game).resources[ids.Resource.BLOSSOM] == 1
    assert "end" in options(game)


def test_ruling_9_she_leaves_a_bonfire_and_may_go_to_another() -> None:
    position = ready_to_ignite().path(*SIX_PATHS).portals(7, 6, 5).lit(6, "B01").lit(7, "B02")
    game = position.guardian("own", "bonfire 6").game()
    play(game, f"{council_opening(CouncilBonus.MOVE_GUARDIAN)}; bonus")
    assert why_not(game, "move own bonfire 7") is None
    assert why_not(game, "move own bonfire 5") is Reason.BONFIRE_UNLIT
    play(game, "move own path 6")
    assert city_of(game).resources[ids.Resource.ROOT] == 1


def test_ruling_10_the_start_area_and_taken_spaces_are_no_targets() -> None:
    position = (
        ready_to_ignite().path(*SIX_PATHS).guardian("own", "path 4").guardian("grey", "path 5")
    )
    game = position.game()
    play(game, f"{council_opening(CouncilBonus.MOVE_GUARDIAN)}; bonus")
    assert why_not(game, "move own start") is Reason.START_NOT_ALLOWED
    assert why_not(game, "move own path 5") is Reason.PLACE_TAKEN
    sharing = position.gnomes("S1").game()
    play(sharing, f"{council_opening(CouncilBonus.MOVE_GUARDIAN)}; bonus")
    assert why_not(sharing, "move own path 5") is None


def test_ruling_59_a_guardian_moves_at_least_one_step_and_may_pass_others() -> None:
    position = (
        ready_to_ignite().path(*SIX_PATHS).guardian("own", "path 4").guardian("grey", "path 5")
    )
    game = position.game()
    play(game, f"{council_opening(CouncilBonus.MOVE_GUARDIAN)}; bonus")
    assert why_not(game, "move own path 4") is Reason.GUARDIAN_STAYS
    assert why_not(game, "move own path 6") is None
    assert why_not(game, "move blue path 1") is Reason.GUARDIAN_NOT_OWNED


def test_ruling_59_6_and_10_to_13_and_20_apply_to_the_moved_guardian() -> None:
    position = ready_to_ignite().path(*SIX_PATHS).gnomes("S6", "S10", "S20")
    game = position.game()
    play(
        game, f"{council_opening(CouncilBonus.MOVE_GUARDIAN)}; bonus; move pink path 1; choose herb"
    )
    assert city_of(game).resources[ids.Resource.HERB] == 2
    assert city_of(game).resources[ids.Resource.GOLD] == 1


def test_the_great_bonfire_turns_to_any_space_for_nothing() -> None:
    game = ready_to_ignite().wheel(3).portals_on(3, "sun").game()
    play(game, f"{council_opening(CouncilBonus.GREAT_BONFIRE)}; bonus")
    assert options(game) == [f"great-bonfire {space}" for space in range(1, 8)]
    play(game, "wheel 3; reward tile portal sun")
    assert city_of(game).portals[6] is ids.PortalKind.SUN


def test_ruling_20_the_council_may_leave_the_great_bonfire_where_it_is() -> None:
    game = ready_to_ignite().wheel(5).game()
    play(game, f"{council_opening(CouncilBonus.GREAT_BONFIRE)}; bonus; wheel 5; reward tile goods")
    assert state_of(game).wheel_position == 5


def test_ruling_22_a_council_use_is_the_first_use_of_wheel_and_ship() -> None:
    game = ready_to_ignite().tiles(great_bonfire=1).game()
    play(
        game,
        f"{council_opening(CouncilBonus.GREAT_BONFIRE)}; bonus; wheel 2; reward tile goods; end",
    )
    play(game, "fate top c2 right; end")
    assert why_not(game, "wheel 5") is Reason.TILES_SHORT
    sailed = ready_to_ignite().tiles(ship=1).game()
    play(
        sailed, f"{council_opening(CouncilBonus.SHIP)}; bonus; ship A1; end; fate top c2 right; end"
    )
    assert why_not(sailed, "ship E3") is Reason.TILES_SHORT


def test_ruling_59_23_and_25_apply_to_the_council_use() -> None:
    game = ready_to_ignite().portals_on(3, "star", "sun").gnomes("S23", "S25").game()
    play(game, f"{council_opening(CouncilBonus.GREAT_BONFIRE)}; bonus; wheel 3")
    assert "reward tile goods portal star" in options(game)


def test_a_specialist_of_the_display_comes_free() -> None:
    game = ready_to_ignite().specialists("S4", "S5").game()
    play(game, f"{council_opening(CouncilBonus.SPECIALIST)}; bonus")
    assert options(game) == ["recruit S4 free", "recruit S5 free"]
    assert why_not(game, "recruit EL1 free") is Reason.ELDER_NOT_GIVEN
    assert why_not(game, "recruit S4 2") is Reason.GNOME_IS_FREE
    play(game, "recruit S5 free")
    assert city_of(game).abilities == {5}


def test_ruling_59_a_free_specialist_counts_as_recruiting() -> None:
    game = ready_to_ignite().specialists("S4", "S15").gnomes("EL1").game()
    play(game, f"{council_opening(CouncilBonus.SPECIALIST)}; bonus; recruit S15 free")
    assert city_of(game).tiles[ids.ActionType.WILD] == 1


def test_a_guardian_of_a_new_colour_comes_wherever_the_ship_is() -> None:
    game = ready_to_ignite().guardian("grey").game()
    play(game, f"{council_opening(CouncilBonus.GUARDIAN)}; bonus")
    assert options(game) == ["fetch natural", "fetch blue"]
    assert why_not(game, "fetch pink") is Reason.GUARDIAN_OWNED
    play(game, "fetch blue")
    assert dict(city_of(game).guardians)[ids.Guardian.BLUE] == place("start")
    assert state_of(game).guardians_left[3] == 3


def test_ruling_59_the_guardian_of_the_council_triggers_17() -> None:
    game = ready_to_ignite().gnomes("S17").path("blue herb").game()
    play(game, f"{council_opening(CouncilBonus.GUARDIAN)}; bonus; fetch blue")
    assert "walk own path 1" in options(game)
    assert "halt" in options(game)


def test_the_ship_sails_to_any_other_island_for_nothing() -> None:
    game = ready_to_ignite().ship("A1").tiles(guardian=1).game()
    play(game, f"{council_opening(CouncilBonus.SHIP)}; bonus")
    assert why_not(game, "ship A1") is Reason.SHIP_SAME_ISLAND
    play(game, "ship D3")
    assert options(game) == ["guardian", "skip"]
    play(game, "guardian; pay guardian")
    assert city_of(game).tiles.total == 0


def test_the_next_fate_tile_is_placed_with_any_number_of_action_tiles() -> None:
    game = ready_to_ignite().row("F8", "F2").tiles(ship=5).game()
    play(game, f"{council_opening(CouncilBonus.FATE)}; bonus; fate bottom c2 right")
    assert city_of(game).tiles.total > 5
    assert city_of(game).fate_row == ("F8",)


def test_ruling_59_16_and_27_apply_to_the_fate_tile_of_the_council() -> None:
    game = ready_to_ignite().row("F8").gnomes("S16", "S27").game()
    play(game, f"{council_opening(CouncilBonus.FATE)}; bonus; fate top b3 left")
    assert city_of(game).tiles[ids.ActionType.WILD] == 2


IMPOSSIBLE = {
    CouncilBonus.PATH: lambda: ready_to_ignite().path(*SIX_PATHS),
    CouncilBonus.SPECIALIST: lambda: ready_to_ignite().gnomes(
        "S3", "S6", "S9", "S10", "EL1", "EL2"
    ),
    CouncilBonus.GUARDIAN: lambda: (
        ready_to_ignite().guardian("grey").guardian("natural").guardian("blue")
    ),
    CouncilBonus.FATE: lambda: ready_to_ignite().row(),
}


@pytest.mark.parametrize("bonus", IMPOSSIBLE)
def test_ruling_36_a_bonus_that_is_impossible_leaves_the_point(bonus: CouncilBonus) -> None:
    game = IMPOSSIBLE[bonus]().game()
    play(game, council_opening(bonus))
    assert options(game) == ["point"]
    assert why_not(game, "bonus") is Reason.BONUS_IMPOSSIBLE


def test_ruling_36_no_guardian_can_be_moved_without_a_free_space() -> None:
    game = ready_to_ignite().guardian("own", "path 1").game()
    play(game, council_opening(CouncilBonus.MOVE_GUARDIAN))
    assert options(game) == ["point"]


def test_ruling_36_an_empty_display_has_no_specialist() -> None:
    game = ready_to_ignite().specialists().specialist_pile().game()
    play(game, council_opening(CouncilBonus.SPECIALIST))
    assert options(game) == ["point"]


def test_ruling_48_without_a_place_for_a_fate_tile_only_the_point_is_left() -> None:
    position = ready_to_ignite()
    every = geometry(STANDARD_BOX.fate_grid).area
    position.player.fate = replace(position.player.fate, covered=every)
    game = position.game()
    play(game, council_opening(CouncilBonus.FATE))
    assert options(game) == ["point"]
