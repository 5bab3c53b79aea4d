"""The place in the picture of a city where a line begins: the first piece that changes."""

from collections.abc import Iterator

from engine.actions import PILE, TakePath
from engine.advice import Plan
from engine.events import (
    BonfireLit,
    FatePlaced,
    GnomeRecruited,
    GuardianMoved,
    GuardianRetrieved,
    PathBuilt,
    PortalPlaced,
    TaskPlaced,
)
from engine.ids import PlaceKind
from engine.view import View
from renderer import CityPlace, LineMark

_SUPPLIES = LineMark(CityPlace.SUPPLIES)


def mark_of(plan: Plan, view: View) -> LineMark:
    """The place of a plan's first change in the city; `view` is the position before it.

    Where nothing but what is in hand changes, that is the supplies.
    """
    return next(_changed(plan, view), _SUPPLIES)


def _changed(plan: Plan, view: View) -> Iterator[LineMark]:
    """The places that the plan changes, and the one for a path tile that is still face down."""
    for event in plan.known_events:
        match event:
            case PathBuilt(position=position):
                yield LineMark(CityPlace.PATH, position)
            case TaskPlaced(space=space) | BonfireLit(space=space):
                yield LineMark(CityPlace.SPACE, space)
            case PortalPlaced(position=position):
                yield LineMark(CityPlace.PORTAL, position)
            case FatePlaced(cell=cell):
                yield LineMark(CityPlace.FATE, cell=cell)
            case GuardianRetrieved():
                yield LineMark(CityPlace.START)
            case GuardianMoved(place=place):
                on_path = place.kind is PlaceKind.PATH
                yield LineMark(CityPlace.PATH if on_path else CityPlace.SPACE, place.position)
            case GnomeRecruited():
                yield LineMark(CityPlace.GNOMES)
            case _:
                pass
    if TakePath(PILE) in plan.actions:
        free = (each.position for each in view.seats[plan.seat].positions if not each.built)
        yield from (LineMark(CityPlace.PATH, position) for position in free)
