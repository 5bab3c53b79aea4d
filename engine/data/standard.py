"""The standard box: the small tables, and all tables of this folder together."""

from typing import Final

from engine.data.box import (
    Box,
    CityLayout,
    FateGrid,
    FateTile,
    OfferingRow,
    PathTile,
    PathTileRow,
    Provenance,
    WheelSpace,
)
from engine.data.council import COUNCIL
from engine.data.gnomes import ELDERS, SPECIALISTS
from engine.data.islands import ISLANDS, ROUTES_PROVENANCE, SEA_ROUTES
from engine.data.tasks import TASKS
from engine.data.tom import TOM_CARDS
from engine.ids import BASIC_RESOURCES, ActionType, City, Color, PortalKind, Resource

# The 28 path tiles and the crystal of the first path space (RULINGS.md: path tiles, city).
#
# The crystals are in the component list (10 blue, 10 red, 8 yellow); the resources are not.


def _path_tiles(crystal: Color, resource: Resource, count: int) -> PathTileRow:
    return PathTileRow(PathTile(crystal, resource), count, Provenance.RECONSTRUCTED)


_PATH_TILES: Final[tuple[PathTileRow, ...]] = (
    _path_tiles(Color.BLUE, Resource.BLOSSOM, 2),
    _path_tiles(Color.BLUE, Resource.FRUIT, 2),
    _path_tiles(Color.BLUE, Resource.HERB, 2),
    _path_tiles(Color.BLUE, Resource.SHELL, 2),
    _path_tiles(Color.BLUE, Resource.ROOT, 2),
    _path_tiles(Color.RED, Resource.BLOSSOM, 2),
    _path_tiles(Color.RED, Resource.FRUIT, 2),
    _path_tiles(Color.RED, Resource.HERB, 2),
    _path_tiles(Color.RED, Resource.SHELL, 2),
    _path_tiles(Color.RED, Resource.ROOT, 2),
    _path_tiles(Color.YELLOW, Resource.BLOSSOM, 2),
    _path_tiles(Color.YELLOW, Resource.FRUIT, 2),
    _path_tiles(Color.YELLOW, Resource.HERB, 1),
    _path_tiles(Color.YELLOW, Resource.SHELL, 2),
    _path_tiles(Color.YELLOW, Resource.ROOT, 1),
)

_START_CRYSTAL: Final[Color | None] = None
_START_CRYSTAL_PROVENANCE: Final = Provenance.RECONSTRUCTED


# The four cities: in which order each wants the seven portals, and its guardian values.
#
# Seven kinds of portal, one of each in every city in four different orders: the component list.
# The orders themselves are reconstructed (RULINGS.md: portals); the values 2 to 8 of the guardian
# spots are stated and their order follows (RULINGS.md: city).


def _city(city: City, order: str) -> CityLayout:
    kinds = tuple(PortalKind)
    portals = tuple(kinds[int(number) - 1] for number in order.split())
    return CityLayout(city, portals, Provenance.RECONSTRUCTED)


_CITIES: Final[tuple[CityLayout, ...]] = (
    _city(City.A, "1 2 3 4 5 6 7"),
    _city(City.B, "2 4 6 1 3 7 5"),
    _city(City.C, "3 6 1 7 2 5 4"),
    _city(City.D, "5 7 4 2 6 1 3"),
)

_GUARDIAN_VALUES: Final = (2, 3, 4, 5, 6, 7, 8)
"""Points of a guardian at the bonfire of positions 1 to 7."""

_GUARDIAN_VALUES_PROVENANCE: Final = Provenance.DEDUCED


# The 10 offering tiles of each player: two of each basic resource (RULINGS.md: offerings).

_OFFERINGS: Final[tuple[OfferingRow, ...]] = tuple(
    OfferingRow(resource, 2, Provenance.DEDUCED) for resource in BASIC_RESOURCES
)


# The 7 spaces of the wheel, clockwise from its start in the south (RULINGS.md: Great Bonfire).
#
# That one space pairs a Root with a red action tile is in the example of the rule texts; which
# action is red, and the other six pairs, are reconstructed.


def _wheel_space(number: int, tile: ActionType, resource: Resource | None) -> WheelSpace:
    return WheelSpace(number, tile, resource, Provenance.RECONSTRUCTED)


_WHEEL: Final[tuple[WheelSpace, ...]] = (
    _wheel_space(1, ActionType.PATH, Resource.BLOSSOM),
    _wheel_space(2, ActionType.GNOME, Resource.SHELL),
    _wheel_space(3, ActionType.TASK, Resource.ROOT),
    _wheel_space(4, ActionType.GREAT_BONFIRE, Resource.GOLD),
    _wheel_space(5, ActionType.SHIP, Resource.FRUIT),
    _wheel_space(6, ActionType.GUARDIAN, Resource.HERB),
    _wheel_space(7, ActionType.WILD, None),
)


# The 8 fate tiles of each player and the printed Fate Area (RULINGS.md: fate tiles, Fate Area).
#
# Three different actions on each tile and each action four times follow from the texts; the
# combinations, the size of the grid and its symbols are reconstructed.

_SHIP, _TASK, _GUARDIAN = ActionType.SHIP, ActionType.TASK, ActionType.GUARDIAN
_GREAT_BONFIRE, _GNOME, _PATH = ActionType.GREAT_BONFIRE, ActionType.GNOME, ActionType.PATH

_FATE_TILES: Final[tuple[FateTile, ...]] = (
    FateTile("F1", (_TASK, _SHIP, _GUARDIAN), Provenance.RECONSTRUCTED),
    FateTile("F2", (_SHIP, _TASK, _GREAT_BONFIRE), Provenance.RECONSTRUCTED),
    FateTile("F3", (_SHIP, _GUARDIAN, _PATH), Provenance.RECONSTRUCTED),
    FateTile("F4", (_SHIP, _GREAT_BONFIRE, _PATH), Provenance.RECONSTRUCTED),
    FateTile("F5", (_TASK, _GNOME, _GUARDIAN), Provenance.RECONSTRUCTED),
    FateTile("F6", (_GNOME, _TASK, _GREAT_BONFIRE), Provenance.RECONSTRUCTED),
    FateTile("F7", (_GNOME, _PATH, _GUARDIAN), Provenance.RECONSTRUCTED),
    FateTile("F8", (_GNOME, _PATH, _GREAT_BONFIRE), Provenance.RECONSTRUCTED),
)

_START_SPACES: Final = ((3, 3), (3, 4), (3, 5))

FATE_GRID: Final = FateGrid(
    rows=5,
    columns=7,
    start=_START_SPACES,
    highlighted=frozenset((row, column) for row in (2, 3, 4) for column in (2, 3, 4, 5, 6))
    - frozenset(_START_SPACES),
    gold=frozenset({(1, 2), (1, 6), (5, 2), (5, 6)}),
    wild=frozenset({(1, 4), (5, 4), (3, 1), (3, 7)}),
    provenance=Provenance.RECONSTRUCTED,
)

STANDARD_BOX: Final = Box(
    tasks=TASKS,
    specialists=SPECIALISTS,
    elders=ELDERS,
    fate_tiles=_FATE_TILES,
    fate_grid=FATE_GRID,
    path_tiles=_PATH_TILES,
    offerings=_OFFERINGS,
    cities=_CITIES,
    wheel=_WHEEL,
    islands=ISLANDS,
    routes=SEA_ROUTES,
    routes_provenance=ROUTES_PROVENANCE,
    council=COUNCIL,
    tom_cards=TOM_CARDS,
    guardian_values=_GUARDIAN_VALUES,
    guardian_values_provenance=_GUARDIAN_VALUES_PROVENANCE,
    start_crystal=_START_CRYSTAL,
    start_crystal_provenance=_START_CRYSTAL_PROVENANCE,
)
