"""Task conditions: the closed union of what a task can ask of a city.

A condition is one value that is measured by `engine.progress`, drawn by the renderer and worded
by the catalog. Counts of "N of something" are fields, so that a custom box can change them.
"""

from dataclasses import dataclass, fields
from enum import StrEnum

from engine import bag, ids


class Squares(StrEnum):
    """The groups of Fate Area squares that a task can ask to be covered."""

    HIGHLIGHTED = "highlighted"
    GOLD = "gold"
    OUTER_COLUMNS = "outer_columns"


class Owned(StrEnum):
    """Things of a city that are simply counted."""

    GNOMES = "gnomes"
    ELDERS = "elders"
    PORTALS = "portals"
    GUARDIANS = "guardians"
    GUARDIANS_AT_BONFIRES = "guardians_at_bonfires"
    BONFIRES = "bonfires"


@dataclass(frozen=True, slots=True)
class Own:
    """Own at least `count` of something counted."""

    what: Owned
    count: int


@dataclass(frozen=True, slots=True)
class PathWithResource:
    """Own a path tile that shows the resource."""

    resource: ids.Resource


@dataclass(frozen=True, slots=True)
class PathPair:
    """Own two adjacent path tiles that show the same resource."""


@dataclass(frozen=True, slots=True)
class PathsWithCrystal:
    """Own `count` path tiles with a crystal of the colour."""

    color: ids.Color
    count: int


@dataclass(frozen=True, slots=True)
class HasGuardians:
    """Own each of the depicted guardians."""

    guardians: tuple[ids.Guardian, ...]


@dataclass(frozen=True, slots=True)
class GnomeWithResource:
    """Own a gnome that shows the resource."""

    resource: ids.Resource


@dataclass(frozen=True, slots=True)
class OfferingOnIsland:
    """Have an offering on at least one island of the resource."""

    resource: ids.Resource


@dataclass(frozen=True, slots=True)
class OfferingsOnBothIslands:
    """Have an offering on each of the two islands of the resource."""

    resource: ids.Resource


@dataclass(frozen=True, slots=True)
class OfferingsOnIslands:
    """Have at least `each` offerings on each of `islands` different islands."""

    islands: int
    each: int


@dataclass(frozen=True, slots=True)
class OfferingPileUsedUp:
    """Have one of the two offering piles used up."""


@dataclass(frozen=True, slots=True)
class BonfiresOfColors:
    """Have a lit bonfire of each of the colours."""

    colors: tuple[ids.Color, ...]


@dataclass(frozen=True, slots=True)
class TasksOfColor:
    """Have `count` tasks and bonfires of the colour together."""

    color: ids.Color
    count: int


@dataclass(frozen=True, slots=True)
class HasResource:
    """Hold `count` of one named resource."""

    resource: ids.Resource
    count: int


@dataclass(frozen=True, slots=True)
class TwoResources:
    """Hold `each` of two different basic resources."""

    each: int


@dataclass(frozen=True, slots=True)
class SameResource:
    """Hold `count` of any one basic resource."""

    count: int


@dataclass(frozen=True, slots=True)
class HasTiles:
    """Hold the depicted action tiles."""

    tiles: bag.ActionTiles


@dataclass(frozen=True, slots=True)
class FateGroups:
    """Have a connected group of `size` for each of the depicted symbols."""

    symbols: tuple[ids.ActionType, ...]
    size: int


@dataclass(frozen=True, slots=True)
class AnyFateGroups:
    """Have `groups` connected groups of at least `size` identical symbols, of any kinds."""

    groups: int
    size: int


@dataclass(frozen=True, slots=True)
class SquaresCovered:
    """Have every square of the group covered with fate tiles."""

    squares: Squares


@dataclass(frozen=True, slots=True)
class AnyCommonTask:
    """Meet the condition of at least one common task."""


Condition = (
    Own
    | PathWithResource
    | PathPair
    | PathsWithCrystal
    | HasGuardians
    | GnomeWithResource
    | OfferingOnIsland
    | OfferingsOnBothIslands
    | OfferingsOnIslands
    | OfferingPileUsedUp
    | BonfiresOfColors
    | TasksOfColor
    | HasResource
    | TwoResources
    | SameResource
    | HasTiles
    | FateGroups
    | AnyFateGroups
    | SquaresCovered
    | AnyCommonTask
)


def depicted(condition: Condition) -> tuple[str, ...]:
    """The fields that only the printed tile can tell; the rule texts state the rest of a condition.

    They are what it shows: a resource, guardians, symbols, action tiles (S0 Appendix I).
    """
    return tuple(
        field.name
        for field in fields(condition)
        if _is_depicted(condition, getattr(condition, field.name))
    )


def _is_depicted(condition: Condition, value: object) -> bool:
    match value:
        case ids.Resource.GOLD:
            # That four Gold are asked for is stated; of a gnome only the tile can tell.
            return isinstance(condition, GnomeWithResource)
        case tuple():
            return not any(isinstance(each, ids.Color) for each in value)
        case _:
            return isinstance(value, ids.Resource | bag.ActionTiles)
