"""Task tiles: a banner whose top edge tells the colour, points in the head, pictogram below."""

import math
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple, assert_never

from engine.data.box import FateGrid, Task
from engine.ids import Color
from renderer import fonts
from renderer.changes import Mark
from renderer.parts import conditions, pieces, signs
from renderer.pen import Pen
from renderer.scene import (
    Face,
    Glow,
    Polygon,
    Rect,
    RoundRect,
    Symbol,
    Text,
    fade,
    flat,
    mix,
    type_size,
)
from renderer.theme import TypeSize

_HEAD: Final = 0.372
_LARGE: Final = 96.0
"""The width from which a tile has an id that can be read on a phone."""
_FOOT: Final = 5.0
"""The height of the frame below the drawing, from which id and progress hang."""


class TaskState(StrEnum):
    """The state in which a task tile is shown."""

    OPEN = "open"
    MET = "met"
    LIT = "lit"


class Tag(StrEnum):
    """The lower corner at which the id of the task hangs."""

    LEFT = "left"
    RIGHT = "right"


class TileLook(NamedTuple):
    """The look of a task tile besides its task; `progress` is like `2/3`, or empty."""

    w: float
    h: float
    state: TaskState = TaskState.OPEN
    progress: str = ""
    mark: Mark = Mark.NONE
    tag: Tag = Tag.RIGHT


def _banner(color: Color, rect: Rect) -> bytes:
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
        case Color.BLUE:
            turns = (math.pi * j / 28 for j in range(29))
            bow = h * 0.37
            head = tuple(
                (x + w / 2 - w / 2 * math.cos(t), y + bow - bow * math.sin(t)) for t in turns
            )
        case Color.RED:
            head = (
                (x, y + h * 0.34),
                (x + w * 0.46, y + h * 0.015),
                (x + w * 0.5, y),
                (x + w * 0.54, y + h * 0.015),
                (x + w, y + h * 0.34),
            )
        case Color.YELLOW:
            head = (
                (x, y + h * 0.27),
                (x + w * 0.25, y),
                (x + w * 0.75, y),
                (x + w, y + h * 0.27),
            )
        case _:
            assert_never(color)
    return flat(head + foot)


@lru_cache(maxsize=512)
def task_tile(task: Task, look: TileLook, grid: FateGrid) -> Symbol:
    """The tile around its centre. Its rim is gold when it changed, green when it is met.

    The tick of one that is met is on the other side than its id.
    """
    pen = Pen()
    rect = Rect(-look.w / 2, -look.h / 2, look.w, look.h)
    u = look.w / 82
    _frame(pen, task.color, look, rect)
    _field(pen, task, look, grid)
    high = 0.228 if task.color is Color.RED else 0.205
    size = (35 if task.color is Color.RED else 37) * u * (1 if len(str(task.points)) == 1 else 0.86)
    pen.draw(Text(0, rect.y + look.h * high, str(task.points), type_size(size)))
    if look.state is not TaskState.LIT:
        _id(pen, task, look, rect)
    if look.progress and look.state is not TaskState.LIT:
        _progress(pen, look, rect)
    if look.state is TaskState.MET:
        aside = look.w / 2 - 7 * u
        x = aside if look.tag is Tag.LEFT else -aside
        signs.check(pen, x, rect.y + 10 * u, 15 * u)
    return pen.symbol(f"task {task.id} {look.state} {look.progress} {look.mark} {look.w:g}")


def _frame(pen: Pen, color: Color, look: TileLook, rect: Rect) -> None:
    u = look.w / 82
    if look.mark is Mark.CHANGED:
        pen.halo(rect, look.w * 0.45)
        pen.draw(Polygon(_banner(color, rect.inset(-5 * u)), "fire.light"))
    elif look.state is TaskState.MET:
        pen.draw(Polygon(_banner(color, rect.inset(-4 * u)), "met"))
    pen.draw(
        Polygon(_banner(color, rect.moved(0, 4 * u)), fade("shade", 0.6)),
        Polygon(_banner(color, rect), "ink"),
        Polygon(_banner(color, rect.inset(2.4 * u)), mix(f"task.{color}", "white", 0.30)),
        Polygon(_banner(color, rect.inset(3.0 * u).moved(0, 1.4 * u)), f"task.{color}"),
    )


def _field(pen: Pen, task: Task, look: TileLook, grid: FateGrid) -> None:
    u, edge = look.w / 82, 4.6 * look.w / 82
    top = -look.h / 2 + look.h * _HEAD
    field = Rect(-look.w / 2 + edge, top, look.w - 2 * edge, look.h * (1 - _HEAD) - edge)
    pen.draw(RoundRect(*field, 5 * u, "ink"))
    inner = field.inset(1.4 * u)
    ink = f"task.{task.color}"
    if look.state is TaskState.LIT:
        pen.draw(RoundRect(*inner, 4 * u, mix(ink, "ink", 0.80)))
        pen.draw(Glow(0, field.y + field.h * 0.55, field.h * 0.75, field.h * 0.75, "glow", 0.55))
        pieces.logs(pen, 0, field.y + field.h * 0.82, field.h * 0.34)
        pieces.flame(pen, 0, field.y + field.h * 0.88, field.h * 1.02)
        return
    pen.draw(RoundRect(*inner, 4 * u, mix("parchment", ink, 0.07)))
    room = Rect(field.x + 4.5 * u, field.y + 3.5 * u, field.w - 9 * u, field.h - 7 * u)
    conditions.draw(pen, room, task.condition, grid)


def _id(pen: Pen, task: Task, look: TileLook, rect: Rect) -> None:
    """The task's id, by which menus and commands name it."""
    size = TypeSize.TITLE if look.w >= _LARGE else TypeSize.CODE
    w, h = fonts.text_width(task.id, Face.BOLD, size) + 10, size - 4
    aside = look.w / 2 - w * 0.18
    x = aside if look.tag is Tag.RIGHT else -aside
    y = rect.bottom - _FOOT * look.w / 82 + h / 2
    pen.draw(RoundRect(x - w / 2, y - h / 2, w, h, 7, "abyss"))
    pen.draw(Text(x, y - 1, task.id, type_size(size), "parchment", label=f"task {task.id}"))


def _progress(pen: Pen, look: TileLook, rect: Rect) -> None:
    """A chip that hangs from the lower edge, beside the id."""
    u = look.w / 82
    w, h, size, inset = (44 * u, 25 * u, 27.6 * u, 5 * u)
    if len(look.progress) > len("12/3"):
        w, size, inset = 50 * u, 21 * u, 0
    elif len(look.progress) > len("2/3"):
        w, size = 52 * u, 23 * u
    aside = look.w / 2 - w / 2 - inset
    x = -aside if look.tag is Tag.RIGHT else aside
    y = rect.bottom - _FOOT * u + h / 2
    fill = "met" if look.state is TaskState.MET else "fire.light"
    pen.draw(RoundRect(x - w / 2, y - h / 2, w, h, 11 * u, "ink"))
    pen.draw(RoundRect(x - w / 2 + 2 * u, y - h / 2 + 2 * u, w - 4 * u, h - 4 * u, 9 * u, fill))
    pen.draw(Text(x, y - 1 * u, look.progress, type_size(size)))
