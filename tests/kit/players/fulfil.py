"""Cities that meet the condition of a task, and cities that just do not: one piece is missing.

`meet` and `miss` add to the city of a position; the tasks that they lay as company are never the
one that is asked for. Space 1 of the city stays free for that one.
"""

from itertools import cycle, islice
from typing import Final, assert_never

from engine import conditions, ids
from tests.kit.position import Position

T, G, B = ids.ActionType.TASK, ids.ActionType.GUARDIAN, ids.ActionType.GREAT_BONFIRE
FATE_GROUPS: Final = {
    (ids.ActionType.PATH,): "F7 c3 right, F4 b2 right, F8 e1 left",
    (ids.ActionType.SHIP,): "F3 c3 right, F4 c2 right, F2 b3 down",
    (G,): "F7 c3 right, F3 f4 up, F1 c4 right",
    (ids.ActionType.GNOME,): "F7 c3 right, F5 b2 down, F8 a3 up",
    (T, B): "F1 c3 right, F2 d4 left, F6 d5 left, F4 a3 down",
    (T, ids.ActionType.SHIP): "F1 c3 right, F2 d4 left, F4 d5 left, F5 c2 left",
    (T, G): "F1 c3 right, F5 c4 right, F2 b5 up, F3 f5 up",
    (B, ids.ActionType.PATH): "F3 c3 right, F8 d4 right, F2 g2 down, F4 g5 left",
    (B, ids.ActionType.GNOME): "F7 c3 right, F6 b3 up, F8 a3 up, F2 e1 left",
}
"""Fate tiles that make groups of three of these symbols; without the last one they do not."""
TWO_GROUPS: Final = "F7 c3 right, F3 f4 left, F1 c5 right, F4 a4 right, F8 e2 left, F5 f1 down"
"""Fate tiles that make two groups of four identical symbols."""
COVERS: Final = {
    conditions.Squares.HIGHLIGHTED: "F1 c3 right, F2 b2 down, F3 c2 right, F4 f2 down, F5 c4 right",
    conditions.Squares.GOLD: (
        "F1 c3 right, F2 b1 down, F3 f1 down, F4 b4 right, F5 b5 right, F6 e5 right"
    ),
    conditions.Squares.OUTER_COLUMNS: (
        "F1 c3 right, F2 a4 right, F3 e4 right, F4 a1 down, F5 g1 down, F6 a5 right, F7 e5 right"
    ),
}
"""Fate tiles that cover the squares of a kind; without the last one they do not."""
TASKS: Final = {
    ids.Color.BLUE: ("B20", "B21", "B22", "B18", "B17"),
    ids.Color.RED: ("R17", "R18", "R19", "R20", "R02"),
    ids.Color.YELLOW: ("Y12", "Y13", "Y14", "Y20", "Y21"),
}
"""Tasks to lie about in a city."""
ISLANDS: Final = {
    ids.Resource.BLOSSOM: ("A1", "D2"),
    ids.Resource.FRUIT: ("C1", "A3"),
    ids.Resource.HERB: ("E1", "C2"),
    ids.Resource.SHELL: ("A2", "E3"),
    ids.Resource.ROOT: ("B2", "E2"),
}
SPECIALISTS: Final = {
    ids.Resource.BLOSSOM: "S3",
    ids.Resource.FRUIT: "S4",
    ids.Resource.HERB: "S21",
    ids.Resource.SHELL: "S22",
    ids.Resource.ROOT: "S24",
}
"""A specialist of each resource that changes nothing by itself."""
LAST_SPACE: Final = 7
SIX_PATHS: Final = (
    "blue blossom",
    "red fruit",
    "yellow shell",
    "blue herb",
    "red root",
    "yellow fruit",
)


def meet(position: Position, condition: conditions.Condition, besides: str = "") -> None:
    """Make the chosen city meet the condition of the task `besides`."""
    _build(position, condition, besides, lacking=0)


def miss(position: Position, condition: conditions.Condition, besides: str = "") -> None:
    """Make the chosen city miss the condition by a single piece."""
    _build(position, condition, besides, lacking=1)


def _build(  # noqa: C901, PLR0912, PLR0915 - one case a condition
    position: Position, condition: conditions.Condition, besides: str, *, lacking: int
) -> None:
    match condition:
        case conditions.Own(what, count):
            _own(position, what, count - lacking, besides)
        case conditions.PathWithResource(resource):
            position.path(f"blue {_other(resource) if lacking else resource}")
        case conditions.PathPair():
            position.path("blue fruit", "red herb" if lacking else "red fruit", "yellow fruit")
        case conditions.PathsWithCrystal(color, count):
            kinds = islice(cycle(ids.BASIC_RESOURCES), count - lacking)
            position.path(*(f"{color} {kind}" for kind in kinds))
            position.path("yellow shell")
        case conditions.HasGuardians(guardians):
            for guardian in guardians[lacking:]:
                position.guardian(guardian)
        case conditions.GnomeWithResource(resource):
            position.gnomes(SPECIALISTS[_other(resource) if lacking else resource])
        case conditions.OfferingOnIsland(resource):
            position.offerings(ISLANDS[_other(resource) if lacking else resource][0])
        case conditions.OfferingsOnBothIslands(resource):
            position.offerings(*ISLANDS[resource][lacking:])
        case conditions.OfferingsOnIslands(islands, each):
            codes = [code for pair in ISLANDS.values() for code in pair][:islands]
            position.offerings(*(codes * each)[lacking:])
        case conditions.OfferingPileUsedUp() if lacking:
            position.last_offering(ids.Side.RIGHT)
        case conditions.OfferingPileUsedUp():
            position.last_offering(ids.Side.RIGHT).open_offerings("herb", None)
        case conditions.BonfiresOfColors(colors):
            for at, color in enumerate(colors):
                build = position.task if at < lacking else position.lit
                build(LAST_SPACE - at, _company(color, besides)[0])
        case conditions.TasksOfColor(color, count):
            # The task that is checked counts itself when it has the colour (ruling 25).
            own = 1 if besides and besides[0] == color[0].upper() else 0
            for at, task in enumerate(_company(color, besides)[: count - own - lacking]):
                (position.lit if at % 2 else position.task)(LAST_SPACE - at, task)
        case conditions.HasResource(resource, count):
            position.resources(**{resource: count - lacking})
        case conditions.TwoResources(each):
            position.resources(fruit=each, shell=each - lacking, gold=3)
        case conditions.SameResource(count):
            position.resources(root=count - lacking, herb=1, gold=6)
        case conditions.HasTiles(tiles):
            held = list(tiles)[lacking:]
            position.tiles(**{kind: held.count(kind) for kind in set(held)})
        case conditions.FateGroups(symbols):
            _fate(position, FATE_GROUPS[symbols], lacking)
        case conditions.AnyFateGroups():
            _fate(position, TWO_GROUPS, lacking)
        case conditions.SquaresCovered(squares):
            _fate(position, COVERS[squares], lacking)
        case conditions.AnyCommonTask():
            position.guardian("pink").guardian("grey").guardian("natural")
            if not lacking:
                position.guardian("blue")
        case _:
            assert_never(condition)


def _own(position: Position, what: conditions.Owned, count: int, besides: str) -> None:
    match what:
        case conditions.Owned.GNOMES:
            position.gnomes(*("EL1", *SPECIALISTS.values())[:count])
        case conditions.Owned.ELDERS:
            position.gnomes(*("EL1", "EL2", "EL3")[:count], "S4")
        case conditions.Owned.PORTALS:
            position.portals(*range(LAST_SPACE, LAST_SPACE - count, -1))
        case conditions.Owned.GUARDIANS:
            for guardian in ("blue", "natural", "grey", "pink")[: count - 1]:
                position.guardian(guardian)
        case conditions.Owned.GUARDIANS_AT_BONFIRES:
            position.path(*SIX_PATHS).portals(7, 6).guardian("grey", "path 6")
            _bonfires(position, 2, besides)
            for at, guardian in enumerate(("own", "grey")[:count]):
                position.guardian(guardian, f"bonfire {LAST_SPACE - at}")
        case conditions.Owned.BONFIRES:
            _bonfires(position, count, besides)
        case _:
            assert_never(what)


def _bonfires(position: Position, count: int, besides: str) -> None:
    tasks = (*_company(ids.Color.BLUE, besides), *_company(ids.Color.RED, besides))
    for at, task in enumerate(tasks[:count]):
        position.lit(LAST_SPACE - at, task)


def _company(color: ids.Color, besides: str) -> tuple[str, ...]:
    return tuple(task for task in TASKS[color] if task != besides)


def _other(resource: ids.Resource) -> ids.Resource:
    return ids.Resource.FRUIT if resource is ids.Resource.HERB else ids.Resource.HERB


def _fate(position: Position, tiles: str, lacking: int) -> None:
    laid = tiles.split(", ")
    position.fate(*laid[: len(laid) - lacking])


def meet_common(position: Position, common: ids.CommonTask) -> None:
    """Make the chosen city meet a common task."""
    _common(position, common, lacking=0)


def miss_common(position: Position, common: ids.CommonTask) -> None:
    """Make the chosen city miss a common task by one piece."""
    _common(position, common, lacking=1)


def _common(position: Position, common: ids.CommonTask, *, lacking: int) -> None:
    match common:
        case ids.CommonTask.TASKS:
            tasks = (*TASKS[ids.Color.BLUE], *TASKS[ids.Color.RED])
            for at, task in enumerate(tasks[: 7 - lacking]):
                position.task(LAST_SPACE - at, task)
        case ids.CommonTask.PORTALS:
            _own(position, conditions.Owned.PORTALS, 7 - lacking, "")
        case ids.CommonTask.PATHS:
            position.path(*SIX_PATHS[lacking:])
        case ids.CommonTask.GUARDIANS:
            _own(position, conditions.Owned.GUARDIANS, 5 - lacking, "")
        case ids.CommonTask.GNOMES:
            _own(position, conditions.Owned.GNOMES, 6 - lacking, "")
        case _:
            assert_never(common)
