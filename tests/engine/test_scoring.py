"""The score sheet, the worked example of the rules, ties and Tom."""

import pytest

from engine.events import EndReason
from engine.ids import IN_GAME_SOURCES, CommonTask, PointSource
from engine.scoring import result, score_sheet, standing
from engine.state import TOM, GameState
from tests.engine.cities import CityBuilder, bare_table

SEVEN = (1, 2, 3, 4, 5, 6, 7)


def scored(state: GameState, source: PointSource, points: int, seat: int = 0) -> None:
    at = IN_GAME_SOURCES.index(source)
    before = state.players[seat].scored
    state.players[seat].scored = (*before[:at], before[at] + points, *before[at + 1 :])


def points(city: CityBuilder) -> dict[PointSource, int]:
    """The lines that are not 0."""
    sheet = score_sheet(city.state, city.seat)
    return {source: value for source, value in sheet.points if value}


def worked_example() -> CityBuilder:
    """The city of S1 Appendix IV: bonfires 7, 5, 2, 4 and 2, the grey guardian at a red one."""
    city = (
        CityBuilder()
        .tasks(b2="B01", b3="Y08", b4="R01", b5="R12", b6="B05", t7="B12")
        .guardian("own")
        .guardian("grey", bonfire=5)
        .portals(*SEVEN)
        .path("blue herb", "yellow root", "blue fruit", "red shell", "blue fruit")
        .gnomes("EL1")
        .action_tiles(path=2, wild=1)
        .resources(herb=1)
    )
    city.player.fate_row = ("F1", "F2")
    scored(city.state, PointSource.ELDERS, 5)
    return city


def test_worked_example_of_61_points() -> None:
    city = worked_example()
    assert points(city) == {
        PointSource.BONFIRES: 20,
        PointSource.GUARDIANS: 6,
        PointSource.PORTALS: 10,
        PointSource.CRYSTALS: 8,
        PointSource.COMMON_TASKS: 4,
        PointSource.FATE_TILES: 6,
        PointSource.LEFTOVERS: 2,
        PointSource.ELDERS: 5,
    }
    assert score_sheet(city.state, 0).total == 61


def test_the_sheet_lists_every_source_in_order() -> None:
    sheet = score_sheet(bare_table(), 0)
    assert [source for source, _ in sheet.points] == list(PointSource)
    assert sheet.total == 0


def test_a_task_that_is_not_lit_scores_nothing_nor_do_its_portal_and_crystal() -> None:
    city = CityBuilder().tasks(t3="Y08").portals(3).path("red herb", "yellow root")
    assert points(city) == {}
    city.tasks(b3="Y08")
    assert points(city) == {
        PointSource.BONFIRES: 7,
        PointSource.PORTALS: 2,
        PointSource.CRYSTALS: 2,
    }


def test_a_crystal_of_another_colour_scores_nothing() -> None:
    assert PointSource.CRYSTALS not in points(CityBuilder().tasks(b2="B01").path("red herb"))


def test_a_bonfire_at_the_first_position_has_no_crystal_to_match() -> None:
    assert points(CityBuilder().tasks(b1="B01")) == {PointSource.BONFIRES: 2}


@pytest.mark.parametrize(("position", "value"), list(zip(SEVEN, range(2, 9), strict=True)))
def test_a_guardian_at_a_bonfire_scores_2_to_8_from_left_to_right(
    position: int, value: int
) -> None:
    assert points(CityBuilder().guardian("pink", bonfire=position)) == {
        PointSource.GUARDIANS: value
    }


def test_a_guardian_who_waits_or_walks_scores_nothing() -> None:
    assert points(CityBuilder().guardian("own").guardian("pink")) == {}


def test_each_common_task_scores_4() -> None:
    city = CityBuilder().portals(*SEVEN).gnomes("S1", "S2", "S3", "S4", "S6", "S7")
    assert points(city) == {PointSource.COMMON_TASKS: 8}


def test_7_tasks_score_4_and_7_bonfires_score_7_instead() -> None:
    tasks = {f"t{space}": f"B0{space}" for space in range(1, 8)}
    lit = {f"b{space}": f"B0{space}" for space in range(1, 8)}
    assert points(CityBuilder().tasks(**tasks))[PointSource.COMMON_TASKS] == 4
    assert points(CityBuilder().tasks(**{**lit, "t7": "B07"}))[PointSource.COMMON_TASKS] == 4
    assert points(CityBuilder().tasks(**lit))[PointSource.COMMON_TASKS] == 7


def test_common_tasks_are_checked_again_at_the_end() -> None:
    city = CityBuilder()
    city.player.common_met = frozenset({CommonTask.GNOMES})
    assert points(city) == {}


def test_fate_tiles_left_score_3_each_and_the_one_in_front_is_not_left_over() -> None:
    city = CityBuilder()
    city.player.fate_row, city.player.fate_front = ("F1", "F2", "F3"), "F4"
    assert points(city) == {PointSource.FATE_TILES: 9}


@pytest.mark.parametrize(
    ("tiles", "resources", "value"), [(0, 1, 0), (1, 1, 1), (3, 1, 2), (3, 2, 2), (0, 7, 3)]
)
def test_leftovers_score_1_for_every_two_tiles_and_resources_together(
    tiles: int, resources: int, value: int
) -> None:
    city = CityBuilder().action_tiles(wild=tiles).resources(gold=resources)
    assert points(city).get(PointSource.LEFTOVERS, 0) == value


def test_specialist_18_scores_2_per_guardian_at_a_bonfire_at_the_end() -> None:
    city = CityBuilder().gnomes("S18").guardian("own", bonfire=1).guardian("pink", bonfire=2)
    assert points(city.guardian("grey"))[PointSource.SPECIALISTS] == 4


def test_specialist_18_scores_nothing_more_at_the_end_when_the_table_scores_it_at_once() -> None:
    table = bare_table(specialist_18_at_once=True)
    city = CityBuilder(table).gnomes("S18").guardian("own", bonfire=1)
    scored(table, PointSource.SPECIALISTS, 2)
    assert points(city)[PointSource.SPECIALISTS] == 2


def test_points_of_the_game_keep_their_source() -> None:
    table = bare_table()
    for value, source in enumerate(IN_GAME_SOURCES, start=1):
        scored(table, source, value)
    assert points(CityBuilder(table)) == {
        source: value for value, source in enumerate(IN_GAME_SOURCES, start=1)
    }


def test_tom_scores_bonfires_portals_crystals_and_common_tasks() -> None:
    table = bare_table(players=1, handicap=10)
    scored(table, PointSource.HANDICAP, 10, TOM)
    lit = {f"b{space}": f"R0{space}" for space in range(1, 8)}
    tom = CityBuilder(table, TOM).tasks(**lit).portals(*SEVEN).guardian("own").guardian("pink")
    tom.path("red herb", "blue herb")
    assert points(tom) == {
        PointSource.HANDICAP: 10,
        PointSource.BONFIRES: 28,
        PointSource.PORTALS: 14,
        PointSource.CRYSTALS: 2,
        PointSource.COMMON_TASKS: 4 + 7,
    }


def test_most_points_win() -> None:
    table = bare_table(players=3)
    scored(table, PointSource.COUNCIL, 3, seat=1)
    assert standing(table) == ((1,), False)


def test_a_tie_goes_to_the_seat_with_more_bonfires() -> None:
    table = bare_table(players=3)
    CityBuilder(table, 1).tasks(b1="B01", b2="B02")
    CityBuilder(table, 2).tasks(b1="R01", t2="B03")
    assert standing(table) == ((1,), True)


def test_a_tie_that_remains_is_a_shared_win() -> None:
    table = bare_table(players=4)
    for seat in (0, 2):
        CityBuilder(table, seat).tasks(b1="B01", b2="B02")
    CityBuilder(table, 3).tasks(b1="R01")
    assert standing(table) == ((0, 2), True)
    CityBuilder(table, 3).tasks(b1="B03", b2="B04")
    assert standing(table) == ((0, 2, 3), False)


def test_a_solo_tie_is_a_draw_whatever_the_bonfires() -> None:
    table = bare_table(players=1)
    CityBuilder(table, 0).tasks(b1="B01", b2="B02")
    CityBuilder(table, TOM).tasks(b1="R01")
    assert standing(table) == ((0, TOM), False)


def test_the_result_waits_for_the_end() -> None:
    table = bare_table()
    assert result(table) is None
    table.ended = EndReason.COUNTDOWN
    scored(table, PointSource.COUNCIL, 1)
    found = result(table)
    assert found is not None
    assert (found.reason, found.winners, found.tie_broken) == (EndReason.COUNTDOWN, (0,), False)
