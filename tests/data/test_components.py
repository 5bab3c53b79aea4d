"""The standard box against the component list and the facts that the rule texts state."""

from collections import Counter
from dataclasses import fields
from itertools import combinations

import pytest

from engine import conditions, ids
from engine.box_index import box_index
from engine.data import box
from engine.data.council import CouncilBonus
from engine.data.standard import STANDARD_BOX

BOX = STANDARD_BOX


def conditions_of(color: ids.Color) -> list[object]:
    return [task.condition for task in BOX.tasks if task.color is color]


def test_66_tasks_22_of_each_colour() -> None:
    assert Counter(task.color for task in BOX.tasks) == dict.fromkeys(ids.Color, 22)


def test_task_ids_are_the_colour_letter_and_a_running_number() -> None:
    expected = [f"{letter}{number:02}" for letter in "BRY" for number in range(1, 23)]
    assert [task.id for task in BOX.tasks] == expected
    assert all(task.id[0] == task.color[0].upper() for task in BOX.tasks)


@pytest.mark.parametrize(
    ("color", "split"),
    [
        (ids.Color.BLUE, {2: 11, 3: 11}),
        (ids.Color.RED, {4: 11, 5: 11}),
        (ids.Color.YELLOW, {6: 7, 7: 8, 8: 7}),
    ],
)
def test_points_split_of_each_colour(color: ids.Color, split: dict[int, int]) -> None:
    assert Counter(task.points for task in BOX.tasks if task.color is color) == split


@pytest.mark.parametrize(
    ("color", "kinds"),
    [
        (
            ids.Color.BLUE,
            (
                "BonfiresOfColors FateGroups*4 GnomeWithResource*3 HasGuardians*4 "
                "OfferingOnIsland*3 OfferingsOnIslands*2 PathWithResource*4 TwoResources"
            ),
        ),
        (
            ids.Color.RED,
            (
                "AnyCommonTask BonfiresOfColors FateGroups*5 HasGuardians*3 HasResource*4 "
                "OfferingsOnBothIslands*3 Own*3 PathPair TasksOfColor"
            ),
        ),
        (
            ids.Color.YELLOW,
            (
                "AnyFateGroups HasTiles*3 OfferingPileUsedUp OfferingsOnIslands*3 Own*5 "
                "PathsWithCrystal*2 SameResource SquaresCovered*3 TasksOfColor*2 TwoResources"
            ),
        ),
    ],
)
def test_conditions_occur_as_often_as_the_list_of_tasks_says(color: ids.Color, kinds: str) -> None:
    counts = Counter(type(condition).__name__ for condition in conditions_of(color))
    expected = {
        name: int(count or 1) for name, _, count in (word.partition("*") for word in kinds.split())
    }
    assert counts == expected


def test_no_two_tasks_ask_for_the_same() -> None:
    assert len({task.condition for task in BOX.tasks}) == 66


def test_blue_guardian_tasks_depict_each_neutral_guardian_once() -> None:
    depicted = [
        c.guardians for c in conditions_of(ids.Color.BLUE) if isinstance(c, conditions.HasGuardians)
    ]
    assert depicted == [(guardian,) for guardian in ids.NEUTRAL_GUARDIANS]


def test_known_depictions_blue_path_with_shell_and_red_both_herb_islands() -> None:
    assert conditions.PathWithResource(ids.Resource.SHELL) in conditions_of(ids.Color.BLUE)
    assert conditions.OfferingsOnBothIslands(ids.Resource.HERB) in conditions_of(ids.Color.RED)


def test_resources_over_the_resource_tasks_are_as_even_as_possible() -> None:
    kinds = (
        conditions.PathWithResource
        | conditions.GnomeWithResource
        | conditions.OfferingOnIsland
        | conditions.OfferingsOnBothIslands
        | conditions.HasResource
    )
    depicted = Counter(
        task.condition.resource
        for task in BOX.tasks
        if isinstance(task.condition, kinds) and task.condition.resource is not ids.Resource.GOLD
    )
    assert sorted(depicted.values()) == [3, 3, 3, 3, 4]
    assert set(depicted) == set(ids.BASIC_RESOURCES)


def test_fate_group_tasks_show_no_pair_of_opposite_symbols() -> None:
    opposites = [
        {ids.ActionType.SHIP, ids.ActionType.GNOME},
        {ids.ActionType.TASK, ids.ActionType.PATH},
        {ids.ActionType.GUARDIAN, ids.ActionType.GREAT_BONFIRE},
    ]
    pairs = [
        set(c.symbols) for c in conditions_of(ids.Color.RED) if isinstance(c, conditions.FateGroups)
    ]
    assert len(pairs) == 5
    assert not any(pair in opposites for pair in pairs)


def test_action_tile_tasks_show_five_tiles_of_three_actions() -> None:
    sets = [c.tiles for c in conditions_of(ids.Color.YELLOW) if isinstance(c, conditions.HasTiles)]
    assert [sorted(count for _, count in tiles.items()) for tiles in sets] == [[1, 2, 2]] * 3
    assert all(tiles.counts[6] == 0 for tiles in sets)


def test_27_specialists_exactly_3_showing_gold() -> None:
    assert [row.id for row in BOX.specialists] == [f"S{number}" for number in range(1, 28)]
    gold = [row.number for row in BOX.specialists if row.resource is ids.Resource.GOLD]
    assert gold == [5, 23, 26]


def test_specialist_costs_are_spread_over_the_basic_resources() -> None:
    costs = Counter(row.resource for row in BOX.specialists)
    assert [costs[resource] for resource in ids.Resource] == [5, 5, 4, 5, 5, 3]


def test_6_elders_each_count_and_each_resource_once() -> None:
    assert [row.id for row in BOX.elders] == [f"EL{number}" for number in range(1, 7)]
    assert [row.counts for row in BOX.elders] == list(ids.ElderCount)
    assert {row.resource for row in BOX.elders} == set(ids.Resource)


def test_8_fate_tiles_with_three_different_actions_each_action_four_times() -> None:
    assert len(BOX.fate_tiles) == 8
    assert all(len(set(tile.symbols)) == 3 for tile in BOX.fate_tiles)
    assert Counter(symbol for tile in BOX.fate_tiles for symbol in tile.symbols) == dict.fromkeys(
        ids.FATE_SYMBOLS, 4
    )


def test_fate_tiles_are_one_of_each_opposite_pair_in_all_eight_ways() -> None:
    sets = {frozenset(tile.symbols) for tile in BOX.fate_tiles}
    assert len(sets) == 8
    assert all(
        len({ids.ActionType.SHIP, ids.ActionType.GNOME} & tile)
        == len({ids.ActionType.TASK, ids.ActionType.PATH} & tile)
        == len({ids.ActionType.GUARDIAN, ids.ActionType.GREAT_BONFIRE} & tile)
        == 1
        for tile in sets
    )
    middles = Counter(tile.symbols[1] for tile in BOX.fate_tiles)
    assert all(1 <= middles[symbol] <= 2 for symbol in ids.FATE_SYMBOLS)


def test_fate_grid_is_five_by_seven_with_the_start_strip_in_the_middle() -> None:
    grid = BOX.fate_grid
    assert (grid.rows, grid.columns) == (5, 7)
    assert grid.start == ((3, 3), (3, 4), (3, 5))


def test_highlighted_squares_are_the_ring_of_twelve_around_the_start_strip() -> None:
    grid = BOX.fate_grid
    assert len(grid.highlighted) == 12
    for row, column in grid.highlighted:
        assert any(abs(row - r) <= 1 and abs(column - c) <= 1 for r, c in grid.start)


def test_fate_grid_symbols_lie_mirrored_and_apart() -> None:
    grid = BOX.fate_grid
    for squares in (grid.gold, grid.wild):
        assert len(squares) == 4
        assert squares == {(6 - row, column) for row, column in squares}
        assert squares == {(row, 8 - column) for row, column in squares}
    assert not grid.gold & grid.wild
    assert not (grid.gold | grid.wild) & set(grid.start)


def test_28_path_tiles_10_blue_10_red_8_yellow() -> None:
    crystals: Counter[ids.Color] = Counter()
    for row in BOX.path_tiles:
        crystals[row.tile.crystal] += row.count
    assert crystals == {ids.Color.BLUE: 10, ids.Color.RED: 10, ids.Color.YELLOW: 8}


def test_path_tiles_show_basic_resources_6_6_5_6_5() -> None:
    shown = Counter(tile.resource for tile in box_index(BOX).path_deck)
    assert [shown[resource] for resource in ids.BASIC_RESOURCES] == [6, 6, 5, 6, 5]
    assert shown[ids.Resource.GOLD] == 0


def test_starting_tile_shows_no_crystal() -> None:
    assert BOX.start_crystal is None


def test_10_offering_tiles_two_of_each_basic_resource() -> None:
    assert {row.resource: row.count for row in BOX.offerings} == dict.fromkeys(
        ids.BASIC_RESOURCES, 2
    )


def test_four_cities_want_each_portal_once_and_never_the_same_kind_at_a_step() -> None:
    assert [layout.city for layout in BOX.cities] == list(ids.City)
    assert all(set(layout.portals) == set(ids.PortalKind) for layout in BOX.cities)
    for step in zip(*(layout.portals for layout in BOX.cities), strict=True):
        assert len(set(step)) == 4


def test_guardian_values_are_2_to_8_from_left_to_right() -> None:
    assert BOX.guardian_values == (2, 3, 4, 5, 6, 7, 8)


def test_wheel_has_7_spaces_each_action_tile_and_each_reward_once() -> None:
    assert [space.number for space in BOX.wheel] == list(range(1, 8))
    assert {space.tile for space in BOX.wheel} == set(ids.ActionType)
    assert {space.resource for space in BOX.wheel} == {*ids.Resource, None}


def test_wheel_space_with_a_root_shows_the_task_tile() -> None:
    roots = [space.tile for space in BOX.wheel if space.resource is ids.Resource.ROOT]
    assert roots == [ids.ActionType.TASK]


def test_10_task_islands_two_of_each_basic_resource() -> None:
    shown = Counter(island.resource for island in BOX.islands if island.resource is not None)
    assert shown == dict.fromkeys(ids.BASIC_RESOURCES, 2)


def test_4_guardian_islands_one_of_each_neutral_colour() -> None:
    shown = [island.guardian for island in BOX.islands if island.guardian is not None]
    assert sorted(shown) == sorted(ids.NEUTRAL_GUARDIANS)


def test_4_corner_islands_hold_tasks() -> None:
    corners = [island for island in BOX.islands if island.corner]
    assert [island.code for island in corners] == ["A1", "E1", "A3", "E3"]
    assert all(island.resource is not None for island in corners)


def test_landing_stage_is_no_island() -> None:
    lattice = {f"{column}{row}" for column in "ABCDE" for row in (1, 2, 3)}
    assert {island.code for island in BOX.islands} == lattice - {"C3"}


def test_routes_join_orthogonal_neighbours_of_the_chart() -> None:
    joined = {frozenset(route) for route in BOX.routes}
    codes = [island.code for island in BOX.islands]
    expected = {
        frozenset(pair)
        for pair in combinations(codes, 2)
        if abs(ord(pair[0][0]) - ord(pair[1][0])) + abs(int(pair[0][1]) - int(pair[1][1])) == 1
    }
    assert joined == expected
    assert len(BOX.routes) == len(joined) == 19


def test_rule_example_one_step_to_a_task_island_one_more_to_a_guardian_island() -> None:
    islands = box_index(BOX)
    assert "C1" in islands.neighbours["B1"]
    assert "D1" in islands.neighbours["C1"]
    assert islands.islands["D1"].guardian == "grey"


def test_equal_resources_are_three_to_five_steps_apart() -> None:
    found = box_index(BOX)
    for one, other in found.islands_of.values():
        assert 3 <= found.distances[one][other] <= 5


def test_8_council_spaces_each_bonus_once() -> None:
    assert [space.number for space in BOX.council] == list(range(1, 9))
    assert [space.bonus for space in BOX.council] == list(CouncilBonus)


def test_tom_has_8_cards_of_6_kinds() -> None:
    assert [row.card for row in BOX.tom_cards] == list(ids.TomCard)
    assert [row.count for row in BOX.tom_cards] == [1, 2, 1, 1, 1, 2]


def test_tom_cards_that_use_a_gnome_resource_reveal_one() -> None:
    revealing = [row.card for row in BOX.tom_cards if row.reveals_gnome]
    assert revealing == [
        ids.TomCard.GNOME,
        ids.TomCard.PATH,
        ids.TomCard.TASK_I,
        ids.TomCard.TASK_II,
    ]


def test_every_row_says_how_certain_it_is() -> None:
    for field in fields(BOX):
        value = getattr(BOX, field.name)
        if isinstance(value, box.Provenance):
            continue
        beside = getattr(BOX, f"{field.name}_provenance", None)
        rows = value if isinstance(value, tuple) else (value,)
        owned = [beside] if beside is not None else [row.provenance for row in rows]
        assert all(isinstance(provenance, box.Provenance) for provenance in owned), field.name


def test_reconstructed_tables_are_marked_as_such() -> None:
    for rows in (BOX.tasks, BOX.specialists, BOX.elders, BOX.fate_tiles, BOX.cities, BOX.wheel):
        assert {row.provenance for row in rows} == {box.Provenance.RECONSTRUCTED}
    assert {row.provenance for row in BOX.council} == {box.Provenance.TEXT}
    assert BOX.guardian_values_provenance is box.Provenance.DEDUCED
