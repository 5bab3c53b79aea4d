"""What the open tasks of a city need: the pieces that bring one of them nearer."""

from collections.abc import Iterable
from typing import Final

from engine.conditions import (
    Condition,
    GnomeWithResource,
    HasGuardians,
    HasResource,
    HasTiles,
    OfferingOnIsland,
    OfferingsOnBothIslands,
    OfferingsOnIslands,
    Own,
    Owned,
    PathPair,
    PathsWithCrystal,
    PathWithResource,
    SameResource,
    TwoResources,
)
from engine.data.box import Elder, PathTile, Specialist, Task
from engine.ids import BASIC_RESOURCES, ActionType, Guardian, Resource
from engine.view import SeatView

HELP: Final = 2.0
"""What a piece is worth more, in points, for each open task that it helps."""


class TaskNeeds:
    """Asks the conditions of the tasks that are not lit and not met yet."""

    def __init__(self, me: SeatView) -> None:
        """Take the city."""
        self.me = me
        self.tasks: tuple[Task, ...] = tuple(
            spot.task.task
            for spot in me.positions
            if spot.task and not spot.task.lit and not spot.task.met
        )
        self.conditions: tuple[Condition, ...] = tuple(task.condition for task in self.tasks)

    def _help(self, helps: Iterable[bool]) -> float:
        return HELP * sum(helps)

    def tile(self, kind: ActionType) -> float:
        """The worth of holding an action tile of a kind."""
        held = self.me.tiles[kind]
        return self._help(
            isinstance(each, HasTiles) and each.tiles[kind] >= held + (held == 0)
            for each in self.conditions
        )

    def resource(self, kind: Resource) -> float:
        """The worth of holding a resource."""
        return self._help(self._needs_resource(each, kind) for each in self.conditions)

    def _needs_resource(self, condition: Condition, kind: Resource) -> bool:
        held = self.me.resources
        match condition:
            case HasResource(resource):
                return resource is kind
            case SameResource():
                return kind is max(BASIC_RESOURCES, key=lambda each: held[each])
            case TwoResources(each):
                return kind is not Resource.GOLD and held[kind] in range(1, each + 1)
            case _:
                return False

    def path(self, tile: PathTile) -> float:
        """The worth of building a path tile."""
        last = [spot.resource for spot in self.me.positions if spot.built][-1]
        return self._help(
            (isinstance(each, PathsWithCrystal) and each.color is tile.crystal)
            or (isinstance(each, PathWithResource) and each.resource is tile.resource)
            or (isinstance(each, PathPair) and tile.resource is last)
            for each in self.conditions
        )

    def guardian(self, guardian: Guardian) -> float:
        """The worth of a new guardian."""
        return self._help(
            (isinstance(each, HasGuardians) and guardian in each.guardians)
            or (isinstance(each, Own) and each.what is Owned.GUARDIANS)
            for each in self.conditions
        )

    def guardian_at_bonfire(self) -> float:
        """The worth of bringing a guardian to a bonfire."""
        return self._owned(Owned.GUARDIANS_AT_BONFIRES)

    def portal(self) -> float:
        """The worth of a portal."""
        return self._owned(Owned.PORTALS)

    def gnome(self, gnome: Specialist | Elder) -> float:
        """The worth of recruiting a gnome."""
        elders = isinstance(gnome, Elder)
        return self._owned(Owned.GNOMES) + self._help(
            (isinstance(each, GnomeWithResource) and each.resource is gnome.resource)
            or (isinstance(each, Own) and each.what is Owned.ELDERS and elders)
            for each in self.conditions
        )

    def offering(self, resource: Resource) -> float:
        """The worth of an offering on an island of a resource."""
        return self._help(
            isinstance(each, OfferingsOnIslands)
            or (
                isinstance(each, OfferingOnIsland | OfferingsOnBothIslands)
                and each.resource is resource
            )
            for each in self.conditions
        )

    def _owned(self, what: Owned) -> float:
        return self._help(isinstance(each, Own) and each.what is what for each in self.conditions)
