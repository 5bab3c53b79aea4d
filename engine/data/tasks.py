"""The 66 tasks, 22 of each colour (RULINGS.md: tasks).

What each tile asks for and how often is printed in the rule texts (S0 Appendix I). The
points of every single tile and most depicted kinds are reconstructed within the stated ranges,
so every row as a whole is a reconstruction.
"""

from typing import Final

from engine.bag import ActionTiles
from engine.conditions import (
    AnyCommonTask,
    AnyFateGroups,
    BonfiresOfColors,
    Condition,
    FateGroups,
    GnomeWithResource,
    HasGuardians,
    HasResource,
    HasTiles,
    OfferingOnIsland,
    OfferingPileUsedUp,
    OfferingsOnBothIslands,
    OfferingsOnIslands,
    Own,
    Owned,
    PathPair,
    PathsWithCrystal,
    PathWithResource,
    SameResource,
    Squares,
    SquaresCovered,
    TasksOfColor,
    TwoResources,
)
from engine.data.box import Provenance, Task
from engine.ids import ActionType, Color, Guardian, Resource


def _task(task_id: str, points: int, condition: Condition) -> Task:
    color = {"B": Color.BLUE, "R": Color.RED, "Y": Color.YELLOW}[task_id[0]]
    return Task(task_id, color, points, condition, Provenance.RECONSTRUCTED)


def _held(*kinds: ActionType) -> HasTiles:
    return HasTiles(ActionTiles.of(*kinds))


_BLUE: Final = (
    _task("B01", 2, PathWithResource(Resource.BLOSSOM)),
    _task("B02", 2, PathWithResource(Resource.FRUIT)),
    _task("B03", 2, PathWithResource(Resource.SHELL)),
    _task("B04", 2, PathWithResource(Resource.ROOT)),
    _task("B05", 2, HasGuardians((Guardian.PINK,))),
    _task("B06", 2, HasGuardians((Guardian.GREY,))),
    _task("B07", 2, HasGuardians((Guardian.NATURAL,))),
    _task("B08", 2, HasGuardians((Guardian.BLUE,))),
    _task("B09", 2, OfferingOnIsland(Resource.FRUIT)),
    _task("B10", 2, OfferingOnIsland(Resource.HERB)),
    _task("B11", 2, OfferingOnIsland(Resource.SHELL)),
    _task("B12", 3, GnomeWithResource(Resource.BLOSSOM)),
    _task("B13", 3, GnomeWithResource(Resource.HERB)),
    _task("B14", 3, GnomeWithResource(Resource.ROOT)),
    _task("B15", 3, OfferingsOnIslands(islands=1, each=2)),
    _task("B16", 3, OfferingsOnIslands(islands=3, each=1)),
    _task("B17", 3, BonfiresOfColors((Color.BLUE, Color.RED))),
    _task("B18", 3, TwoResources(each=2)),
    _task("B19", 3, FateGroups((ActionType.PATH,), size=3)),
    _task("B20", 3, FateGroups((ActionType.SHIP,), size=3)),
    _task("B21", 3, FateGroups((ActionType.GUARDIAN,), size=3)),
    _task("B22", 3, FateGroups((ActionType.GNOME,), size=3)),
)

_RED: Final = (
    _task("R01", 4, PathPair()),
    _task("R02", 4, Own(Owned.GNOMES, 3)),
    _task("R03", 4, HasResource(Resource.GOLD, 4)),
    _task("R04", 4, HasGuardians((Guardian.PINK, Guardian.GREY))),
    _task("R05", 4, HasGuardians((Guardian.NATURAL, Guardian.BLUE))),
    _task("R06", 4, HasGuardians((Guardian.PINK, Guardian.BLUE))),
    _task("R07", 4, Own(Owned.PORTALS, 3)),
    _task("R08", 4, AnyCommonTask()),
    _task("R09", 4, HasResource(Resource.BLOSSOM, 3)),
    _task("R10", 4, HasResource(Resource.HERB, 3)),
    _task("R11", 4, HasResource(Resource.SHELL, 3)),
    _task("R12", 5, OfferingsOnBothIslands(Resource.FRUIT)),
    _task("R13", 5, OfferingsOnBothIslands(Resource.HERB)),
    _task("R14", 5, OfferingsOnBothIslands(Resource.ROOT)),
    _task("R15", 5, BonfiresOfColors((Color.BLUE, Color.RED, Color.YELLOW))),
    _task("R16", 5, FateGroups((ActionType.TASK, ActionType.GREAT_BONFIRE), size=3)),
    _task("R17", 5, FateGroups((ActionType.TASK, ActionType.SHIP), size=3)),
    _task("R18", 5, FateGroups((ActionType.TASK, ActionType.GUARDIAN), size=3)),
    _task("R19", 5, FateGroups((ActionType.GREAT_BONFIRE, ActionType.PATH), size=3)),
    _task("R20", 5, FateGroups((ActionType.GREAT_BONFIRE, ActionType.GNOME), size=3)),
    _task("R21", 5, TasksOfColor(Color.BLUE, 4)),
    _task("R22", 5, Own(Owned.GUARDIANS, 4)),
)

_YELLOW: Final = (
    _task("Y01", 6, OfferingPileUsedUp()),
    _task("Y02", 6, OfferingsOnIslands(islands=5, each=1)),
    _task("Y03", 6, Own(Owned.GNOMES, 5)),
    _task("Y04", 6, PathsWithCrystal(Color.RED, 3)),
    _task("Y05", 6, TasksOfColor(Color.RED, 4)),
    _task("Y06", 6, Own(Owned.PORTALS, 5)),
    _task("Y07", 6, SquaresCovered(Squares.HIGHLIGHTED)),
    _task("Y08", 7, Own(Owned.ELDERS, 3)),
    _task("Y09", 7, PathsWithCrystal(Color.BLUE, 4)),
    _task("Y10", 7, Own(Owned.GUARDIANS_AT_BONFIRES, 2)),
    _task("Y11", 7, TwoResources(each=3)),
    _task(
        "Y12",
        7,
        _held(*(ActionType.PATH, ActionType.GREAT_BONFIRE) * 2, ActionType.SHIP),
    ),
    _task("Y13", 7, _held(*(ActionType.SHIP, ActionType.GUARDIAN) * 2, ActionType.TASK)),
    _task(
        "Y14",
        7,
        _held(*(ActionType.GNOME, ActionType.TASK) * 2, ActionType.GREAT_BONFIRE),
    ),
    _task("Y15", 7, SquaresCovered(Squares.GOLD)),
    _task("Y16", 8, SameResource(5)),
    _task("Y17", 8, Own(Owned.BONFIRES, 5)),
    _task("Y18", 8, TasksOfColor(Color.YELLOW, 4)),
    _task("Y19", 8, OfferingsOnIslands(islands=1, each=3)),
    _task("Y20", 8, OfferingsOnIslands(islands=3, each=2)),
    _task("Y21", 8, AnyFateGroups(groups=2, size=4)),
    _task("Y22", 8, SquaresCovered(Squares.OUTER_COLUMNS)),
)

TASKS: Final[tuple[Task, ...]] = _BLUE + _RED + _YELLOW
