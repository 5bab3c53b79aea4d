"""Task conditions as small tagged tables: `{kind = "own", what = "gnomes", count = 3}`."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from enum import StrEnum
from functools import partial
from typing import Any, Final

from engine import bag, conditions, ids
from engine.box_document.node import BoxNode

_KINDS: Final[Mapping[str, type[conditions.Condition]]] = {
    "own": conditions.Own,
    "path_with_resource": conditions.PathWithResource,
    "path_pair": conditions.PathPair,
    "paths_with_crystal": conditions.PathsWithCrystal,
    "guardians": conditions.HasGuardians,
    "gnome_with_resource": conditions.GnomeWithResource,
    "offering_on_island": conditions.OfferingOnIsland,
    "offerings_on_both_islands": conditions.OfferingsOnBothIslands,
    "offerings_on_islands": conditions.OfferingsOnIslands,
    "offering_pile_used_up": conditions.OfferingPileUsedUp,
    "bonfires_of_colors": conditions.BonfiresOfColors,
    "tasks_of_color": conditions.TasksOfColor,
    "resource": conditions.HasResource,
    "two_resources": conditions.TwoResources,
    "same_resource": conditions.SameResource,
    "action_tiles": conditions.HasTiles,
    "fate_groups": conditions.FateGroups,
    "any_fate_groups": conditions.AnyFateGroups,
    "squares_covered": conditions.SquaresCovered,
    "any_common_task": conditions.AnyCommonTask,
}
"""The tag of every condition; it stays when a class is renamed."""

TAGS: Final = {kind: tag for tag, kind in _KINDS.items()}
_MOST: Final = 35
"""No condition counts higher than the squares of the Fate Area."""


def condition_to_document(condition: conditions.Condition) -> dict[str, object]:
    """The condition as a table of plain values with its tag as `kind`."""
    document: dict[str, object] = {"kind": TAGS[type(condition)]}
    for field in fields(condition):
        document[field.name] = _plain(getattr(condition, field.name))
    return document


def read_condition(node: BoxNode) -> conditions.Condition:
    """The condition of a table; faults are told at their keys."""
    table = node.value if isinstance(node.value, Mapping) else {}
    tag = node.table(("kind",), table)["kind"].word(_KINDS)
    if table.get("kind") != tag:
        return conditions.AnyCommonTask()
    kind = _KINDS[tag]
    names = [field.name for field in fields(kind)]
    cells = node.table(("kind", *names))
    values: dict[str, Any] = {name: _READ[name](cells[name]) for name in names}
    return kind(**values)


def _plain(value: object) -> object:
    match value:
        case bag.ActionTiles():
            return {kind.value: count for kind, count in value.items()}
        case StrEnum():
            return value.value
        case tuple():
            return [_plain(entry) for entry in value]
        case _:
            return value


def _count(node: BoxNode) -> int:
    return node.integer(1, _MOST)


def _tiles(node: BoxNode) -> bag.ActionTiles:
    cells = node.table((), ids.ActionType)
    return bag.ActionTiles.from_mapping({kind: _count(cell) for kind, cell in cells.items()})


_READ: Final[Mapping[str, Callable[[BoxNode], object]]] = {
    "what": partial(BoxNode.choice, kind=conditions.Owned),
    "resource": partial(BoxNode.choice, kind=ids.Resource),
    "color": partial(BoxNode.choice, kind=ids.Color),
    "squares": partial(BoxNode.choice, kind=conditions.Squares),
    "guardians": partial(BoxNode.choices, kind=ids.Guardian),
    "colors": partial(BoxNode.choices, kind=ids.Color),
    "symbols": partial(BoxNode.choices, kind=ids.ActionType),
    "tiles": _tiles,
    "count": _count,
    "each": _count,
    "islands": _count,
    "groups": _count,
    "size": _count,
}
"""The reader of the field of each name; a name means the same in every condition."""
