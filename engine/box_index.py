"""A box as the rules look things up in it: every row by its id, decks, ways at sea."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine import ids
from engine.data.box import (
    Box,
    CityLayout,
    CouncilSpace,
    Elder,
    FateTile,
    Island,
    PathTile,
    Specialist,
    Task,
    WheelSpace,
)
from engine.identity_cache import cached_by_identity


@dataclass(frozen=True, slots=True)
class BoxIndex:
    """The parts of a box that the rules look up. Mappings keep the order of the box's rows."""

    tasks: Mapping[str, Task]
    specialists: Mapping[str, Specialist]
    elders: Mapping[str, Elder]
    gnomes: Mapping[str, Specialist | Elder]
    """Specialists and elders together, by id."""
    fate_tiles: Mapping[str, FateTile]
    cities: Mapping[ids.City, CityLayout]
    wheel: Mapping[int, WheelSpace]
    islands: Mapping[str, Island]
    island_numbers: Mapping[str, int]
    """The place of each island in `Box.islands` and `GameState.islands`, from 0."""
    islands_of: Mapping[ids.Resource, tuple[str, ...]]
    """The codes of the task islands of each basic resource."""
    guardian_islands: Mapping[ids.Guardian, str]
    neighbours: Mapping[str, tuple[str, ...]]
    """The islands one route away, in the order of the islands."""
    distances: Mapping[str, Mapping[str, int]]
    """The fewest routes between every two islands; 0 from an island to itself."""
    council: Mapping[int, CouncilSpace]
    council_space: Mapping[str, int]
    """The number of the council space that grants each bonus."""
    path_deck: tuple[PathTile, ...]
    """All path tiles, unshuffled."""
    offerings: tuple[ids.Resource, ...]
    """The offering tiles of one player, unshuffled."""
    tom_deck: tuple[ids.TomCard, ...]
    """Tom's cards, unshuffled."""
    gnome_icon: Mapping[ids.TomCard, bool]
    """The card begins by revealing a gnome."""


@cached_by_identity
def box_index(box: Box) -> BoxIndex:
    """Index a box; the same box is indexed once. The box must have passed its check."""
    specialists = {row.id: row for row in box.specialists}
    elders = {row.id: row for row in box.elders}
    codes = tuple(island.code for island in box.islands)
    neighbours = _neighbours(codes, box.routes)
    return BoxIndex(
        tasks={row.id: row for row in box.tasks},
        specialists=specialists,
        elders=elders,
        gnomes={**specialists, **elders},
        fate_tiles={row.id: row for row in box.fate_tiles},
        cities={row.city: row for row in box.cities},
        wheel={row.number: row for row in box.wheel},
        islands={row.code: row for row in box.islands},
        island_numbers={code: number for number, code in enumerate(codes)},
        islands_of=_islands_of(box.islands),
        guardian_islands={
            row.guardian: row.code for row in box.islands if row.guardian is not None
        },
        neighbours=neighbours,
        distances={code: _distances(code, neighbours) for code in codes},
        council={row.number: row for row in box.council},
        council_space={row.bonus: row.number for row in box.council},
        path_deck=tuple(row.tile for row in box.path_tiles for _ in range(row.count)),
        offerings=tuple(row.resource for row in box.offerings for _ in range(row.count)),
        tom_deck=tuple(row.card for row in box.tom_cards for _ in range(row.count)),
        gnome_icon={row.card: row.reveals_gnome for row in box.tom_cards},
    )


def _islands_of(islands: Iterable[Island]) -> dict[ids.Resource, tuple[str, ...]]:
    found: dict[ids.Resource, tuple[str, ...]] = {}
    for island in islands:
        if island.resource is not None:
            found[island.resource] = (*found.get(island.resource, ()), island.code)
    return found


def _neighbours(
    codes: tuple[str, ...], routes: Iterable[tuple[str, str]]
) -> dict[str, tuple[str, ...]]:
    joined = {frozenset(route) for route in routes}
    return {
        code: tuple(other for other in codes if frozenset((code, other)) in joined)
        for code in codes
    }


def _distances(start: str, neighbours: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    """Steps from one island to every island that can be reached, nearest first."""
    steps = {start: 0}
    frontier = [start]
    for code in frontier:
        for other in neighbours[code]:
            if other not in steps:
                steps[other] = steps[code] + 1
                frontier.append(other)
    return steps
