"""The hints on what to do first about a reason that stands in the way."""

from collections.abc import Iterable, Iterator
from typing import Final

from bot.model.controls import Subject
from bot.words import Phrase, phrase
from engine import Reason, Refusal, conditions
from engine.bag import Resources
from engine.box_index import box_index
from engine.conditions import Condition, Owned
from engine.ids import ActionType
from engine.view import SeatView, View

_PROVIDES: Final = {
    Owned.GNOMES: Subject.GNOME,
    Owned.ELDERS: Subject.GNOME,
    Owned.PORTALS: Subject.GREAT_BONFIRE,
    Owned.GUARDIANS: Subject.SAIL_GUARDIAN,
    Owned.GUARDIANS_AT_BONFIRES: Subject.PROCESSION,
    Owned.BONFIRES: Subject.IGNITE,
}
_REMEDIES: Final = {
    Reason.PORTAL_MISSING: Subject.GREAT_BONFIRE,
    Reason.BONFIRE_UNLIT: Subject.IGNITE,
    Reason.PATH_NOT_BUILT: Subject.PATH,
    Reason.NO_GUARDIAN_CAN_MOVE: Subject.PATH,
}
"""The actions that bring what a reason says is missing."""


def hints(refusals: Iterable[Refusal], view: View, me: SeatView) -> tuple[Phrase, ...]:
    """Yield the hints against these reasons, each once."""
    told = (hint for refusal in refusals for hint in _against(refusal, view, me))
    return tuple(dict.fromkeys(told))


def _against(refusal: Refusal, view: View, me: SeatView) -> Iterator[Phrase]:
    slots = dict(refusal.slots)
    match refusal.key, slots:
        case Reason.TILES_SHORT, {"kind": ActionType() as kind}:
            space = next((row.space for row in view.wheel if row.space.tile is kind), None)
            if space is not None:
                name = "first_tiles" if me.fate_row else "first_tiles_late"
                yield phrase(f"why.{name}", kind=kind, space=space.number)
        case Reason.RESOURCES_SHORT, {"needed": Resources() as needed}:
            for resource, count in needed.items():
                places = (each.space for each in view.wheel if each.space.resource is resource)
                found = next(places, None)
                if me.resources[resource] < count and found is not None:
                    yield phrase("why.first_resources", resource=resource, space=found.number)
        case Reason.TASK_NOT_MET, {"task": str(task)}:
            if subject := brings(box_index(view.box).tasks[task].condition):
                yield phrase("why.nearer", task=task, subject=phrase(f"subject.{subject}"))
        case reason, _ if subject := _REMEDIES.get(reason):
            yield phrase("why.first", subject=phrase(f"subject.{subject}"))
        case _:
            pass


def brings(condition: Condition) -> Subject | None:
    """The action that brings a condition nearer, if it is one."""
    match condition:
        case conditions.Own(what):
            return _PROVIDES[what]
        case conditions.PathWithResource() | conditions.PathPair() | conditions.PathsWithCrystal():
            return Subject.PATH
        case conditions.HasGuardians():
            return Subject.SAIL_GUARDIAN
        case conditions.GnomeWithResource():
            return Subject.GNOME
        case conditions.BonfiresOfColors():
            return Subject.IGNITE
        case conditions.HasResource() | conditions.TwoResources() | conditions.SameResource():
            return Subject.PROCESSION
        case (
            conditions.HasTiles()
            | conditions.FateGroups()
            | conditions.AnyFateGroups()
            | conditions.SquaresCovered()
        ):
            return Subject.FATE
        case (
            conditions.OfferingOnIsland()
            | conditions.OfferingsOnBothIslands()
            | conditions.OfferingsOnIslands()
            | conditions.OfferingPileUsedUp()
            | conditions.TasksOfColor()
        ):
            return Subject.SAIL_TASK
        case _:
            return None
