"""The standard box: the small tables, and all tables of this folder together."""

from typing import Final

from engine import ids
from engine.data import box
from engine.data.council import COUNCIL
from engine.data.gnomes import ELDERS, SPECIALISTS
from engine.data.islands import ISLANDS, ROUTES_PROVENANCE, SEA_ROUTES
from engine.data.tasks import TASKS
from engine.data.tom import TOM_CARDS

# The 28 path tiles and the crystal of the first path space (RULINGS.md: path tiles, city).
#
# The crystals are in the component list (10 blue, 10 red, 8 yellow); the resources are not.


def _path_tiles(crystal: ids.Color, resource: ids.Resource, count: int) -> box.PathTileRow:
    return box.PathTileRow(box.PathTile(crystal, resource), count, box.Provenance.RECONSTRUCTED)


_PATH_TILES: Final[tuple[box.PathTileRow, ...]] = (
    _path_tiles(ids.Color.BLUE, ids.Resource.BLOSSOM, 2),
    _path_tiles(ids.Color.BLUE, ids.Resource.FRUIT, 2),
    _path_tiles(ids.Color.BLUE, ids.Resource.HERB, 2),
    _path_tiles(ids.Color.BLUE, ids.Resource.SHELL, 2),
    _path_tiles(ids.Color.BLUE, ids.Resource.ROOT, 2),
    _path_tiles(ids.Color.RED, ids.Resource.BLOSSOM, 2),
    _path_tiles(ids.Color.RED, ids.Resource.FRUIT, 2),
    _path_tiles(ids.Color.RED, ids.Resource.HERB, 2),
    _path_tiles(ids.Color.RED, ids.Resource.SHELL, 2),
    _path_tiles(ids.Color.RED, ids.Resource.ROOT, 2),
    _path_tiles(ids.Color.YELLOW, ids.Resource.BLOSSOM, 2),
    _path_tiles(ids.Color.YELLOW, ids.Resource.FRUIT, 2),
    _path_tiles(ids.Color.YELLOW, ids.Resource.HERB, 1),
    _path_tiles(ids.Color.YELLOW, ids.Resource.SHELL, 2),
    _path_tiles(ids.Color.YELLOW, ids.Resource.ROOT, 1),
)

_START_CRYSTAL: Final[ids.Color | None] = None
_START_CRYSTAL_PROVENANCE: Final = box.Provenance.RECONSTRUCTED


# The four cities: in which order each wants the seven portals, and its guardian values.
#
# Seven kinds of portal, one of each in every city in four different orders: the component list.
# The orders themselves are reconstructed (RULINGS.md: portals); the values 2 to 8 of the guardian
# spots are stated and their order follows (RULINGS.md: city).


def _city(city: ids.City, order: str) -> box.CityLayout:
    kinds = tuple(ids.PortalKind)
    portals = tuple(kinds[int(number) - 1] for number in order.split())
    return box.CityLayout(city, portals, box.Provenance.RECONSTRUCTED)


_CITIES: Final[tuple[box.CityLayout, ...]] = (
    _city(ids.City.A, "1 2 3 4 5 6 7"),
    _city(ids.City.B, "2 4 6 1 3 7 5"),
    _city(ids.City.C, "3 6 1 7 2 5 4"),
    _city(ids.City.D, "5 7 4 2 6 1 3"),
)

_GUARDIAN_VALUES: Final = (2, 3, 4, 5, 6, 7, 8)
"""Points of a guardian at the bonfire of positions 1 to 7."""

_GUARDIAN_VALUES_PROVENANCE: Final = box.Provenance.DEDUCED


# The 10 offering tiles of each player: two of each basic resource (RULINGS.md: offerings).

_OFFERINGS: Final[tuple[box.OfferingRow, ...]] = tuple(
    box.OfferingRow(resource, 2, box.Provenance.DEDUCED) for resource in ids.BASIC_RESOURCES
)


# The 7 spaces of the wheel, clockwise from its start in the south (RULINGS.md: Great Bonfire).
#
# That one space pairs a Root with a red action tile is in the example of the rule texts; which
# action is red, and the other six pairs, are reconstructed.


def _wheel_space(
    number: int, tile: ids.ActionType, resource: ids.Resource | None
) -> box.WheelSpace:
    return box.WheelSpace(number, tile, resource, box.Provenance.RECONSTRUCTED)


_WHEEL: Final[tuple[box.WheelSpace, ...]] = (
    _wheel_space(1, ids.ActionType.PATH, ids.Resource.BLOSSOM),
    _wheel_space(2, ids.ActionType.GNOME, ids.Resource.SHELL),
    _wheel_space(3, ids.ActionType.TASK, ids.Resource.ROOT),
    _wheel_space(4, ids.ActionType.GREAT_BONFIRE, ids.Resource.GOLD),
    _wheel_space(5, ids.ActionType.SHIP, ids.Resource.FRUIT),
    _wheel_space(6, ids.ActionType.GUARDIAN, ids.Resource.HERB),
    _wheel_space(7, ids.ActionType.WILD, None),
)


# The 8 fate tiles of each player and the printed Fate Area (RULINGS.md: fate tiles, Fate Area).
#
# Three different actions on each tile and each action four times follow from the texts; the
# combinations, the size of the grid and its symbols are reconstructed.

_SHIP, _TASK, _GUARDIAN = ids.ActionType.SHIP, ids.ActionType.TASK, ids.ActionType.GUARDIAN
_GREAT_BONFIRE, _GNOME, _PATH = (
    ids.ActionType.GREAT_BONFIRE,
    ids.ActionType.GNOME,
    ids.ActionType.PATH,
)

_FATE_TILES: Final[tuple[box.FateTile, ...]] = (
    box.FateTile("F1", (_TASK, _SHIP, _GUARDIAN), box.Provenance.RECONSTRUCTED),
    box.FateTile("F2", (_SHIP, _TASK, _GREAT_BONFIRE), box.Provenance.RECONSTRUCTED),
    box.FateTile("F3", (_SHIP, _GUARDIAN, _PATH), box.Provenance.RECONSTRUCTED),
    box.FateTile("F4", (_SHIP, _GREAT_BONFIRE, _PATH), box.Provenance.RECONSTRUCTED),
    box.FateTile("F5", (_TASK, _GNOME, _GUARDIAN), box.Provenance.RECONSTRUCTED),
    box.FateTile("F6", (_GNOME, _TASK, _GREAT_BONFIRE), box.Provenance.RECONSTRUCTED),
    box.FateTile("F7", (_GNOME, _PATH, _GUARDIAN), box.Provenance.RECONSTRUCTED),
    box.FateTile("F8", (_GNOME, _PATH, _GREAT_BONFIRE), box.Provenance.RECONSTRUCTED),
)

_START_SPACES: Final = ((3, 3), (3, 4), (3, 5))

FATE_GRID: Final = box.FateGrid(
    rows=5,
    columns=7,
    start=_START_SPACES,
    highlighted=frozenset((row, column) for row in (2, 3, 4) for column in (2, 3, 4, 5, 6))
    - frozenset(_START_SPACES),
    gold=frozenset({(1, 2), (1, 6), (5, 2), (5, 6)}),
    wild=frozenset({(1, 4), (5, 4), (3, 1), (3, 7)}),
    provenance=box.Provenance.RECONSTRUCTED,
)

STANDARD_BOX: Final = box.Box(
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
