"""The 66 tasks, 22 of each colour (RULINGS.md: tasks).

What each tile asks for and how often is printed in the rule texts (S0 Appendix I). The
points of every single tile and most depicted kinds are reconstructed within the stated ranges,
so every row as a whole is a reconstruction.
"""

from typing import Final

from engine import bag, conditions, ids
from engine.data import box


def _task(task_id: str, points: int, condition: conditions.Condition) -> box.Task:
    color = {"B": ids.Color.BLUE, "R": ids.Color.RED, "Y": ids.Color.YELLOW}[task_id[0]]
    return box.Task(task_id, color, points, condition, box.Provenance.RECONSTRUCTED)


def _held(*kinds: ids.ActionType) -> conditions.HasTiles:
    return conditions.HasTiles(bag.ActionTiles.of(*kinds))


_BLUE: Final = (
    _task("B01", 2, conditions.PathWithResource(ids.Resource.BLOSSOM)),
    _task("B02", 2, conditions.PathWithResource(ids.Resource.FRUIT)),
    _task("B03", 2, conditions.PathWithResource(ids.Resource.SHELL)),
    _task("B04", 2, conditions.PathWithResource(ids.Resource.ROOT)),
    _task("B05", 2, conditions.HasGuardians((ids.Guardian.PINK,))),
    _task("B06", 2, conditions.HasGuardians((ids.Guardian.GREY,))),
    _task("B07", 2, conditions.HasGuardians((ids.Guardian.NATURAL,))),
    _task("B08", 2, conditions.HasGuardians((ids.Guardian.BLUE,))),
    _task("B09", 2, conditions.OfferingOnIsland(ids.Resource.FRUIT)),
    _task("B10", 2, conditions.OfferingOnIsland(ids.Resource.HERB)),
    _task("B11", 2, conditions.OfferingOnIsland(ids.Resource.SHELL)),
    _task("B12", 3, conditions.GnomeWithResource(ids.Resource.BLOSSOM)),
    _task("B13", 3, conditions.GnomeWithResource(ids.Resource.HERB)),
    _task("B14", 3, conditions.GnomeWithResource(ids.Resource.ROOT)),
    _task("B15", 3, conditions.OfferingsOnIslands(islands=1, each=2)),
    _task("B16", 3, conditions.OfferingsOnIslands(islands=3, each=1)),
    _task("B17", 3, conditions.BonfiresOfColors((ids.Color.BLUE, ids.Color.RED))),
    _task("B18", 3, conditions.TwoResources(each=2)),
    _task("B19", 3, conditions.FateGroups((ids.ActionType.PATH,), size=3)),
    _task("B20", 3, conditions.FateGroups((ids.ActionType.SHIP,), size=3)),
    _task("B21", 3, conditions.FateGroups((ids.ActionType.GUARDIAN,), size=3)),
    _task("B22", 3, conditions.FateGroups((ids.ActionType.GNOME,), size=3)),
)

_RED: Final = (
    _task("R01", 4, conditions.PathPair()),
    _task("R02", 4, conditions.Own(conditions.Owned.GNOMES, 3)),
    _task("R03", 4, conditions.HasResource(ids.Resource.GOLD, 4)),
    _task("R04", 4, conditions.HasGuardians((ids.Guardian.PINK, ids.Guardian.GREY))),
    _task("R05", 4, conditions.HasGuardians((ids.Guardian.NATURAL, ids.Guardian.BLUE))),
    _task("R06", 4, conditions.HasGuardians((ids.Guardian.PINK, ids.Guardian.BLUE))),
    _task("R07", 4, conditions.Own(conditions.Owned.PORTALS, 3)),
    _task("R08", 4, conditions.AnyCommonTask()),
    _task("R09", 4, conditions.HasResource(ids.Resource.BLOSSOM, 3)),
    _task("R10", 4, conditions.HasResource(ids.Resource.HERB, 3)),
    _task("R11", 4, conditions.HasResource(ids.Resource.SHELL, 3)),
    _task("R12", 5, conditions.OfferingsOnBothIslands(ids.Resource.FRUIT)),
    _task("R13", 5, conditions.OfferingsOnBothIslands(ids.Resource.HERB)),
    _task("R14", 5, conditions.OfferingsOnBothIslands(ids.Resource.ROOT)),
    _task("R15", 5, conditions.BonfiresOfColors((ids.Color.BLUE, ids.Color.RED, ids.Color.YELLOW))),
    _task(
        "R16", 5, conditions.FateGroups((ids.ActionType.TASK, ids.ActionType.GREAT_BONFIRE), size=3)
    ),
    _task("R17", 5, conditions.FateGroups((ids.ActionType.TASK, ids.ActionType.SHIP), size=3)),
    _task("R18", 5, conditions.FateGroups((ids.ActionType.TASK, ids.ActionType.GUARDIAN), size=3)),
    _task(
        "R19", 5, conditions.FateGroups((ids.ActionType.GREAT_BONFIRE, ids.ActionType.PATH), size=3)
    ),
    _task(
        "R20",
        5,
        conditions.FateGroups((ids.ActionType.GREAT_BONFIRE, ids.ActionType.GNOME), size=3),
    ),
    _task("R21", 5, conditions.TasksOfColor(ids.Color.BLUE, 4)),
    _task("R22", 5, conditions.Own(conditions.Owned.GUARDIANS, 4)),
)

_YELLOW: Final = (
    _task("Y01", 6, conditions.OfferingPileUsedUp()),
    _task("Y02", 6, conditions.OfferingsOnIslands(islands=5, each=1)),
    _task("Y03", 6, conditions.Own(conditions.Owned.GNOMES, 5)),
    _task("Y04", 6, conditions.PathsWithCrystal(ids.Color.RED, 3)),
    _task("Y05", 6, conditions.TasksOfColor(ids.Color.RED, 4)),
    _task("Y06", 6, conditions.Own(conditions.Owned.PORTALS, 5)),
    _task("Y07", 6, conditions.SquaresCovered(conditions.Squares.HIGHLIGHTED)),
    _task("Y08", 7, conditions.Own(conditions.Owned.ELDERS, 3)),
    _task("Y09", 7, conditions.PathsWithCrystal(ids.Color.BLUE, 4)),
    _task("Y10", 7, conditions.Own(conditions.Owned.GUARDIANS_AT_BONFIRES, 2)),
    _task("Y11", 7, conditions.TwoResources(each=3)),
    _task(
        "Y12",
        7,
        _held(*(ids.ActionType.PATH, ids.ActionType.GREAT_BONFIRE) * 2, ids.ActionType.SHIP),
    ),
    _task(
        "Y13", 7, _held(*(ids.ActionType.SHIP, ids.ActionType.GUARDIAN) * 2, ids.ActionType.TASK)
    ),
    _task(
        "Y14",
        7,
        _held(*(ids.ActionType.GNOME, ids.ActionType.TASK) * 2, ids.ActionType.GREAT_BONFIRE),
    ),
    _task("Y15", 7, conditions.SquaresCovered(conditions.Squares.GOLD)),
    _task("Y16", 8, conditions.SameResource(5)),
    _task("Y17", 8, conditions.Own(conditions.Owned.BONFIRES, 5)),
    _task("Y18", 8, conditions.TasksOfColor(ids.Color.YELLOW, 4)),
    _task("Y19", 8, conditions.OfferingsOnIslands(islands=1, each=3)),
    _task("Y20", 8, conditions.OfferingsOnIslands(islands=3, each=2)),
    _task("Y21", 8, conditions.AnyFateGroups(groups=2, size=4)),
    _task("Y22", 8, conditions.SquaresCovered(conditions.Squares.OUTER_COLUMNS)),
)

TASKS: Final[tuple[box.Task, ...]] = _BLUE + _RED + _YELLOW
