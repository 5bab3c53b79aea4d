"""Numbers in a city where suggested lines of play begin, side by side at one place."""

from collections.abc import Iterator
from typing import Final

from engine.view import SeatView, View
from renderer.context import PictureContext
from renderer.hints import CityPlace, LineMark
from renderer.parts.arc import TASK_RADIUS, angle, at, inward
from renderer.parts.fate_area import field_in_city
from renderer.parts.fate_grid import Field, squares_of
from renderer.parts.fate_places import number_badge
from renderer.parts.supplies import Shelf
from renderer.scene import Group, Point, Use

_R: Final = 34.0
_STEP: Final = 2 * _R + 4
_PATH_RADIUS: Final = 634
_PORTAL_RADIUS: Final = 531
_ASIDE: Final = 6.5
"""Degrees from the notch of a portal to the number beside it."""
_BESIDE_TASK: Final[Point] = (56, -72)
"""From the middle of a task to its upper corner, seen with the middle of the city on the right."""
_STARTING_TILE: Final[Point] = (104, 700)


def line_marks(view: View, seat: SeatView, context: PictureContext, shelf: Shelf) -> Group:
    """The number of each line at the place where it begins."""
    field = field_in_city(view, seat, context)
    squares = squares_of(view.box.fate_grid)
    return Group("lines", tuple(_badges(context.hints.numbered, field, squares, shelf)))


def _badges(
    marks: tuple[LineMark, ...],
    field: Field,
    squares: dict[str, tuple[int, int]],
    shelf: Shelf,
) -> Iterator[Use]:
    for number, mark in enumerate(marks, 1):
        if mark.place is CityPlace.FATE:
            x, y = field.at(*squares[mark.cell])
        else:
            x, y = _point(mark, shelf)
        aside = marks[: number - 1].count(mark)
        if mark.place is CityPlace.SPACE and inward(mark.position) < 0:
            # So they stand further in, where they cover nothing of the task.
            aside -= marks.count(mark) - 1
        yield Use(x + aside * _STEP, y, number_badge("line", number, _R))


def _point(mark: LineMark, shelf: Shelf) -> Point:
    """The point of the first number at a place."""
    match mark.place:
        case CityPlace.PATH:
            return at(_PATH_RADIUS, angle(mark.position))
        case CityPlace.SPACE:
            x, y = at(TASK_RADIUS, angle(mark.position))
            dx, dy = _BESIDE_TASK
            return x + dx * inward(mark.position), y + dy
        case CityPlace.PORTAL:
            return at(_PORTAL_RADIUS, angle(mark.position) + _ASIDE)
        case CityPlace.GNOMES:
            return shelf.gnomes.x + _R, shelf.gnomes.y
        case CityPlace.SUPPLIES:
            return shelf.tiles.x + _R, shelf.tiles.y
        case _:
            return _STARTING_TILE
