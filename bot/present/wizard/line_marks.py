"""The place in a picture where a line begins: the first piece that changes."""

from collections.abc import Iterable, Iterator
from itertools import chain

from bot.model.pictures import Picture, PictureKind
from engine import events
from engine.actions import PILE, TakePath
from engine.advice import Plan
from engine.ids import PlaceKind, Seat
from engine.view import View
from renderer import Hints, LineMark, MarkPlace

_SUPPLIES = LineMark(MarkPlace.SUPPLIES)


def mark_of(plan: Plan, view: View) -> LineMark:
    """The place of a plan's first change; `view` is the position before it.

    Where nothing but what is in hand changes, that is the supplies.
    """
    changed = filter(None, map(_changed, plan.known_events))
    return next(chain(changed, _face_down(plan, view)), _SUPPLIES)


def marked_pictures(plans: Iterable[Plan], view: View, seat: Seat) -> tuple[Picture, ...]:
    """The main board, the city, or both: the pictures on which plans begin, each numbered."""
    hints = Hints(lines=tuple(mark_of(plan, view) for plan in plans))
    on_board = {mark.on_board for mark in hints.lines}
    board = (Picture(PictureKind.BOARD, view, None, hints),) if True in on_board else ()
    city = (Picture(PictureKind.CITY, view, seat, hints),) if False in on_board else ()
    return (*board, *city)


def _changed(event: events.Event) -> LineMark | None:
    """The place that an event changes; None where only what is in hand changes."""
    match event:
        case events.ShipMoved(island=code):
            return LineMark(MarkPlace.ISLAND, cell=code)
        case events.GreatBonfireTurned(space=space):
            return LineMark(MarkPlace.WHEEL, space)
        case events.PathBuilt(position=position):
            return LineMark(MarkPlace.PATH, position)
        case events.TaskPlaced(space=space) | events.BonfireLit(space=space):
            return LineMark(MarkPlace.SPACE, space)
        case events.PortalPlaced(position=position):
            return LineMark(MarkPlace.PORTAL, position)
        case events.FatePlaced(cell=cell):
            return LineMark(MarkPlace.FATE, cell=cell)
        case events.GuardianRetrieved():
            return LineMark(MarkPlace.START)
        case events.GuardianMoved(place=place):
            on_path = place.kind is PlaceKind.PATH
            return LineMark(MarkPlace.PATH if on_path else MarkPlace.SPACE, place.position)
        case events.GnomeRecruited():
            return LineMark(MarkPlace.GNOMES)
    return None


def _face_down(plan: Plan, view: View) -> Iterator[LineMark]:
    """The place for a path tile that is still face down."""
    if TakePath(PILE) in plan.actions:
        free = (each.position for each in view.seats[plan.seat].positions if not each.built)
        yield from (LineMark(MarkPlace.PATH, position) for position in free)
