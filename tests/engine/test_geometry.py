"""The Fate Area: names, placements and groups, against slow and plain square arithmetic."""

import random
from dataclasses import replace
from itertools import product

import pytest

from engine import ids
from engine.data.standard import FATE_GRID
from engine.geometry import MOST_COLUMNS, FateGeometry, Placement, geometry

AREA = geometry(FATE_GRID)
EVERY = tuple(AREA.placements.values())
STEP = {
    ids.Direction.RIGHT: (0, 1),
    ids.Direction.DOWN: (1, 0),
    ids.Direction.LEFT: (0, -1),
    ids.Direction.UP: (-1, 0),
}
Square = tuple[int, int]


def square(name: str) -> Square:
    return int(name[1:]), "yzabcdefghi".index(name[0]) - 1


def bits(names: str) -> int:
    return sum(1 << AREA.bits[name] for name in names.split())


def squares(mask: int) -> set[Square]:
    return {square(name) for bit, name in AREA.names.items() if mask >> bit & 1}


def strip_from(first: Square, direction: ids.Direction) -> list[Square]:
    down, right = STEP[direction]
    return [(first[0] + n * down, first[1] + n * right) for n in range(3)]


def beside(one: Square, other: Square) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def legal_by_hand(occupied: set[Square], *, margin: bool) -> set[tuple[Square, ids.Direction]]:
    inner = set(product(range(1, 6), range(1, 8)))
    found = set()
    for first in product(range(-1, 8), range(-1, 10)):
        for direction in ids.Direction:
            strip = strip_from(first, direction)
            inside = len(inner & set(strip))
            if inside < (1 if margin else 3) or occupied & set(strip):
                continue
            if any(beside(a, b) for a in strip for b in occupied):
                found.add((first, direction))
    return found


def test_the_area_has_9_by_11_squares_with_5_by_7_inside() -> None:
    assert len(AREA.names) == len(AREA.bits) == 99
    assert AREA.area.bit_count() == 99
    assert AREA.inner.bit_count() == 35


def test_squares_are_named_from_the_top_left_with_the_margin_around() -> None:
    assert AREA.rows[0] == tuple(f"{letter}-1" for letter in "yzabcdefghi")
    assert [row[2] for row in AREA.rows] == ["a-1", "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7"]


def test_names_and_bits_are_each_others_inverse() -> None:
    assert {AREA.bits[name]: name for name in AREA.bits} == dict(AREA.names)


def test_a_guard_column_separates_the_rows() -> None:
    for row in AREA.rows:
        assert AREA.bits[row[-1]] + 1 not in AREA.names


@pytest.mark.parametrize(
    ("mask", "names"),
    [
        (AREA.start, "c3 d3 e3"),
        (AREA.gold, "b1 f1 b5 f5"),
        (AREA.wild, "d1 d5 a3 g3"),
        (AREA.outer_columns, "a1 a2 a3 a4 a5 g1 g2 g3 g4 g5"),
        (AREA.highlighted, "b2 c2 d2 e2 f2 b3 f3 b4 c4 d4 e4 f4"),
    ],
)
def test_masks_mark_the_printed_squares(mask: int, names: str) -> None:
    assert mask == bits(names)


def test_46_strips_inside_both_ways_and_94_sticking_out() -> None:
    assert len(AREA.inside_placements) == 92
    assert len(EVERY) == 188
    assert len({p.mask for p in AREA.inside_placements}) == 46
    assert len({p.mask for p in EVERY}) == 94
    assert [p for p in EVERY if p.inside == 3] == list(AREA.inside_placements)


@pytest.mark.parametrize("placement", EVERY, ids=lambda p: f"{p.cell}-{p.direction}")
def test_a_placement_lists_its_squares_from_the_first_symbol_on(placement: Placement) -> None:
    strip = strip_from(square(placement.cell), placement.direction)
    assert [square(AREA.names[bit]) for bit in placement.cells] == strip
    assert squares(placement.mask) == set(strip)
    assert placement.inside == sum(1 <= row <= 5 and 1 <= column <= 7 for row, column in strip)
    assert placement.inside >= 1
    everywhere = set(product(range(-1, 8), range(-1, 10)))
    assert squares(placement.halo) == {
        one for one in everywhere - set(strip) if any(beside(one, other) for other in strip)
    }
    assert AREA.placements[placement.cell, placement.direction] is placement


def test_the_start_strip_can_be_laid_both_ways() -> None:
    ends = [(p.cell, p.direction) for p in AREA.start_placements]
    assert ends == [("c3", ids.Direction.RIGHT), ("e3", ids.Direction.LEFT)]
    assert {p.mask for p in AREA.start_placements} == {AREA.start}


@pytest.mark.parametrize("margin", [False, True])
def test_legal_placements_are_free_and_beside_a_covered_square(margin: bool) -> None:  # noqa: FBT001
    dice = random.Random(5)
    for _ in range(6):
        occupied = AREA.start
        for _ in range(7):
            legal = AREA.legal(occupied, sticking_out=margin)
            found = {(square(p.cell), p.direction) for p in legal}
            assert len(found) == len(legal)
            assert found == legal_by_hand(squares(occupied), margin=margin)
            assert legal == [p for p in EVERY if p in legal]
            if not legal:
                break
            occupied |= dice.choice(legal).mask


def test_nothing_fits_into_a_full_area() -> None:
    assert AREA.legal(AREA.inner, sticking_out=False) == []


def test_rule_example_three_white_two_purple_one_red() -> None:
    # The white symbol of the new tile joins an area of two, the purple one touches one.
    white, purple, red = bits("c3 d3 d4"), bits("e3 e4"), bits("f4")
    sizes = [
        AREA.group(mask, AREA.bits[name]).bit_count()
        for mask, name in ((white, "d4"), (purple, "e4"), (red, "f4"))
    ]
    assert sizes == [3, 2, 1]


def test_groups_join_when_the_new_square_touches_both() -> None:
    assert AREA.group(bits("b2 c2 e2 f2"), AREA.bits["c2"]) == bits("b2 c2")
    assert AREA.group(bits("b2 c2 d2 e2 f2"), AREA.bits["d2"]) == bits("b2 c2 d2 e2 f2")


def test_diagonal_squares_are_not_connected() -> None:
    assert AREA.group(bits("b2 c3"), AREA.bits["b2"]) == bits("b2")
    assert AREA.group_sizes(bits("b2 c3 d4")) == [1, 1, 1]


def test_groups_do_not_wrap_around_the_rows() -> None:
    assert AREA.group_sizes(bits("i2 y3 i3")) == [2, 1]


def test_squares_of_the_margin_count_for_groups() -> None:
    assert AREA.group_sizes(bits("a1 a0 a-1 z1")) == [4]


def test_a_square_of_another_symbol_has_no_group() -> None:
    assert AREA.group(bits("b2"), AREA.bits["c2"]) == 0


def test_group_sizes_add_up_and_match_a_walk_over_squares() -> None:
    dice = random.Random(11)
    names = list(AREA.bits)
    for _ in range(60):
        mask = bits(" ".join(dice.sample(names, 30)))
        left, walked = squares(mask), []
        while left:
            frontier, seen = [min(left)], {min(left)}
            while frontier:
                one = frontier.pop()
                near = {other for other in left if beside(one, other)} - seen
                seen |= near
                frontier += near
            left -= seen
            walked.append(len(seen))
        assert sorted(AREA.group_sizes(mask)) == sorted(walked)


@pytest.fixture
def other_area() -> FateGeometry:
    return geometry(
        replace(
            FATE_GRID,
            rows=6,
            columns=8,
            start=((4, 5), (4, 3), (4, 4)),
            highlighted=frozenset(),
        )
    )


def test_another_grid_has_its_own_geometry(other_area: FateGeometry) -> None:
    assert len({p.mask for p in other_area.inside_placements}) == 6 * 6 + 4 * 8
    assert other_area.rows[-1][-1] == "j8"
    assert [p.cell for p in other_area.start_placements] == ["c4", "e4"]
    assert geometry(FATE_GRID) == AREA
    assert geometry(FATE_GRID) is geometry(FATE_GRID)


def test_a_grid_that_runs_out_of_letters_is_refused() -> None:
    with pytest.raises(ValueError, match="columns"):
        geometry(replace(FATE_GRID, columns=MOST_COLUMNS + 1))


@pytest.mark.parametrize("mask", [-1, -(1 << 90), 1 << 500, (1 << 500) - 1])
def test_bits_beside_the_area_belong_to_no_group(mask: int) -> None:
    within = mask & AREA.area
    assert AREA.group_sizes(mask) == AREA.group_sizes(within)
    assert AREA.group(mask, AREA.bits["c3"]) == AREA.group(within, AREA.bits["c3"])
