"""The seven task spaces of a city: task or bonfire, number, novice, guardian and its points."""

from functools import lru_cache
from typing import Final

from engine import ids
from engine.view import PositionView, SeatView, TaskView, View
from renderer import scene
from renderer.changes import Mark, mark_of
from renderer.context import PictureContext
from renderer.parts import pieces, signs
from renderer.parts.arc import MIDDLE, TASK_RADIUS, angle, at, inward
from renderer.parts.panels import icon
from renderer.parts.tiles import TaskState, TileLook, task_tile
from renderer.pen import Pen
from renderer.theme import TypeSize

_TILE: Final = (108, 119)
_LIFTED: Final = 12
"""The rise of the task in the middle, which has its stand below."""
_STAND: Final = (64, 126)
_LYING_STAND: Final = (122, 58)
"""A stand below its task, where the next tasks leave little room."""
_STAND_AT: Final[dict[int, scene.Point]] = {2: (87, 27), MIDDLE: (0, 104), 6: (87, 27)}
_USUAL_STAND_AT: Final = (87, 18)
"""The middle of a stand, with the middle of the city on the right."""
_VALUE: Final[dict[int, scene.Point]] = {MIDDLE: (-34, 0)}
_USUAL_VALUE: Final = (0, -33)
_FIGURE: Final[dict[int, scene.Point]] = {MIDDLE: (24, 0)}
_USUAL_FIGURE: Final = (0, 28)
"""The points and the figure on a stand, from its middle."""
_VALUE_SIZE: Final = 54
_AT_HOME: Final = 60
"""The size of a guardian on a stand: no wider than that, so that it covers nothing beside it."""


@lru_cache(maxsize=1)
def _no_task() -> scene.Symbol:
    pen = Pen()
    w, h = _TILE
    pen.draw(scene.RoundRect(-w / 2, -h / 2, w, h, 12, "ink"))
    pen.draw(scene.RoundRect(-w / 2 + 3, -h / 2 + 3, w - 6, h - 6, 10, "stone.joint"))
    pen.draw(scene.RoundRect(-w / 2 + 5, -h / 2 + 5, w - 10, h - 10, 9, "stone.dark"))
    pieces.logs(pen, 0, 24, 28)
    pen.draw(scene.Icon(0, -14, "flame2", 40, "stone.3"))
    return pen.symbol("no task")


@lru_cache(maxsize=4)
def _possible(points: int | None) -> scene.Symbol:
    """A space for the task in question, with what the crystal beside it adds."""
    pen = Pen()
    w, h = _TILE
    pen.draw(
        scene.RoundRect(-w / 2 - 5, -h / 2 - 5, w + 10, h + 10, 16, "ink"),
        scene.RoundRect(-w / 2 - 3, -h / 2 - 3, w + 6, h + 6, 14, "free"),
        scene.RoundRect(-w / 2 + 3, -h / 2 + 3, w - 6, h - 6, 10, "ink"),
        scene.RoundRect(-w / 2 + 5, -h / 2 + 5, w - 10, h - 10, 9, "stone.dark"),
        scene.Icon(0, -24, "crystal", 56, "fire.light" if points else "quiet"),
    )
    gain = "+?" if points is None else f"+{points}"
    pen.draw(scene.Text(0, 30, gain, TypeSize.COUNT, "fire.light" if points else "parchment"))
    return pen.symbol(f"space for {gain}")


@lru_cache(maxsize=64)
def figure(kind: ids.Guardian, color: ids.SeatColor, s: float, mark: Mark) -> scene.Symbol:
    """A guardian with its shadow."""
    pen = Pen()
    if mark is Mark.CHANGED:
        pen.halo(scene.Rect(-s / 2, -s / 2, s, s), s * 0.45)
        pen.draw(scene.Icon(0, 0, "golem", s, "fire.light", s * 0.13, "fire.light"))
    pen.draw(scene.Disc(0, s * 0.36, s * 0.34, scene.fade("shade", 0.43)))
    pieces.guardian(pen, 0, 0, s, (kind, color))
    return pen.symbol(f"guardian {kind} {color} {mark} {s:g}")


@lru_cache(maxsize=8)
def space_number(number: int) -> scene.Symbol:
    """The number of a position, which names path, portal and task space alike."""
    pen = Pen()
    pen.draw(scene.Disc(0, 0, 25, "ink"))
    pen.draw(scene.Disc(0, 0, 23, "abyss", "stone.3", 2))
    pen.draw(
        scene.Text(0, -1, str(number), TypeSize.TITLE, "parchment", label=f"position {number}")
    )
    return pen.symbol(f"position {number}")


@lru_cache(maxsize=16)
def _stand(position: int, value: int) -> scene.Symbol:
    """The place of a guardian at a bonfire, with the points that she scores there."""
    pen = Pen()
    w, h = _LYING_STAND if position == MIDDLE else _STAND
    pen.draw(
        scene.RoundRect(-w / 2, -h / 2, w, h, 24, "ink"),
        scene.RoundRect(-w / 2 + 2, -h / 2 + 2, w - 4, h - 4, 22, "laurel"),
        scene.RoundRect(-w / 2 + 5, -h / 2 + 5, w - 10, h - 10, 19, "medal"),
        scene.Icon(*_FIGURE.get(position, _USUAL_FIGURE), "golem", 54, "hearth.high"),
    )
    x, y = _VALUE.get(position, _USUAL_VALUE)
    signs.laurel(pen, x, y, _VALUE_SIZE, value)
    return pen.symbol(f"stand {position} for {value}")


def task_look(held: TaskView, size: tuple[float, float], mark: Mark) -> TileLook:
    """Return the look of a task tile in a city, of that width and height."""
    state = TaskState.LIT if held.lit else TaskState.MET if held.met else TaskState.OPEN
    shown = not held.lit and (held.need > 1 or held.met)
    progress = f"{min(held.have, held.need)}/{held.need}" if shown else ""
    return TileLook(*size, state, progress, mark)


def beside_bonfire(position: int) -> scene.Point:
    """Return the place of the guardian at a bonfire."""
    x, y = at(TASK_RADIUS, angle(position))
    dx, dy = _figure_at(position)
    return x + dx, y + dy


def _figure_at(position: int) -> scene.Point:
    """The spot of the guardian or novice of a space, from its middle."""
    (x, y), (dx, dy) = _stand_at(position), _FIGURE.get(position, _USUAL_FIGURE)
    return x + dx, y + dy


def _stand_at(position: int) -> scene.Point:
    """The middle of a stand, mirrored where the middle of the city lies on the left."""
    x, y = _STAND_AT.get(position, _USUAL_STAND_AT)
    return x * inward(position), y


def task_space(
    view: View, position: PositionView, context: PictureContext, seat: SeatView
) -> scene.Group:
    """A space with everything around it."""
    number = position.position
    changes = context.changes.seat(seat.seat)
    mark = mark_of(number, changes.spaces)
    items: list[scene.Node] = []
    top = -_LIFTED if number == MIDDLE else 0
    if position.task is not None:
        look = task_look(position.task, _TILE, mark)
        items.append(scene.Use(0, top, task_tile(position.task.task, look, view.box.fate_grid)))
    else:
        worths = dict(context.hints.spaces)
        free = _possible(worths[number]) if number in worths else _no_task()
        items.append(scene.Use(0, top, free))
    items.append(scene.Use(*_stand_at(number), _stand(number, position.guardian_value)))
    spot = _figure_at(number)
    if position.bonfire_guardian is not None:
        kind = position.bonfire_guardian
        items.append(
            scene.Use(*spot, figure(kind, seat.color, _AT_HOME, mark_of(kind, changes.guardians)))
        )
    elif position.novice:
        items.append(scene.Use(*spot, icon("novice", 54, f"seat.{seat.color}", 3.4)))
    return scene.Group(f"space {number}", tuple(items), *at(TASK_RADIUS, angle(number)))
