"""The terraces beside a city: waiting guardians on the left, the extension on the right."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from engine.view import SeatView, View
from renderer import scene
from renderer.changes import mark_of
from renderer.context import PictureContext
from renderer.parts.panels import icon
from renderer.parts.task_spaces import figure
from renderer.pen import Pen

_BESIDE_FATE_ROW: Final = 292.0
_BESIDE_NOTHING: Final = 400.0
"""The greatest height of the left terrace."""
_FOOT: Final = 766
"""The line on which both terraces stand."""
_TERRACE: Final = (86, 116)
"""A terrace with one guardian, or with the building alone; more make it taller."""
_STARTING_TILE_X: Final = 14
_EXTENSION_X: Final = 1500
_WAITING: Final = 72
_WAITING_STEP: Final = 60.0
"""From one waiting guardian to the next, where there is room."""
_BUILDING_Y: Final = 714
_TORCH_Y: Final = 656
_TORCH_ROOM: Final = 58
_COUNTDOWN_Y: Final = 652
_COUNTDOWN_OVER_TORCH_Y: Final = 590
_COUNTDOWN_ROOM: Final = 66


def terraces(view: View, seat: SeatView, context: PictureContext) -> scene.Group:
    """The Starting Tile on the left with the guardians that wait; the extension on the right."""
    return scene.Group("terraces", (*_starting_tile(seat, context), *_extension(view, seat)))


def _starting_tile(seat: SeatView, context: PictureContext) -> tuple[scene.Use, ...]:
    """The left terrace, as tall as the guardians that wait on it need."""
    changes = context.changes.seat(seat.seat)
    x, w, h = _STARTING_TILE_X, *_TERRACE
    kinds = seat.waiting_guardians
    room = _BESIDE_NOTHING if seat.is_tom else _BESIDE_FATE_ROW
    steps = max(0, len(kinds) - 1)
    step = min(_WAITING_STEP, (room - h) / max(1, steps))
    tall = h + step * steps
    top = _FOOT - tall
    terrace = scene.Use(x, top, _terrace(tall))
    if not kinds:
        return (terrace, scene.Use(x + w / 2, top + h / 2, icon("golem", _WAITING, "hearth.high")))
    return (
        terrace,
        *(
            scene.Use(
                x + w / 2,
                top + h / 2 + step * index,
                figure(kind, seat.color, _WAITING, mark_of(kind, changes.guardians)),
            )
            for index, kind in enumerate(kinds)
        ),
    )


def _extension(view: View, seat: SeatView) -> Iterator[scene.Use]:
    """The right terrace with its building; above that the torch and the handed countdown tile."""
    x, w, tall = _EXTENSION_X, *_TERRACE
    first = view.starter == seat.seat
    handed = view.countdown.handed if view.countdown else None
    if first:
        tall += _TORCH_ROOM
    if handed:
        tall += _COUNTDOWN_ROOM
    yield scene.Use(x, _FOOT - tall, _terrace(tall))
    yield scene.Use(x + w / 2, _BUILDING_Y, _building() if first else _columns())
    if first:
        yield scene.Use(x + w / 2, _TORCH_Y, icon("torch", 52, "fire.light", 3))
    if handed:
        y = _COUNTDOWN_OVER_TORCH_Y if first else _COUNTDOWN_Y
        yield scene.Use(x + w / 2, y, _countdown(handed))


@lru_cache(maxsize=16)
def _terrace(h: float) -> scene.Symbol:
    pen = Pen()
    w, _ = _TERRACE
    pen.draw(scene.RoundRect(0, 0, w, h, 12, "ink"))
    pen.draw(scene.RoundRect(3, 3, w - 6, h - 6, 10, "stone.3"))
    pen.draw(scene.RoundRect(6, 6, w - 12, h - 12, 8, "hearth"))
    return pen.symbol(f"terrace {h:g}")


@lru_cache(maxsize=1)
def _building() -> scene.Symbol:
    pen = Pen()
    pen.draw(scene.Icon(0, 0, "council", 58, "stone.3", 3))
    return pen.symbol("building")


@lru_cache(maxsize=1)
def _columns() -> scene.Symbol:
    pen = Pen()
    for index in range(3):
        pen.draw(scene.RoundRect(-27 + index * 19, -2, 12, 40, 4, "stone.3"))
    pen.draw(scene.RoundRect(-33, -8, 66, 9, 4, "stone.3"))
    return pen.symbol("colonnade")


@lru_cache(maxsize=8)
def _countdown(value: int) -> scene.Symbol:
    pen = Pen()
    pen.draw(scene.RoundRect(-29, -25, 58, 50, 9, "ink"))
    pen.draw(scene.RoundRect(-27, -23, 54, 46, 8, "fire"))
    pen.draw(scene.Text(0, -2, str(value), 36))
    return pen.symbol(f"countdown {value}")
