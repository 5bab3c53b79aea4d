"""How far a city is with each kind of condition, near misses included."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine import ids
from engine.conditions import PathsWithCrystal
from engine.data.standard import STANDARD_BOX
from engine.progress import common_task_progress, progress
from tests.engine.cities import CityBuilder, bare_table

Build = Callable[[CityBuilder], CityBuilder]


def standing(task_id: str, build: Build) -> tuple[int, int]:
    task = next(task for task in STANDARD_BOX.tasks if task.id == task_id)
    city = build(CityBuilder())
    return progress(task.condition, city.state, city.seat)


CASES: dict[str, tuple[str, Build, tuple[int, int]]] = {
    "a path tile with the resource": (
        "B02",
        lambda c: c.path("red herb", "blue fruit", "red fruit"),
        (2, 1),
    ),
    "no path tile with the resource": ("B02", lambda c: c.path("red herb"), (0, 1)),
    "the depicted guardian": ("B05", lambda c: c.guardian("own").guardian("pink"), (1, 1)),
    "another guardian": ("B05", lambda c: c.guardian("own").guardian("grey"), (0, 1)),
    "an offering on an island of the resource": ("B09", lambda c: c.offerings(A3=1), (1, 1)),
    "two offerings on one island are one island": ("B09", lambda c: c.offerings(A3=2), (1, 1)),
    "an offering elsewhere": ("B09", lambda c: c.offerings(A2=2), (0, 1)),
    "a specialist showing the resource": ("B12", lambda c: c.gnomes("S1", "S3"), (1, 1)),
    "an elder showing the resource": ("B12", lambda c: c.gnomes("EL2"), (1, 1)),
    "gnomes showing other resources": ("B12", lambda c: c.gnomes("S1", "EL1"), (0, 1)),
    "2 offerings on one island": ("B15", lambda c: c.offerings(A1=2, C1=1), (2, 2)),
    "1 offering each on two islands": ("B15", lambda c: c.offerings(A1=1, C1=1), (1, 2)),
    "offerings on 3 islands": ("B16", lambda c: c.offerings(A1=1, C1=2, E3=1, D2=1), (3, 3)),
    "offerings on 2 islands": ("B16", lambda c: c.offerings(A1=3, C1=2), (2, 3)),
    "a blue and a red bonfire": ("B17", lambda c: c.tasks(b1="B01", b5="R01"), (2, 2)),
    "a task is no bonfire": ("B17", lambda c: c.tasks(b1="B01", t5="R01"), (1, 2)),
    "two of two resources": ("B18", lambda c: c.resources(herb=2, root=3), (4, 4)),
    "four of one resource are not two of two": ("B18", lambda c: c.resources(herb=4), (2, 4)),
    "Gold is no basic resource": ("B18", lambda c: c.resources(herb=2, gold=2), (2, 4)),
    "a group of 3": ("B19", lambda c: c.symbols(path="b1 c1 c2"), (3, 3)),
    "a group of 2 and one apart": ("B19", lambda c: c.symbols(path="b1 c1 e1 d2"), (2, 3)),
    "a group of 3 of another symbol": ("B19", lambda c: c.symbols(ship="b1 c1 c2"), (0, 3)),
    "squares of the margin count for groups": (
        "B19",
        lambda c: c.symbols(path="a1 z1 y1"),
        (3, 3),
    ),
    "adjacent path tiles with one resource": (
        "R01",
        lambda c: c.path("blue herb", "red fruit", "blue fruit"),
        (2, 2),
    ),
    "equal path tiles apart": (
        "R01",
        lambda c: c.path("blue fruit", "red herb", "blue fruit"),
        (1, 2),
    ),
    "only the first path space": ("R01", lambda c: c, (1, 2)),
    "3 gnomes": ("R02", lambda c: c.gnomes("S1", "S2", "EL3"), (3, 3)),
    "4 Gold": ("R03", lambda c: c.resources(gold=5), (5, 4)),
    "other resources are no Gold": ("R03", lambda c: c.resources(gold=3, herb=9), (3, 4)),
    "both guardians": ("R04", lambda c: c.guardian("pink").guardian("grey"), (2, 2)),
    "one of both guardians": ("R04", lambda c: c.guardian("pink").guardian("blue"), (1, 2)),
    "3 portals": ("R07", lambda c: c.portals(7, 6, 5), (3, 3)),
    "2 portals": ("R07", lambda c: c.portals(7, 6), (2, 3)),
    "a common task": ("R08", lambda c: c.portals(1, 2, 3, 4, 5, 6, 7), (1, 1)),
    "almost a common task": ("R08", lambda c: c.portals(1, 2, 3, 4, 5, 6), (0, 1)),
    "3 of the resource": ("R09", lambda c: c.resources(blossom=3), (3, 3)),
    "Gold is no substitute": ("R09", lambda c: c.resources(blossom=2, gold=4), (2, 3)),
    "both islands": ("R13", lambda c: c.offerings(E1=1, C2=1), (2, 2)),
    "one of both islands": ("R13", lambda c: c.offerings(E1=2), (1, 2)),
    "bonfires of all colours": (
        "R15",
        lambda c: c.tasks(b1="B01", b2="R01", b3="Y01"),
        (3, 3),
    ),
    "two bonfires of one colour count once": (
        "R15",
        lambda c: c.tasks(b1="B01", b2="B02", b3="Y01", t4="R15"),
        (2, 3),
    ),
    "two groups of 3": (
        "R16",
        lambda c: c.symbols(task="b1 c1 d1", great_bonfire="b5 c5 d5"),
        (6, 6),
    ),
    "a group of 5 does not fill a group of 3": (
        "R16",
        lambda c: c.symbols(task="b1 c1 d1 e1 f1", great_bonfire="b5"),
        (4, 6),
    ),
    "4 blue tasks and bonfires": (
        "R21",
        lambda c: c.tasks(b1="B01", t2="B02", t3="B03", b4="B04", t5="R21"),
        (4, 4),
    ),
    "3 blue ones": ("R21", lambda c: c.tasks(b1="B01", t2="B02", t3="B03", t5="R21"), (3, 4)),
    "4 guardians": (
        "R22",
        lambda c: c.guardian("own").guardian("pink").guardian("grey").guardian("blue"),
        (4, 4),
    ),
    "an offering pile used up": ("Y01", lambda c: c.piles(0, 5), (5, 5)),
    "an offering pile almost used up": ("Y01", lambda c: c.piles(4, 1), (4, 5)),
    "no offerings at all, as Tom": ("Y01", lambda c: c, (0, 5)),
    "3 path tiles with a red crystal": (
        "Y04",
        lambda c: c.path("red herb", "blue herb", "red root", "red herb"),
        (3, 3),
    ),
    "all highlighted squares": (
        "Y07",
        lambda c: c.symbols(path="b2 c2 d2 e2 f2 b3 f3 b4 c4 d4 e4 f4"),
        (12, 12),
    ),
    "all but one highlighted square": (
        "Y07",
        lambda c: c.symbols(path="a1 b2 c2 d2 e2 f2 b3 f3 b4 c4 d4 e4"),
        (11, 12),
    ),
    "3 elders": ("Y08", lambda c: c.gnomes("EL1", "EL2", "EL3", "S4"), (3, 3)),
    "specialists are no elders": ("Y08", lambda c: c.gnomes("EL1", "S3", "S4"), (1, 3)),
    "2 guardians at bonfires": (
        "Y10",
        lambda c: c.guardian("own", bonfire=2).guardian("pink", bonfire=3),
        (2, 2),
    ),
    "guardians elsewhere": ("Y10", lambda c: c.guardian("own", bonfire=2).guardian("pink"), (1, 2)),
    "the depicted tiles": (
        "Y12",
        lambda c: c.action_tiles(path=2, great_bonfire=2, ship=1, gnome=1),
        (5, 5),
    ),
    "yellow is no substitute": (
        "Y12",
        lambda c: c.action_tiles(path=3, great_bonfire=1, ship=1, wild=2),
        (4, 5),
    ),
    "all Gold squares": ("Y15", lambda c: c.symbols(ship="b1 f1 b5 f5"), (4, 4)),
    "5 of one basic resource": ("Y16", lambda c: c.resources(root=5), (5, 5)),
    "5 Gold are no basic resource": ("Y16", lambda c: c.resources(gold=5, root=2), (2, 5)),
    "5 bonfires": (
        "Y17",
        lambda c: c.tasks(b1="B01", b2="B02", b3="B03", b4="R01", b5="Y01", t6="Y17"),
        (5, 5),
    ),
    "the task checked is no bonfire": (
        "Y17",
        lambda c: c.tasks(b1="B01", b2="B02", b3="B03", b4="R01", t6="Y17"),
        (4, 5),
    ),
    "the task checked is a task of its colour": (
        "Y18",
        lambda c: c.tasks(b1="Y01", t2="Y02", b3="Y03", t6="Y18"),
        (4, 4),
    ),
    "3 offerings on one island": ("Y19", lambda c: c.offerings(A1=3), (3, 3)),
    "2 offerings on each of 3 islands": ("Y20", lambda c: c.offerings(A1=2, C1=3, E2=2), (6, 6)),
    "2 offerings on each of 2 islands": (
        "Y20",
        lambda c: c.offerings(A1=3, C1=3, E2=1, D2=1),
        (5, 6),
    ),
    "2 groups of 4 of one symbol": (
        "Y21",
        lambda c: c.symbols(path="a1 b1 c1 d1 a5 b5 c5 d5"),
        (8, 8),
    ),
    "2 groups of 4 of two symbols": (
        "Y21",
        lambda c: c.symbols(path="a1 b1 c1 d1", ship="a2 b2 c2 d2"),
        (8, 8),
    ),
    "one group of 8 is one group": (
        "Y21",
        lambda c: c.symbols(path="a1 b1 c1 d1 a2 b2 c2 d2"),
        (4, 8),
    ),
    "both outer columns": (
        "Y22",
        lambda c: c.symbols(path="a1 a2 a3 a4 a5 g1 g2 g3 g4 g5"),
        (10, 10),
    ),
    "outer columns and the margin beside them": (
        "Y22",
        lambda c: c.symbols(path="z1 z2 a3 a4 a5 g1 g2 g3 g4 g5"),
        (8, 10),
    ),
}


@pytest.mark.parametrize(("task_id", "build", "expected"), CASES.values(), ids=CASES.keys())
def test_progress_of(task_id: str, build: Build, expected: tuple[int, int]) -> None:
    assert standing(task_id, build) == expected


def test_every_kind_of_condition_is_met_by_some_case_above() -> None:
    conditions = {task.id: task.condition for task in STANDARD_BOX.tasks}
    met = {type(conditions[task_id]) for task_id, _, (have, need) in CASES.values() if have >= need}
    assert met == {type(condition) for condition in conditions.values()}


@pytest.mark.parametrize("task", STANDARD_BOX.tasks, ids=lambda task: task.id)
def test_no_task_is_met_by_an_empty_city(task: object) -> None:
    found = next(row for row in STANDARD_BOX.tasks if row is task)
    have, need = progress(found.condition, bare_table(), 0)
    assert have < need


def test_offerings_of_other_seats_do_not_count() -> None:
    table = bare_table()
    CityBuilder(table, seat=1).offerings(A1=3)
    task = next(task for task in STANDARD_BOX.tasks if task.id == "Y19")
    assert progress(task.condition, table, 0) == (0, 3)
    assert progress(task.condition, table, 1) == (3, 3)


def test_a_crystal_on_the_starting_tile_counts_where_the_box_has_one() -> None:
    condition = PathsWithCrystal(ids.Color.BLUE, 4)
    plain = CityBuilder().path("blue herb")
    box = replace(STANDARD_BOX, start_crystal=ids.Color.BLUE)
    other = CityBuilder(bare_table(box=box)).path("blue herb")
    assert progress(condition, plain.state, 0) == (1, 4)
    assert progress(condition, other.state, 0) == (2, 4)


@pytest.mark.parametrize(
    ("common", "build", "expected"),
    [
        (ids.CommonTask.TASKS, lambda c: c.tasks(b1="B01", t2="B02", t7="Y01"), (3, 7)),
        (ids.CommonTask.PORTALS, lambda c: c.portals(7, 6), (2, 7)),
        (ids.CommonTask.PATHS, lambda c: c.path("red herb", "red herb"), (3, 7)),
        (ids.CommonTask.GUARDIANS, lambda c: c.guardian("own").guardian("pink", bonfire=4), (2, 5)),
        (ids.CommonTask.GNOMES, lambda c: c.gnomes("S1", "EL1", "S2"), (3, 6)),
    ],
)
def test_progress_of_common_task(
    common: ids.CommonTask, build: Build, expected: tuple[int, int]
) -> None:
    assert common_task_progress(common, build(CityBuilder()).state, 0) == expected


def test_path_common_task_needs_six_added_tiles_with_the_starting_tile() -> None:
    city = CityBuilder().path(*["red herb"] * 6)
    assert common_task_progress(ids.CommonTask.PATHS, city.state, 0) == (7, 7)
