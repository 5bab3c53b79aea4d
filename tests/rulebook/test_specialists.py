"""The 27 specialists, each by its effect (S0, S1 Appendix III)."""

import pytest

from engine import Game, Reason
from engine.bag import ActionTiles, Resources
from engine.events import PointsScored, ResourcesChanged, Source, TilesChanged
from engine.ids import ActionType, PointSource, Resource
from tests.kit.players.fulfil import SIX_PATHS
from tests.kit.position import Position, city_of, options, place, play, why_not
from tests.kit.positions import PATH

GOLD, WILD = Resource.GOLD, ActionType.WILD


def walking(*gnomes: str, steps: int = 1) -> Position:
    return Position().gnomes(*gnomes).path(*PATH).tiles(guardian=steps)


def sent(game: Game, space: int) -> None:
    play(game, f"ignite 1; council {space}")


def ready(*gnomes: str) -> Position:
    """The pink guardian is in the city, as the task on space 1 asks."""
    return Position().task(1, "B05").guardian("pink").gnomes(*gnomes)


def test_specialist_1_path_spaces_hold_several_guardians() -> None:
    game = walking("S1").guardian("pink", "path 1").game()
    play(game, "procession 1; pay guardian; walk own path 1")
    assert city_of(game).resources == Resources.of(GOLD)
    plain = walking().guardian("pink", "path 1").game()
    play(plain, "procession 1; pay guardian")
    assert why_not(plain, "walk own path 1") is Reason.PLACE_TAKEN


def test_specialist_1_does_not_open_bonfires_to_a_second_guardian() -> None:
    position = walking("S1").portals(7, 6, 5, 4, 3).lit(3, "B01").guardian("pink", "bonfire 3")
    game = position.guardian("own", "path 3").game()
    play(game, "procession 1; pay guardian")
    assert why_not(game, "walk own bonfire 3") is Reason.PLACE_TAKEN


def test_specialist_2_every_procession_goes_one_step_further() -> None:
    game = walking("S2").game()
    play(game, "procession 1; pay guardian")
    assert options(game) == ["walk own path 1", "walk own path 2"]


def test_specialist_2_leaves_one_step_to_be_paid() -> None:
    game = walking("S2", steps=2).guardian("own", "path 4").game()
    assert options(game, "procession") == ["procession 1"]


def receiving(*gnomes: str, delivered: int = 0) -> Position:
    """The ship lies at the Blossom island A1; the offerings show Herb and Root."""
    position = Position(players=4).gnomes(*gnomes).ship("A1").open_offerings("herb", "root")
    return position.island("A1", *(0,) * delivered, *("B01", "R01", "Y01")[delivered:])


def test_specialist_3_a_task_costs_any_two_resources() -> None:
    game = receiving("S3").tiles(task=1).resources(shell=1, gold=1).game()
    play(game, "task B01 left; pay task")
    assert options(game) == ["pay 1 shell 1 gold"]
    assert why_not(receiving().tiles(task=1).resources(shell=2).game(), "task B01 left") is (
        Reason.RESOURCES_SHORT
    )


def test_ruling_60_specialist_3_still_delivers_an_offering() -> None:
    game = receiving("S3").tiles(task=1).resources(shell=2).game()
    assert options(game, "task")[:2] == ["task B01 left", "task R01 left"]
    play(game, "task R01 right; pay task; pay 2 shell; put 1")
    assert city_of(game).offerings[1].open is None
    used_up = receiving("S3").open_offerings(None, None).tiles(task=1).resources(shell=2).game()
    assert options(used_up, "task") == []


def test_specialist_4_scores_two_more_points_for_an_elder() -> None:
    game = Position().gnomes("S4").tiles(gnome=2).resources(herb=1).game()
    events = play(game, "recruit EL1 2; pay 2 gnome; pay herb")
    assert PointsScored(0, 1 + 2, PointSource.ELDERS) in events


def test_specialist_5_a_yellow_tile_pays_for_two_equal_tiles() -> None:
    position = Position().gnomes("S5").path(*SIX_PATHS[:3]).tiles(wild=1)
    game = position.game()
    play(game, "path 1")
    assert options(game) == ["pay 1 wild"]
    assert why_not(Position().path(*SIX_PATHS[:3]).tiles(wild=1).game(), "path 1") is (
        Reason.TILES_SHORT
    )


def test_ruling_19_the_surplus_of_a_doubled_yellow_tile_is_lost() -> None:
    game = Position().gnomes("S5").tiles(wild=1).game()
    play(game, "path 1; pay wild")
    assert city_of(game).tiles.total == 0


def test_ruling_58_a_doubled_yellow_tile_is_wasted_only_when_it_cannot_be_helped() -> None:
    position = Position().gnomes("S5").path(*SIX_PATHS[:3]).tiles(wild=2, path=1, ship=2)
    game = position.game()
    play(game, "path 1")
    assert set(options(game)) == {"pay 1 wild", "pay 1 path 2 ship"}


def test_ruling_58_a_doubled_yellow_tile_counts_as_one_in_hand_and_in_the_end() -> None:
    game = Position().gnomes("S5").tiles(wild=1).row("F8").game()
    assert game.score_sheets()[0][PointSource.LEFTOVERS] == 0
    play(game, "fate top c2 right")
    assert city_of(game).tiles[WILD] == 1


def test_specialist_6_the_resource_of_the_path_space_is_chosen() -> None:
    game = walking("S6", steps=2).game()
    play(game, "procession 2; pay 2 guardian; walk own path 2")
    assert options(game) == [
        f"choose {kind}" for kind in ("blossom", "fruit", "herb", "shell", "root")
    ]
    play(game, "choose shell")
    assert city_of(game).resources == Resources.of(Resource.SHELL)


def test_ruling_11_specialist_6_takes_gold_only_on_space_1() -> None:
    game = walking("S6", steps=2).game()
    play(game, "procession 2; pay 2 guardian; walk own path 2")
    assert why_not(game, "choose gold") is Reason.GOLD_ONLY_AT_START
    first = walking("S6").game()
    play(first, "procession 1; pay guardian; walk own path 1")
    assert why_not(first, "choose gold") is None
    play(first, "choose fruit")
    assert city_of(first).resources == Resources.of(Resource.FRUIT)


def test_specialist_6_asks_after_every_guardian_before_the_next_one_walks() -> None:
    game = walking("S6").guardian("pink", "path 1").game()
    play(game, "procession 1; pay guardian; walk pink path 2; choose root; walk own path 1")
    play(game, "choose gold")
    assert city_of(game).resources == Resources.of(Resource.ROOT, GOLD)


def test_specialist_7_each_novice_sent_brings_gold_besides_the_bonus() -> None:
    game = ready("S7").game()
    sent(game, 1)
    assert city_of(game).resources == Resources.of(GOLD)
    play(game, "bonus")
    assert city_of(game).resources[GOLD] == 3


def test_ruling_13_specialist_7_pays_for_neutral_novices_too() -> None:
    game = Position().gnomes("S7").path(*SIX_PATHS).game()
    play(game, "neutral paths; council 3; point")
    assert city_of(game).resources == Resources.of(GOLD)


def test_specialist_8_a_new_path_tile_yields_its_resource() -> None:
    display = ("red herb", "red root", "yellow shell", "blue fruit")
    game = Position().gnomes("S8").display(*display).tiles(path=1).game()
    play(game, "path 3; pay path")
    assert city_of(game).resources == Resources.of(Resource.SHELL)


def test_ruling_59_specialist_8_yields_for_the_free_path_tile_too() -> None:
    game = ready("S8").display("red herb", "red root", "yellow shell", "blue fruit").game()
    sent(game, 2)
    play(game, "bonus; path 2")
    assert city_of(game).resources == Resources.of(Resource.ROOT)


def test_specialist_9_any_resources_recruit_a_gnome() -> None:
    position = Position().gnomes("S9").specialists("S4").tiles(gnome=2).resources(root=1)
    game = position.game()
    play(game, "recruit S4 2; pay 2 gnome; pay root")
    assert city_of(game).gnomes == ("S9", "S4")
    twice = Position().gnomes("S9").tiles(gnome=1).resources(root=1, herb=1).game()
    play(twice, "recruit EL2 1; pay gnome; pay root herb")
    assert city_of(twice).resources.total == 0


def test_ruling_12_specialist_9_works_for_gnomes_that_cost_gold() -> None:
    game = Position().gnomes("S9").specialists("S5").tiles(gnome=2).resources(root=1).game()
    play(game, "recruit S5 2; pay 2 gnome; pay root")
    assert city_of(game).abilities == {5, 9}


@pytest.mark.parametrize(
    ("gnome", "guardian"), [("S10", "pink"), ("S11", "grey"), ("S12", "natural"), ("S13", "blue")]
)
def test_specialists_10_to_13_repeat_the_resource_of_their_guardian(
    gnome: str, guardian: str
) -> None:
    game = walking(gnome).guardian(guardian, "path 1").guardian("own", "path 3").game()
    play(game, f"procession 1; pay guardian; walk own path 4; walk {guardian} path 2")
    assert city_of(game).resources == Resources.of(Resource.FRUIT, Resource.HERB, Resource.HERB)


def test_ruling_60_10_to_13_repeat_the_resource_actually_taken() -> None:
    game = walking("S6", "S11").guardian("grey", "path 1").guardian("own", "path 5").game()
    play(game, "procession 1; pay guardian; walk grey path 2; choose shell")
    assert city_of(game).resources == Resources.of(Resource.SHELL, Resource.SHELL)


def test_specialist_14_three_tiles_stay_before_a_fate_tile() -> None:
    game = Position().gnomes("S14").row("F8").tiles(ship=2, wild=2).game()
    play(game, "fate top c2 right")
    assert why_not(game, "keep 2 ship wild") is None
    assert why_not(game, "keep 2 ship 2 wild") is Reason.KEEP_TOO_MANY
    play(game, "keep 2 wild ship")
    assert city_of(game).tiles.total == 6
    three = Position().gnomes("S14").row("F8").tiles(ship=3).game()
    play(three, "fate top c2 right")
    assert city_of(three).tiles.total == 6


def test_specialist_15_every_gnome_recruited_brings_a_yellow_tile() -> None:
    game = Position().gnomes("S15").tiles(gnome=2).resources(herb=1).game()
    play(game, "recruit EL1 2; pay 2 gnome; pay herb")
    assert city_of(game).tiles == ActionTiles.of(WILD)


def test_specialist_15_counts_itself() -> None:
    game = Position().specialists("S15").tiles(gnome=2).resources(fruit=1).game()
    play(game, "recruit S15 2; pay 2 gnome; pay fruit")
    assert city_of(game).tiles == ActionTiles.of(WILD)


def test_specialist_16_covered_symbols_are_gained_twice() -> None:
    game = Position().gnomes("S16").row("F8").game()
    play(game, "fate top b1 down")
    assert city_of(game).resources == Resources.of(GOLD, GOLD)
    wild = Position().fate("F1 c3 right", "F2 c2 right").gnomes("S16").row("F8").game()
    events = play(wild, "fate top c1 right")
    two = ActionTiles.of(WILD, WILD)
    assert TilesChanged(0, two, ActionTiles.EMPTY, Source.FATE_SQUARE, 16) in events


def retrieving(*gnomes: str) -> Position:
    return walking(*gnomes).ship("B1")


def test_specialist_17_a_new_guardian_makes_a_procession_of_one_step() -> None:
    game = retrieving("S17").guardian("own", "path 1").game()
    play(game, "guardian; pay guardian")
    assert set(options(game)) == {"walk own path 2", "halt"}
    play(game, "walk own path 2; walk pink path 1")
    assert city_of(game).resources.total == 0
    assert options(game) == ["end"]


def test_ruling_60_the_procession_of_17_may_move_nobody() -> None:
    game = retrieving("S17").game()
    play(game, "guardian; pay guardian; halt")
    assert "end" in options(game)


def test_ruling_16_in_the_procession_of_17_every_guardian_may_walk() -> None:
    game = retrieving("S17").guardian("own", "path 2").guardian("grey", "path 1").game()
    play(game, "guardian; pay guardian; walk own path 3; walk grey path 2; walk pink path 1")
    places = {str(guardian): at for guardian, at in city_of(game).guardians}
    assert places == {
        "own": place("path 3"),
        "grey": place("path 2"),
        "pink": place("path 1"),
    }


def test_ruling_15_the_procession_of_17_goes_two_steps_with_2_and_brings_no_resources() -> None:
    game = retrieving("S17", "S2", "S20", "S10").game()
    play(game, "guardian; pay guardian")
    assert "walk pink path 2" in options(game)
    play(game, "walk pink path 1; halt")
    assert city_of(game).resources.total == 0


def test_ruling_5_specialist_18_scores_two_points_for_each_guardian_at_a_bonfire_at_the_end() -> (
    None
):
    position = Position().path(*SIX_PATHS).portals(7, 6).lit(7, "B01").lit(6, "B02")
    position.guardian("own", "bonfire 7").guardian("pink", "bonfire 6")
    without = position.game().score_sheets()[0]
    sheet = position.gnomes("S18").game().score_sheets()[0]
    assert sheet[PointSource.SPECIALISTS] - without[PointSource.SPECIALISTS] == 4


def test_ruling_5_in_the_portal_variant_18_scores_when_a_guardian_reaches_a_bonfire() -> None:
    position = Position(specialist_18_at_once=True).gnomes("S18").path(*SIX_PATHS)
    position.portals(7).lit(7, "B01").guardian("own", "path 7").tiles(guardian=1)
    game = position.game()
    assert game.score_sheets()[0][PointSource.SPECIALISTS] == 0
    events = play(game, "procession 1; pay guardian; walk own bonfire 7")
    assert PointsScored(0, 2, PointSource.SPECIALISTS) in events
    assert game.score_sheets()[0][PointSource.SPECIALISTS] == 2


def test_specialist_19_a_common_task_met_brings_gold_and_a_yellow_tile() -> None:
    game = Position().gnomes("S19").path(*SIX_PATHS[:5]).without_neutral("paths")
    built = game.tiles(path=2).game()
    play(built, "path 1; pay 2 path")
    assert city_of(built).resources == Resources.of(GOLD)
    assert city_of(built).tiles == ActionTiles.of(WILD)


def test_ruling_17_specialist_19_is_not_retroactive_but_counts_the_task_it_meets_itself() -> None:
    earlier = Position().path(*SIX_PATHS).specialists("S19").tiles(gnome=2).resources(blossom=1)
    game = earlier.game()
    play(game, "recruit S19 2; pay 2 gnome; pay blossom")
    assert (city_of(game).resources.total, city_of(game).tiles.total) == (0, 0)
    sixth = Position().gnomes("S3", "S6", "S10", "EL1", "EL2").specialists("S19")
    met = sixth.tiles(gnome=2).resources(blossom=1).game()
    play(met, "recruit S19 2; pay 2 gnome; pay blossom")
    assert (city_of(met).resources.total, city_of(met).tiles.total) == (1, 1)


def test_specialist_20_the_first_path_space_brings_one_more_gold() -> None:
    game = walking("S20").game()
    play(game, "procession 1; pay guardian; walk own path 1")
    assert city_of(game).resources == Resources.of(GOLD, GOLD)
    second = walking("S20", steps=2).game()
    play(second, "procession 2; pay 2 guardian; walk own path 2")
    assert city_of(second).resources == Resources.of(Resource.HERB)


def test_ruling_60_three_gold_at_most_on_the_first_path_space() -> None:
    game = walking("S20", "S10").guardian("pink").game()
    play(game, "procession 1; pay guardian; walk pink path 1")
    assert city_of(game).resources == Resources.of(GOLD, GOLD, GOLD)


def test_ruling_60_20_adds_gold_whatever_was_taken() -> None:
    game = walking("S6", "S10", "S20").guardian("pink").game()
    play(game, "procession 1; pay guardian; walk pink path 1; choose herb")
    assert city_of(game).resources == Resources.of(Resource.HERB, Resource.HERB, GOLD)


@pytest.mark.parametrize(("island", "tiles"), [("B1", 1), ("C1", 1), ("D1", 2), ("E1", 3)])
def test_ruling_56_specialist_21_sails_one_step_further(island: str, tiles: int) -> None:
    position = Position().gnomes("S21").ship("A1").tiles(ship=tiles - 1)
    assert why_not(position.game(), f"ship {island}") is Reason.TILES_SHORT
    assert why_not(position.tiles(ship=1).game(), f"ship {island}") is None


@pytest.mark.parametrize(("space", "tiles"), [(4, 1), (5, 1), (6, 2), (7, 3), (3, 3)])
def test_ruling_56_specialist_22_turns_one_space_further(space: int, tiles: int) -> None:
    position = Position().gnomes("S22").wheel(3).tiles(great_bonfire=tiles - 1)
    assert why_not(position.game(), f"wheel {space}") is Reason.TILES_SHORT
    assert why_not(position.tiles(great_bonfire=1).game(), f"wheel {space}") is None


def test_specialist_23_all_three_rewards_may_be_taken() -> None:
    game = Position().gnomes("S23").portals_on(3, "sun").tiles(great_bonfire=1).game()
    play(game, "wheel 3; pay great-bonfire")
    assert "reward tile goods" in options(game)
    play(game, "reward tile goods portal sun")
    assert city_of(game).tiles == ActionTiles.of(ActionType.TASK)
    assert city_of(game).resources == Resources.of(Resource.ROOT)
    assert city_of(game).portals[6] is not None


def test_ruling_21_specialist_23_takes_no_reward_twice_and_no_portal_that_does_not_fit() -> None:
    game = Position().gnomes("S23").portals_on(3, "moon").tiles(great_bonfire=1).game()
    play(game, "wheel 3; pay great-bonfire")
    assert options(game) == ["reward tile goods"]


def test_specialist_24_novices_of_a_colour_share_a_council_space() -> None:
    game = ready("S24").council(2, "seat_0").game()
    play(game, "ignite 1")
    assert why_not(game, "council 2") is None
    plain = ready().council(2, "seat_0").game()
    play(plain, "ignite 1")
    assert why_not(plain, "council 2") is Reason.COUNCIL_SPACE_TAKEN


def test_ruling_14_specialist_24_works_for_neutral_novices_too() -> None:
    game = Position().gnomes("S24").path(*SIX_PATHS).council(2, "neutral").game()
    play(game, "neutral paths")
    assert why_not(game, "council 2") is None


def test_specialist_25_portals_come_in_any_order() -> None:
    position = Position().gnomes("S25").portals_on(3, "star", "eye").tiles(great_bonfire=1)
    game = position.game()
    play(game, "wheel 3; pay great-bonfire; reward tile portal eye")
    assert [kind is not None for kind in city_of(game).portals] == [True, *[False] * 6]


def test_ruling_49_specialist_25_never_takes_a_portal_that_is_placed() -> None:
    position = Position().gnomes("S25").portals(7).portals_on(3, "sun").tiles(great_bonfire=1)
    game = position.game()
    play(game, "wheel 3; pay great-bonfire")
    assert options(game) == ["reward tile goods"]


@pytest.mark.parametrize("delivered", [0, 1, 2])
def test_specialist_26_a_task_always_costs_one_tile(delivered: int) -> None:
    position = receiving("S26", delivered=delivered).tiles(task=1).resources(blossom=1, herb=1)
    game = position.game()
    play(game, "task Y01 left; pay task; pay blossom herb; put 1")
    assert city_of(game).tiles.total == 0


def test_ruling_56_specialists_3_and_26_apply_to_the_island_action() -> None:
    position = receiving("S3", "S26", delivered=2).ship("B1").tiles(ship=1, task=1)
    game = position.resources(shell=2).game()
    play(game, "ship A1; pay ship; task Y01 left; pay task; pay 2 shell; put 1")
    assert (city_of(game).tiles.total, city_of(game).resources.total) == (0, 0)


def test_specialist_27_fate_tiles_may_stick_out_with_a_symbol_inside() -> None:
    game = Position().gnomes("S27").row("F8").game()
    assert why_not(game, "fate top b3 left") is None
    assert why_not(Position().row("F8").game(), "fate top b3 left") is Reason.FATE_OUTSIDE
    beyond = Position().gnomes("S27").fate("F1 c3 right", "F2 a3 left").row("F8").game()
    assert why_not(beyond, "fate top z2 left") is Reason.FATE_ALL_OUTSIDE


def test_ruling_18_all_three_symbols_pay_and_connect_and_only_inner_squares_are_covered() -> None:
    position = Position().fate("F1 c3 right", "F2 a3 left").gnomes("S27").row("F3")
    game = position.task(1, "Y22").game()
    # F2 lies on a3 z3 y3 (ship, task, great bonfire); F3 on a4 z4 y4 (ship, guardian, path).
    play(game, "fate top a4 left")
    assert city_of(game).tiles == ActionTiles.from_mapping({"ship": 2, "guardian": 1, "path": 1})
    shown = game.view().seats[0].positions[0].task
    assert shown is not None
    assert (shown.have, shown.need) == (2, 10)


def test_ruling_54_tiles_may_lie_beside_squares_of_the_margin() -> None:
    game = Position().gnomes("S27").fate("F1 c3 right", "F2 b3 left").row("F3").game()
    # F2 lies on b3 a3 z3; a4 touches it, and so does the margin square z4.
    assert why_not(game, "fate top a4 left") is None
    assert why_not(game, "fate top a2 left") is None


def test_no_specialist_works_for_another_city() -> None:
    game = walking().of(1).gnomes("S20").of(0).game()
    events = play(game, "procession 1; pay guardian; walk own path 1")
    gained = [each for each in events if isinstance(each, ResourcesChanged)]
    assert [each.gained.total for each in gained] == [1]
