"""The seven task spaces of a city: task or bonfire, number, novice, guardian and its points."""

from functools import lru_cache
from typing import Final

from engine.ids import Guardian, SeatColor
from engine.view import PositionView, SeatView, TaskView, View
from renderer.changes import Mark, mark_of
from renderer.context import PictureContext
from renderer.parts import pieces, signs
from renderer.parts.arc import MIDDLE, TASK_RADIUS, angle, at, inward
from renderer.parts.panels import icon
from renderer.parts.tiles import Tag, TaskState, TileLook, task_tile
from renderer.pen import Pen
from renderer.scene import (
    Disc,
    Glow,
    Group,
    Icon,
    Node,
    Point,
    Rect,
    RoundRect,
    Symbol,
    Text,
    Use,
    fade,
)
from renderer.theme import TypeSize

_TILE: Final = (108, 119)
_NUMBER: Final[dict[int, Point]] = {1: (-74, 32), 4: (-60, -38), 7: (-74, 32)}
_USUAL_NUMBER: Final = (-71, 6)
"""The place of the number of a space, with the middle of the city on the right."""
_VALUE: Final[dict[int, Point]] = {4: (-34, 98)}
_USUAL_VALUE: Final = (84, -12)
_NOVICE: Final[dict[int, Point]] = {4: (38, 104)}
_USUAL_NOVICE: Final = (74, 44)
_GUARDIAN: Final[dict[int, Point]] = {4: (34, 98)}
_USUAL_GUARDIAN: Final = (84, 48)
_VALUE_SIZE: Final = 54


def firelight(position: int) -> Use:
    """The light of the burning task of a position on the stones around it."""
    return Use(*at(TASK_RADIUS, angle(position)), _firelight())


@lru_cache(maxsize=1)
def _firelight() -> Symbol:
    pen = Pen()
    pen.draw(Glow(0, 12, 96, 96, "glow", 0.62, 1.25))
    return pen.symbol("firelight")


@lru_cache(maxsize=1)
def _no_task() -> Symbol:
    pen = Pen()
    w, h = _TILE
    pen.draw(RoundRect(-w / 2, -h / 2, w, h, 12, "ink"))
    pen.draw(RoundRect(-w / 2 + 3, -h / 2 + 3, w - 6, h - 6, 10, "stone.joint"))
    pen.draw(RoundRect(-w / 2 + 5, -h / 2 + 5, w - 10, h - 10, 9, "stone.dark"))
    pieces.logs(pen, 0, 24, 28)
    pen.draw(Icon(0, -14, "flame2", 40, "stone.3"))
    return pen.symbol("no task")


@lru_cache(maxsize=4)
def _possible(points: int | None) -> Symbol:
    """A space for the task in question, with what the crystal beside it adds."""
    pen = Pen()
    w, h = _TILE
    pen.draw(
        RoundRect(-w / 2 - 5, -h / 2 - 5, w + 10, h + 10, 16, "ink"),
        RoundRect(-w / 2 - 3, -h / 2 - 3, w + 6, h + 6, 14, "free"),
        RoundRect(-w / 2 + 3, -h / 2 + 3, w - 6, h - 6, 10, "ink"),
        RoundRect(-w / 2 + 5, -h / 2 + 5, w - 10, h - 10, 9, "stone.dark"),
        Icon(0, -24, "crystal", 56, "fire.light" if points else "quiet"),
    )
    gain = "+?" if points is None else f"+{points}"
    pen.draw(Text(0, 30, gain, TypeSize.COUNT, "fire.light" if points else "parchment"))
    return pen.symbol(f"space for {gain}")


@lru_cache(maxsize=64)
def figure(kind: Guardian, color: SeatColor, s: float, mark: Mark) -> Symbol:
    """A guardian with its shadow."""
    pen = Pen()
    if mark is Mark.CHANGED:
        pen.halo(Rect(-s / 2, -s / 2, s, s), s * 0.45)
        pen.draw(Icon(0, 0, "golem", s, "fire.light", s * 0.13, "fire.light"))
    pen.draw(Disc(0, s * 0.36, s * 0.34, fade("shade", 0.43)))
    pieces.guardian(pen, 0, 0, s, (kind, color))
    return pen.symbol(f"guardian {kind} {color} {mark} {s:g}")


@lru_cache(maxsize=8)
def space_number(number: int) -> Symbol:
    """The number of a position, which names path, portal and task space alike."""
    pen = Pen()
    pen.draw(Disc(0, 0, 22, "ink"))
    pen.draw(Disc(0, 0, 20, "abyss", "stone.3", 2))
    pen.draw(Text(0, -1, str(number), 30, "parchment", label=f"position {number}"))
    return pen.symbol(f"position {number}")


@lru_cache(maxsize=32)
def _value(value: int) -> Symbol:
    """Return the points that a guardian at this bonfire scores."""
    pen = Pen()
    signs.laurel(pen, 0, 0, _VALUE_SIZE, value)
    return pen.symbol(f"value {value}")


def task_look(
    held: TaskView, size: tuple[float, float], mark: Mark, tag: Tag = Tag.RIGHT
) -> TileLook:
    """Return the look of a task tile in a city, of that width and height."""
    state = TaskState.LIT if held.lit else TaskState.MET if held.met else TaskState.OPEN
    shown = not held.lit and (held.need > 1 or held.met)
    progress = f"{min(held.have, held.need)}/{held.need}" if shown else ""
    return TileLook(*size, state, progress, mark, tag)


def beside_bonfire(position: int) -> Point:
    """Return the place of the guardian at a bonfire."""
    x, y = at(TASK_RADIUS, angle(position))
    dx, dy = _turned(position, _GUARDIAN.get(position, _USUAL_GUARDIAN))
    return x + dx, y + dy


def task_space(
    view: View, position: PositionView, context: PictureContext, seat: SeatView
) -> Group:
    """A space with everything around it."""
    number = position.position
    changes = context.changes.seat(seat.seat)
    mark = mark_of(number, changes.spaces)
    items: list[Node] = []
    if position.task is not None:
        tag = Tag.LEFT if number <= MIDDLE else Tag.RIGHT
        look = task_look(position.task, _TILE, mark, tag)
        items.append(Use(0, 0, task_tile(position.task.task, look, view.box.fate_grid)))
    else:
        worths = dict(context.hints.spaces)
        free = _possible(worths[number]) if number in worths else _no_task()
        items.append(Use(0, 0, free))
    value, novice, guardian = (
        _turned(number, spots.get(number, usual))
        for spots, usual in (
            (_VALUE, _USUAL_VALUE),
            (_NOVICE, _USUAL_NOVICE),
            (_GUARDIAN, _USUAL_GUARDIAN),
        )
    )
    if position.bonfire_guardian is not None:
        kind = position.bonfire_guardian
        items.append(Use(*guardian, figure(kind, seat.color, 72, mark_of(kind, changes.guardians))))
    elif position.novice:
        items.append(Use(*novice, icon("novice", 56, f"seat.{seat.color}", 3.4)))
    items.append(Use(*value, _value(position.guardian_value)))
    plate = _turned(number, _NUMBER.get(number, _USUAL_NUMBER))
    items.append(Use(*plate, space_number(number)))
    return Group(f"space {number}", tuple(items), *at(TASK_RADIUS, angle(number)))


def _turned(position: int, spot: Point) -> Point:
    """A spot beside a space, mirrored where the middle of the city lies on the left."""
    return spot[0] * inward(position), spot[1]
