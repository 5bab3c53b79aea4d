"""Task conditions as small tagged tables: `{kind = "own", what = "gnomes", count = 3}`."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from enum import StrEnum
from functools import partial
from typing import Any, Final

from engine.bag import ActionTiles
from engine.box_document.node import BoxNode
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
from engine.ids import ActionType, Color, Guardian, Resource

_KINDS: Final[Mapping[str, type[Condition]]] = {
    "own": Own,
    "path_with_resource": PathWithResource,
    "path_pair": PathPair,
    "paths_with_crystal": PathsWithCrystal,
    "guardians": HasGuardians,
    "gnome_with_resource": GnomeWithResource,
    "offering_on_island": OfferingOnIsland,
    "offerings_on_both_islands": OfferingsOnBothIslands,
    "offerings_on_islands": OfferingsOnIslands,
    "offering_pile_used_up": OfferingPileUsedUp,
    "bonfires_of_colors": BonfiresOfColors,
    "tasks_of_color": TasksOfColor,
    "resource": HasResource,
    "two_resources": TwoResources,
    "same_resource": SameResource,
    "action_tiles": HasTiles,
    "fate_groups": FateGroups,
    "any_fate_groups": AnyFateGroups,
    "squares_covered": SquaresCovered,
    "any_common_task": AnyCommonTask,
}
"""The tag of every condition; it stays when a class is renamed."""

TAGS: Final = {kind: tag for tag, kind in _KINDS.items()}
_MOST: Final = 35
"""No condition counts higher than the squares of the Fate Area."""


def condition_to_document(condition: Condition) -> dict[str, object]:
    """The condition as a table of plain values with its tag as `kind`."""
    document: dict[str, object] = {"kind": TAGS[type(condition)]}
    for field in fields(condition):
        document[field.name] = _plain(getattr(condition, field.name))
    return document


def read_condition(node: BoxNode) -> Condition:
    """The condition of a table; faults are told at their keys."""
    table = node.value if isinstance(node.value, Mapping) else {}
    tag = node.table(("kind",), table)["kind"].word(_KINDS)
    if table.get("kind") != tag:
        return AnyCommonTask()
    kind = _KINDS[tag]
    names = [field.name for field in fields(kind)]
    cells = node.table(("kind", *names))
    values: dict[str, Any] = {name: _READ[name](cells[name]) for name in names}
    return kind(**values)


def _plain(value: object) -> object:
    match value:
        case ActionTiles():
            return {kind.value: count for kind, count in value.items()}
        case StrEnum():
            return value.value
        case tuple():
            return [_plain(entry) for entry in value]
        case _:
            return value


def _count(node: BoxNode) -> int:
    return node.integer(1, _MOST)


def _tiles(node: BoxNode) -> ActionTiles:
    cells = node.table((), ActionType)
    return ActionTiles.from_mapping({kind: _count(cell) for kind, cell in cells.items()})


_READ: Final[Mapping[str, Callable[[BoxNode], object]]] = {
    "what": partial(BoxNode.choice, kind=Owned),
    "resource": partial(BoxNode.choice, kind=Resource),
    "color": partial(BoxNode.choice, kind=Color),
    "squares": partial(BoxNode.choice, kind=Squares),
    "guardians": partial(BoxNode.choices, kind=Guardian),
    "colors": partial(BoxNode.choices, kind=Color),
    "symbols": partial(BoxNode.choices, kind=ActionType),
    "tiles": _tiles,
    "count": _count,
    "each": _count,
    "islands": _count,
    "groups": _count,
    "size": _count,
}
"""The reader of the field of each name; a name means the same in every condition."""
