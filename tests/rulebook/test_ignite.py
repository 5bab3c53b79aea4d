"""Option III: ignite a bonfire and send a novice to the High Council (S1 Ignite a Bonfire)."""

import pytest

from engine import Reason, events, ids
from tests.kit.position import Position, city_of, options, play, state_of, why_not
from tests.kit.positions import ready_to_ignite


def test_a_met_task_is_turned_over_and_its_novice_goes_to_the_council() -> None:
    game = ready_to_ignite().game()
    assert events.BonfireLit(0, 1, "B05") in play(game, "ignite 1")
    assert options(game) == [f"council {space}" for space in range(1, 9)]
    assert events.NovicePlaced(0, ids.Novice.SEAT_0, 4, None) in play(game, "council 4")
    assert state_of(game).council[3] == (ids.Novice.SEAT_0,)
    assert city_of(game).novices == 6
    assert not game.view().seats[0].positions[0].novice


def test_the_bonfire_scores_in_the_final_scoring() -> None:
    game = ready_to_ignite().game()
    before = game.score_sheets()[0][ids.PointSource.BONFIRES]
    play(game, "ignite 1; council 1; bonus")
    assert game.score_sheets()[0][ids.PointSource.BONFIRES] - before == 2
    assert game.view().seats[0].score == 0


def test_a_bonfire_is_not_lit_twice_and_an_empty_space_not_at_all() -> None:
    game = ready_to_ignite().lit(3, "B01").game()
    assert why_not(game, "ignite 3") is Reason.ALREADY_LIT
    assert why_not(game, "ignite 2") is Reason.TASK_SPACE_EMPTY


def test_igniting_is_the_only_main_action_of_the_turn() -> None:
    game = ready_to_ignite().task(2, "B06").guardian("grey").tiles(path=1).game()
    play(game, "ignite 1; council 1; bonus")
    assert why_not(game, "ignite 2") is Reason.MAIN_ACTION_DONE
    assert why_not(game, "path 1") is Reason.MAIN_ACTION_DONE
    assert why_not(game, "pass") is Reason.MAIN_ACTION_DONE


def test_a_novice_goes_to_no_space_that_holds_one_of_its_colour() -> None:
    game = ready_to_ignite().council(2, "seat_0").council(3, "seat_1", "neutral").game()
    play(game, "ignite 1")
    assert why_not(game, "council 2") is Reason.COUNCIL_SPACE_TAKEN
    assert why_not(game, "council 3") is None


def test_any_number_of_colours_shares_a_council_space() -> None:
    game = ready_to_ignite(4).council(3, "seat_1", "seat_2", "seat_3", "neutral").game()
    play(game, "ignite 1; council 3")
    assert len(state_of(game).council[2]) == 5


def test_a_task_that_a_resource_meets_keeps_it() -> None:
    game = Position().task(1, "R03").resources(gold=4).game()
    play(game, "ignite 1; council 2; point")
    assert city_of(game).resources.total == 4


def test_ruling_3_no_substitute_helps_to_meet_a_task() -> None:
    game = Position().task(1, "R09").task(2, "Y12").resources(blossom=2, gold=6, root=6)
    built = game.tiles(path=2, great_bonfire=1, wild=5, ship=1).game()
    assert options(built, "ignite") == []


def test_ruling_24_a_condition_that_is_lost_later_leaves_the_bonfire_lit() -> None:
    game = Position().task(1, "B18").resources(fruit=2, herb=2).tiles(gnome=1).game()
    play(game, "ignite 1; council 2; point; end; fate top c2 right; end")
    play(game, "recruit EL1 1; pay gnome; pay 2 herb")
    held = city_of(game).tasks[0]
    assert held is not None
    assert held.lit
    assert game.score_sheets()[0][ids.PointSource.BONFIRES] == 3


def test_ruling_24_a_condition_must_be_met_at_that_moment() -> None:
    game = Position().task(1, "B18").resources(fruit=2, herb=2).tiles(gnome=1).game()
    play(game, "recruit EL1 1; pay gnome; pay 2 herb; end; fate top c2 right; end")
    assert why_not(game, "ignite 1") is Reason.TASK_NOT_MET


@pytest.mark.parametrize(("others", "why"), [(3, None), (2, Reason.TASK_NOT_MET)])
def test_ruling_25_the_yellow_task_of_four_yellow_ones_counts_itself(
    others: int, why: Reason | None
) -> None:
    position = Position().task(1, "Y18")
    for space, task in zip((2, 3, 4), ("Y12", "Y13", "Y14")[:others], strict=False):
        position.task(space, task)
    assert why_not(position.game(), "ignite 1") is why


def test_ruling_25_the_task_of_five_bonfires_does_not_count_itself() -> None:
    position = Position().task(1, "Y17")
    for space, task in zip((2, 3, 4, 5), ("B01", "B02", "B03", "B04"), strict=True):
        position.lit(space, task)
    assert why_not(position.game(), "ignite 1") is Reason.TASK_NOT_MET
    assert why_not(position.lit(6, "B06").game(), "ignite 1") is None


def test_ruling_65_the_task_of_a_blue_and_a_red_bonfire_does_not_count_itself() -> None:
    position = Position().task(1, "B17").lit(2, "R01")
    assert why_not(position.game(), "ignite 1") is Reason.TASK_NOT_MET
    assert why_not(position.lit(3, "B01").game(), "ignite 1") is None


def test_ruling_65_the_task_of_all_three_colours_does_not_count_itself() -> None:
    position = Position().task(1, "R15").lit(2, "B01").lit(3, "Y01")
    assert why_not(position.game(), "ignite 1") is Reason.TASK_NOT_MET
    assert why_not(position.lit(4, "R01").game(), "ignite 1") is None


def test_more_than_asked_meets_a_task_too() -> None:
    game = Position().task(1, "R07").portals(7, 6, 5, 4).game()
    assert why_not(game, "ignite 1") is None


def test_position_one_shows_no_crystal_and_its_gold_makes_no_pair() -> None:
    game = Position().task(1, "R01").task(2, "Y04").path("red herb", "red fruit").game()
    assert options(game, "ignite") == []


def test_gnomes_that_show_gold_count_as_gnomes_but_not_as_another_resource() -> None:
    game = Position().task(1, "B13").task(2, "R02").gnomes("S5", "S23", "S26").game()
    assert options(game, "ignite") == ["ignite 2"]
