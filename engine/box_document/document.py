"""From a box to its document, and back through every check."""

from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache

from engine.box_document.checks import CHECKS
from engine.box_document.conditions import condition_to_document
from engine.box_document.node import BoxFault, BoxNode
from engine.box_document.sections import BOX_SCHEMA, NO_CRYSTAL, POINTS_REWARD, SECTIONS, read_box
from engine.canonical import digest
from engine.data.box import Box, FateGrid, Island, Provenance
from engine.data.standard import STANDARD_BOX
from engine.geometry import square_name
from engine.identity_cache import RESULTS_KEPT, cached_by_identity


class BoxError(ValueError):
    """A document is no box; `faults` names all that is wrong with it."""

    def __init__(self, faults: tuple[BoxFault, ...]) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = faults


@cached_by_identity
def box_digest(box: Box) -> str:
    """A short name for the content of a box."""
    return digest(box_to_document(box))


def box_to_document(box: Box) -> dict[str, object]:
    """The box as a plain document, its rows in the order of the box."""
    return {
        "schema": BOX_SCHEMA,
        "tasks": {
            row.id: {
                "points": row.points,
                "condition": condition_to_document(row.condition),
                **_provenance(row.provenance),
            }
            for row in box.tasks
        },
        "specialists": {
            row.id: {"resource": row.resource.value, **_provenance(row.provenance)}
            for row in box.specialists
        },
        "elders": {
            row.id: {
                "counts": row.counts.value,
                "resource": row.resource.value,
                **_provenance(row.provenance),
            }
            for row in box.elders
        },
        "fate_tiles": {
            row.id: {"symbols": _words(row.symbols), **_provenance(row.provenance)}
            for row in box.fate_tiles
        },
        "fate_grid": _grid_to_document(box.fate_grid),
        "path_tiles": {
            f"{row.tile.crystal}_{row.tile.resource}": {
                "count": row.count,
                **_provenance(row.provenance),
            }
            for row in box.path_tiles
        },
        "start_crystal": {
            "crystal": box.start_crystal.value if box.start_crystal else NO_CRYSTAL,
            **_provenance(box.start_crystal_provenance),
        },
        "offerings": {
            row.resource.value: {"count": row.count, **_provenance(row.provenance)}
            for row in box.offerings
        },
        "cities": {
            row.city.value: {"portals": _words(row.portals), **_provenance(row.provenance)}
            for row in box.cities
        },
        "guardian_values": {
            "values": list(box.guardian_values),
            **_provenance(box.guardian_values_provenance),
        },
        "wheel": {
            str(row.number): {
                "tile": row.tile.value,
                "reward": row.resource.value if row.resource else POINTS_REWARD,
                **_provenance(row.provenance),
            }
            for row in box.wheel
        },
        "islands": {row.code: _island_to_document(row) for row in box.islands},
        "routes": {
            "pairs": [list(route) for route in box.routes],
            **_provenance(box.routes_provenance),
        },
        "council": {
            str(row.number): {"bonus": str(row.bonus), **_provenance(row.provenance)}
            for row in box.council
        },
        "tom_cards": {
            row.card.value: {
                "count": row.count,
                "reveals_gnome": row.reveals_gnome,
                **_provenance(row.provenance),
            }
            for row in box.tom_cards
        },
    }


def box_from_document(document: object) -> Box:
    """Read and check a box.

    Raises BoxError with every fault: keys that are missing, unknown or of a wrong type, and
    every count that differs from what the rules state. Equal boxes come out as one object.
    """
    root = BoxNode(document)
    box = read_box(root.table(SECTIONS))
    told = {fault.path.partition(".")[0] for fault in root.faults}
    for section, check in CHECKS.items():
        if section not in told and "" not in told:
            root.faults.extend(check(box))
    if root.faults:
        raise BoxError(tuple(root.faults))
    return _one_of_equals(box)


@lru_cache(maxsize=RESULTS_KEPT)
def _one_of_equals(box: Box) -> Box:
    """Return one object for equal boxes, so that what is derived from a box is derived once."""
    return box


_one_of_equals(STANDARD_BOX)


def _provenance(provenance: Provenance) -> dict[str, str]:
    return {"provenance": provenance.value}


def _words(members: Iterable[StrEnum]) -> list[str]:
    return [member.value for member in members]


def _squares(squares: Iterable[tuple[int, int]]) -> list[str]:
    return [square_name(square) for square in sorted(squares)]


def _grid_to_document(grid: FateGrid) -> dict[str, object]:
    return {
        "rows": grid.rows,
        "columns": grid.columns,
        "start": _squares(grid.start),
        "highlighted": _squares(grid.highlighted),
        "gold": _squares(grid.gold),
        "wild": _squares(grid.wild),
        **_provenance(grid.provenance),
    }


def _island_to_document(island: Island) -> dict[str, object]:
    document: dict[str, object] = {}
    if island.resource is not None:
        document["resource"] = island.resource.value
    if island.guardian is not None:
        document["guardian"] = island.guardian.value
    if island.corner:
        document["corner"] = True
    return {**document, **_provenance(island.provenance)}
