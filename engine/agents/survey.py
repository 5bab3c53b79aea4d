"""The survey of a city: its seven positions as the judgement of worths asks for them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from engine import ids
from engine.agents import weights
from engine.box_index import box_index
from engine.data.box import Box, PathTile, Task
from engine.identity_cache import cached_by_identity
from engine.scoring import position_points
from engine.state import PlayerState, TaskSpace

_CITIES_REMEMBERED: Final = 1 << 12
"""A deep search sees a few thousand cities. A survey takes a KB, and shares its parts."""

Tasks = tuple[TaskSpace | None, ...]
Portals = tuple[ids.PortalKind | None, ...]
Path = tuple[PathTile, ...]


class Beside(NamedTuple):
    """The portal and the crystal beside a task space, `place` 0 to 6.

    `crystal` is the chance that a crystal will match a bonfire there, 0 where it does already.
    """

    place: int
    portal: bool
    lit: bool
    crystal: float


class Spot(NamedTuple):
    """A bonfire at which a guardian would score; portal and path come in time by a chance."""

    position: int
    points: int
    portal: float
    path: float


# There are some hundred of each, and they stand in every survey.
_beside_of: Final = lru_cache(maxsize=1 << 10)(Beside)
_spot_of: Final = lru_cache(maxsize=1 << 10)(Spot)


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """The tasks, portals and path of a city; equal cities share one survey, a quick key.

    `points` are those that the positions bring now, `held` counts the tasks and `placed` the
    portals. `burning` is the chance of each position to hold a bonfire where that is certain,
    `unlit` the places 0 to 6 of the tasks still to be lit. `beside` and `spots` run from right to
    left, the way in which portals are placed.
    """

    points: int
    lit: int
    held: int
    placed: int
    built: int
    burning: tuple[float | None, ...]
    unlit: tuple[tuple[int, Task], ...]
    beside: tuple[Beside, ...]
    spots: tuple[Spot, ...]

    def common_tasks(self, player: PlayerState) -> tuple[int, ...]:
        """Return how much the city of a player has of each common task, in their order."""
        return (self.held, self.placed, self.built, len(player.guardians), len(player.gnomes))


@cached_by_identity
def surveyor(box: Box) -> Callable[[Tasks, Portals, Path], Survey]:
    """Surveys cities that are built from a box, and remembers them."""
    cards = box_index(box).tasks

    @lru_cache(maxsize=_CITIES_REMEMBERED)
    def surveyed(tasks: Tasks, portals: Portals, path: Path) -> Survey:
        scored = position_points(box, tasks, portals, path)
        held = [(place, space) for place, space in enumerate(tasks) if space is not None]
        return Survey(
            points=scored.bonfires + scored.portals + scored.crystals,
            lit=scored.lit,
            held=len(held),
            placed=len(portals) - portals.count(None),
            built=len(path) + 1,
            burning=tuple(None if space is None else float(space.lit) for space in tasks),
            unlit=tuple((place, cards[space.task]) for place, space in held if not space.lit),
            beside=tuple(_beside(box, tasks, portals, path)),
            spots=tuple(_spots(box, portals, len(path) + 1)),
        )

    return surveyed


def _beside(box: Box, tasks: Tasks, portals: Portals, path: Path) -> list[Beside]:
    cards = box_index(box).tasks
    crystals = (box.start_crystal, *(tile.crystal for tile in path))
    found = []
    for place in reversed(range(len(tasks))):
        space = tasks[place]
        if place >= len(crystals):
            crystal = 0.0 if space is None else weights.CRYSTAL_CHANCE
        elif space is None:
            crystal = 0.0 if crystals[place] is None else weights.CRYSTAL_HOPE
        else:
            crystal = float(not space.lit and cards[space.task].color is crystals[place])
        lit = space is not None and space.lit
        found.append(_beside_of(place, portals[place] is not None, lit, crystal))
    return found


def _spots(box: Box, portals: Portals, built: int) -> list[Spot]:
    chance, found = 1.0, []
    for position in reversed(ids.POSITIONS):
        here = 1.0
        if portals[position - 1] is None:
            chance *= weights.PORTAL_NEARNESS
            here = chance
        path: float = weights.PATH_NEARNESS ** max(position - built, 0)
        found.append(_spot_of(position, box.guardian_values[position - 1], here, path))
    return found
