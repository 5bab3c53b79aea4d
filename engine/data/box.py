"""The box as a value: the records of all component tables, together one frozen `Box`."""

from dataclasses import dataclass
from enum import StrEnum

from engine import conditions, ids


class Provenance(StrEnum):
    """The certainty of a value: a rule text says so, it follows, or it is a reconstruction."""

    TEXT = "text"
    DEDUCED = "deduced"
    RECONSTRUCTED = "reconstructed"


@dataclass(frozen=True, slots=True)
class Task:
    """One of the 66 tasks. `id` is the colour's letter and two digits, as `R07`."""

    id: str
    color: ids.Color
    points: int
    condition: conditions.Condition
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Specialist:
    """One of the 27 specialists. `id` is `S` and the printed number; `resource` is the cost."""

    id: str
    number: int
    resource: ids.Resource
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Elder:
    """One of the 6 elders. `id` is `EL` and the number; scores one point for each `counts`."""

    id: str
    number: int
    counts: ids.ElderCount
    resource: ids.Resource
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class FateTile:
    """One of the 8 fate tiles of each player: three symbols in order. `id` is `F1` to `F8`."""

    id: str
    symbols: tuple[ids.ActionType, ids.ActionType, ids.ActionType]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class PathTile:
    """A path tile: a crystal and a resource. Equal tiles are interchangeable."""

    crystal: ids.Color
    resource: ids.Resource


@dataclass(frozen=True, slots=True)
class PathTileRow:
    """A path tile and how many of it are in the box."""

    tile: PathTile
    count: int
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class OfferingRow:
    """The number of each player's ten offering tiles that show the resource."""

    resource: ids.Resource
    count: int
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class CityLayout:
    """The portals of a city in the order of placing: notch 7 first, notch 1 last."""

    city: ids.City
    portals: tuple[ids.PortalKind, ...]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class WheelSpace:
    """A space of the Great Bonfire, numbered 1 to 7 clockwise; `resource` None means 2 points."""

    number: int
    tile: ids.ActionType
    resource: ids.Resource | None
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Island:
    """An island. `code` is its column A to E and row 1 to 3 on the chart.

    Exactly one of `resource` (a task island) and `guardian` (a guardian island) is set;
    `corner` marks the four islands that get fewer tasks in a game of three.
    """

    code: str
    resource: ids.Resource | None
    guardian: ids.Guardian | None
    corner: bool
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class FateGrid:
    """The printed Fate Area. Squares are (row, column) from the top left, starting with 1."""

    rows: int
    columns: int
    start: tuple[tuple[int, int], ...]
    highlighted: frozenset[tuple[int, int]]
    gold: frozenset[tuple[int, int]]
    wild: frozenset[tuple[int, int]]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class CouncilSpace:
    """A space of the High Council, numbered from 1, and the name of its bonus."""

    number: int
    bonus: str
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class TomCardRow:
    """A kind of Tom card, how many there are, and whether it reveals a gnome resource."""

    card: ids.TomCard
    count: int
    reveals_gnome: bool
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Box:
    """All component tables together. A game keeps the box that it was started with."""

    tasks: tuple[Task, ...]
    specialists: tuple[Specialist, ...]
    elders: tuple[Elder, ...]
    fate_tiles: tuple[FateTile, ...]
    fate_grid: FateGrid
    path_tiles: tuple[PathTileRow, ...]
    offerings: tuple[OfferingRow, ...]
    cities: tuple[CityLayout, ...]
    wheel: tuple[WheelSpace, ...]
    islands: tuple[Island, ...]
    routes: tuple[tuple[str, str], ...]
    routes_provenance: Provenance
    council: tuple[CouncilSpace, ...]
    tom_cards: tuple[TomCardRow, ...]
    guardian_values: tuple[int, ...]
    guardian_values_provenance: Provenance
    start_crystal: ids.Color | None
    start_crystal_provenance: Provenance
