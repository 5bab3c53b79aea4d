"""Task tiles: a banner whose top edge tells the colour, points in the head, pictogram below."""

import math
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple, assert_never

from engine import ids
from engine.data import box
from renderer import fonts, scene
from renderer.changes import Mark
from renderer.parts import conditions, pieces, signs
from renderer.pen import Pen
from renderer.theme import TypeSize

_HEAD: Final = 0.40
"""The part of the height above the drawing: the roof, and in it points and id."""
_LARGE: Final = 96.0
"""The width from which a tile has an id that can be read on a phone."""
_FOOT: Final = 5.0
"""The height of the frame below the drawing, from which the progress hangs."""


class TaskState(StrEnum):
    """The state in which a task tile is shown."""

    OPEN = "open"
    MET = "met"
    LIT = "lit"


class TileLook(NamedTuple):
    """The look of a task tile besides its task; `progress` is like `2/3`, or empty."""

    w: float
    h: float
    state: TaskState = TaskState.OPEN
    progress: str = ""
    mark: Mark = Mark.NONE


def _banner(color: ids.Color, rect: scene.Rect) -> bytes:
    x, y, w, h = rect
    b = min(8, w * 0.09)
    foot = (
        (x + w, y + h - b),
        (x + w - b * 0.3, y + h - b * 0.3),
        (x + w - b, y + h),
        (x + b, y + h),
        (x + b * 0.3, y + h - b * 0.3),
        (x, y + h - b),
    )
    match color:
        case ids.Color.BLUE:
            turns = (math.pi * j / 28 for j in range(29))
            bow = h * 0.25
            head = tuple(
                (x + w / 2 - w / 2 * math.cos(t), y + bow - bow * math.sin(t)) for t in turns
            )
        case ids.Color.RED:
            head = (
                (x, y + h * 0.19),
                (x + w * 0.46, y + h * 0.015),
                (x + w * 0.5, y),
                (x + w * 0.54, y + h * 0.015),
                (x + w, y + h * 0.19),
            )
        case ids.Color.YELLOW:
            head = (
                (x, y + h * 0.2),
                (x + w * 0.2, y),
                (x + w * 0.8, y),
                (x + w, y + h * 0.2),
            )
        case _:
            assert_never(color)
    return scene.flat(head + foot)


@lru_cache(maxsize=512)
def task_tile(task: box.Task, look: TileLook, grid: box.FateGrid) -> scene.Symbol:
    """The tile around its centre. Its rim is gold when it changed, green when it is met."""
    pen = Pen()
    rect = scene.Rect(-look.w / 2, -look.h / 2, look.w, look.h)
    _frame(pen, task.color, look, rect)
    _field(pen, task, look, grid)
    if look.state is TaskState.LIT:
        _points(pen, task, look, rect.center[0])
    else:
        _points(pen, task, look, _id(pen, task, look, rect))
        _progress(pen, look, rect)
    return pen.symbol(f"task {task.id} {look.state} {look.progress} {look.mark} {look.w:g}")


def _points(pen: Pen, task: box.Task, look: TileLook, x: float) -> None:
    """The points of a task in its roof, with the middle at `x`."""
    size = look.w * 0.385
    y = look.h * (_HEAD - 0.5) - size * 0.37
    pen.draw(scene.Text(x, y, str(task.points), scene.type_size(size)))


def _frame(pen: Pen, color: ids.Color, look: TileLook, rect: scene.Rect) -> None:
    u = look.w / 82
    if look.mark is Mark.CHANGED:
        pen.halo(rect, look.w * 0.45)
        pen.draw(scene.Polygon(_banner(color, rect.inset(-5 * u)), "fire.light"))
    elif look.state is TaskState.MET:
        pen.draw(scene.Polygon(_banner(color, rect.inset(-4 * u)), "met"))
    pen.draw(
        scene.Polygon(_banner(color, rect.moved(0, 4 * u)), scene.fade("shade", 0.6)),
        scene.Polygon(_banner(color, rect), "ink"),
        scene.Polygon(
            _banner(color, rect.inset(2.4 * u)), scene.mix(f"task.{color}", "white", 0.30)
        ),
        scene.Polygon(_banner(color, rect.inset(3.0 * u).moved(0, 1.4 * u)), f"task.{color}"),
    )


def _field(pen: Pen, task: box.Task, look: TileLook, grid: box.FateGrid) -> None:
    u, edge = look.w / 82, 4.6 * look.w / 82
    top = -look.h / 2 + look.h * _HEAD
    field = scene.Rect(-look.w / 2 + edge, top, look.w - 2 * edge, look.h * (1 - _HEAD) - edge)
    pen.draw(scene.RoundRect(*field, 5 * u, "ink"))
    inner = field.inset(1.4 * u)
    ink = f"task.{task.color}"
    if look.state is TaskState.LIT:
        pen.draw(scene.RoundRect(*inner, 4 * u, scene.mix(ink, "ink", 0.80)))
        pen.draw(
            scene.Glow(0, field.y + field.h * 0.55, field.h * 0.75, field.h * 0.75, "glow", 0.55)
        )
        pieces.logs(pen, 0, field.y + field.h * 0.82, field.h * 0.34)
        pieces.flame(pen, 0, field.y + field.h * 0.88, field.h * 1.02)
        return
    pen.draw(scene.RoundRect(*inner, 4 * u, scene.mix("parchment", ink, 0.07)))
    room = scene.Rect(field.x + 4.5 * u, field.y + 3.5 * u, field.w - 9 * u, field.h - 7 * u)
    conditions.draw(pen, room, task.condition, grid)


def _id(pen: Pen, task: box.Task, look: TileLook, rect: scene.Rect) -> float:
    """The task's id, by which menus and commands name it; what is left of the roof has its middle.

    It lies on the right of the roof.
    """
    size = TypeSize.TITLE if look.w >= _LARGE else TypeSize.CODE
    w, h = fonts.text_width(task.id, scene.Face.BOLD, size) + size * 0.2, size * 0.9
    right, bottom = rect.right - 3, rect.y + look.h * _HEAD - 1
    x, y = right - w / 2, bottom - h / 2
    pen.draw(scene.RoundRect(x - w / 2, y - h / 2, w, h, size * 0.2, "abyss"))
    pen.draw(
        scene.Text(x, y - 1, task.id, scene.type_size(size), "parchment", label=f"task {task.id}")
    )
    return (rect.x + right - w) / 2


def _progress(pen: Pen, look: TileLook, rect: scene.Rect) -> None:
    """A chip that hangs from the lower edge, with a tick where the task is met."""
    if not look.progress:
        return
    u = look.w / 82
    size, h, met = 25 * u, 25 * u, look.state is TaskState.MET
    w = fonts.text_width(look.progress, scene.Face.BOLD, scene.type_size(size)) + 14 * u
    x, y = rect.center[0], rect.bottom - _FOOT * u + h / 2
    pen.draw(scene.RoundRect(x - w / 2, y - h / 2, w, h, 11 * u, "ink"))
    fill = "met" if met else "fire.light"
    pen.draw(
        scene.RoundRect(x - w / 2 + 2 * u, y - h / 2 + 2 * u, w - 4 * u, h - 4 * u, 9 * u, fill)
    )
    pen.draw(scene.Text(x, y - 1 * u, look.progress, scene.type_size(size)))
    if met:
        signs.check(pen, x - w / 2 - 6 * u, y, 13 * u)
