"""Signs of places that the text speaks of: numbers where lines of play begin, or letters."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from engine.view import SeatView, View
from renderer import hints, scene
from renderer.context import PictureContext
from renderer.parts.arc import TASK_RADIUS, angle, at, inward
from renderer.parts.fate_area import field_in_city
from renderer.parts.fate_grid import Field, squares_of
from renderer.parts.fate_places import sign_badge
from renderer.parts.pieces import polar
from renderer.parts.sea import place_of
from renderer.parts.supplies import Shelf
from renderer.parts.wheel_fire import WHEEL_CENTER, WHEEL_RADIUS, direction
from renderer.pen import Pen
from renderer.theme import TypeSize

_R: Final = 34.0
_STEP: Final = 2 * _R + 4
_PATH_RADIUS: Final = 634
_PORTAL_RADIUS: Final = 531
_ASIDE: Final = 6.5
"""Degrees from the notch of a portal to the number beside it."""
_BESIDE_TASK: Final[scene.Point] = (56, -72)
"""From the middle of a task to its upper corner, seen with the middle of the city on the right."""
_BEFORE: Final = frozenset({hints.MarkPlace.GNOMES, hints.MarkPlace.SUPPLIES})
"""The places whose signs stand at their right end."""
_BOARD_R: Final = 17.0
_ABOVE_ISLAND: Final = -100.0
"""Between the roofs of the upper tiles of an island, above their ids."""
_FEW: Final = 2
_BESIDE_NUMBER: Final = 14.0
"""Degrees from the number of a space of the Great Bonfire to that of a line."""
_STARTING_TILE: Final[scene.Point] = (104, 700)


def line_marks(view: View, seat: SeatView, context: PictureContext, shelf: Shelf) -> scene.Group:
    """The sign of each marked place of a city; several at one place stand side by side."""
    field = field_in_city(view, seat, context)
    squares = squares_of(view.box.fate_grid)
    return scene.Group("lines", tuple(_badges(context.hints.signs, field, squares, shelf)))


def _badges(
    signs: tuple[tuple[str, hints.LineMark], ...],
    field: Field,
    squares: dict[str, tuple[int, int]],
    shelf: Shelf,
) -> Iterator[scene.Use]:
    marks = [mark for _, mark in signs]
    for before, (sign, mark) in enumerate(signs):
        if mark.on_board:
            continue
        if mark.place is hints.MarkPlace.FATE:
            x, y = field.at(*squares[mark.cell])
        else:
            x, y = _point(mark, shelf)
        aside = marks[:before].count(mark)
        if mark.place in _BEFORE or (
            mark.place is hints.MarkPlace.SPACE and inward(mark.position) < 0
        ):
            # So they stand further in, where they cover nothing of the task or the title.
            aside -= marks.count(mark) - 1
        yield scene.Use(x + aside * _STEP, y, sign_badge("line", sign, _R))


def _point(mark: hints.LineMark, shelf: Shelf) -> scene.Point:
    """The point of the first sign at a place."""
    match mark.place:
        case hints.MarkPlace.PATH:
            return at(_PATH_RADIUS, angle(mark.position))
        case hints.MarkPlace.SPACE:
            x, y = at(TASK_RADIUS, angle(mark.position))
            dx, dy = _BESIDE_TASK
            return x + dx * inward(mark.position), y + dy
        case hints.MarkPlace.PORTAL:
            return at(_PORTAL_RADIUS, angle(mark.position) + _ASIDE)
        case hints.MarkPlace.GNOMES:
            return shelf.gnomes.right - _R, shelf.gnomes.y - 6
        case hints.MarkPlace.SUPPLIES:
            return shelf.tiles.right - _R, shelf.tiles.y - 6
        case _:
            return _STARTING_TILE


def board_marks(view: View, context: PictureContext) -> scene.Group:
    """The signs of the marked islands and spaces of the Great Bonfire."""
    found: dict[hints.LineMark, list[str]] = {}
    for sign, mark in context.hints.signs:
        if mark.on_board:
            found.setdefault(mark, []).append(sign)
    return scene.Group(
        "lines",
        tuple(scene.Use(*_on_board(mark, view), _joined(tuple(found[mark]))) for mark in found),
    )


def _on_board(mark: hints.LineMark, view: View) -> scene.Point:
    """The point of the signs at a place of the main board."""
    if mark.place is hints.MarkPlace.WHEEL:
        return polar(*WHEEL_CENTER, WHEEL_RADIUS + 14, direction(mark.position) + _BESIDE_NUMBER)
    x, y = place_of(view.box.islands, mark.cell)
    return x, y + _ABOVE_ISLAND


@lru_cache(maxsize=16)
def _joined(signs: tuple[str, ...]) -> scene.Symbol:
    """The signs of one place, side by side on one badge."""
    pen = Pen()
    size, step = (TypeSize.NAME, 24) if len(signs) <= _FEW else (30, 19)
    w, h = 2 * _BOARD_R + step * (len(signs) - 1) - 4 * (len(signs) > 1), 2 * _BOARD_R
    pen.draw(
        scene.RoundRect(-w / 2, -h / 2, w, h, _BOARD_R, "ink"),
        scene.RoundRect(3 - w / 2, 3 - h / 2, w - 6, h - 6, _BOARD_R - 3, "free"),
    )
    for index, sign in enumerate(signs):
        x = (index - (len(signs) - 1) / 2) * step
        pen.draw(scene.Text(x, -1, sign, size, label=f"line {sign}"))
    return pen.symbol(f"lines {signs}")
