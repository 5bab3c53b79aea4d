"""The half disc of a city: path, portals, tasks and bonfires, guardians and novices."""

import math
from enum import StrEnum
from functools import lru_cache
from typing import Final

from engine.ids import POSITIONS, ActionType, Color, Guardian, PortalKind, Resource, SeatColor
from engine.view import PositionView, SeatView, View
from renderer.changes import Mark, SeatChanges, mark_of
from renderer.context import PictureContext
from renderer.parts import pieces
from renderer.parts.panels import icon
from renderer.parts.tiles import Tag, TaskState, TileLook, task_tile
from renderer.pen import Pen
from renderer.scene import Group, Node, Point, Rect, Symbol, Use, fade, mix
from renderer.shapes import Outline, wobble

CENTER: Final[Point] = (800, 772)
RADIUS: Final = 692
FATE_RADIUS: Final = 338
_PATH: Final = (584.0, 684.0)
_PATH_MIDDLE: Final = 638
_RIM: Final = 683
_PORTAL_RADIUS: Final = 531
_BAND: Final = (482, 580)
_TASK_RADIUS: Final = 412
_TILE: Final = (108, 119)
_STEP: Final = 180 / 7
_MIDDLE: Final = 4
_RANKS: Final[dict[int, tuple[float, tuple[tuple[float, int], ...]]]] = {
    1: (74, ((626, 1),)),
    2: (70, ((626, 2),)),
    3: (58, ((626, 3),)),
    4: (50, ((641, 2), (595, 2))),
    5: (50, ((641, 3), (595, 2))),
}
"""The size of so many guardians on a path tile, and the radius and number of each rank."""


class _Notch(StrEnum):
    """What the notch of a portal shows: `NEW` came just now, `NEXT` is the one that may come."""

    NEW = "new"
    PLACED = "placed"
    NEXT = "next"
    EMPTY = "empty"


class _GuardianSpot(StrEnum):
    """Whether a guardian stands at a bonfire."""

    TAKEN = "taken"
    FREE = ""


def _angle(position: int) -> float:
    return 180 + _STEP * (position - 0.5)


def _at(radius: float, degrees: float) -> Point:
    return pieces.polar(*CENTER, radius, degrees)


def draw_half_disc(pen: Pen) -> None:
    """What is the same in every city: bands, walls and the terraces."""
    x, y = CENTER
    half = (180.0, 360.0)
    for by, alpha in ((26, 0.10), (20, 0.14), (14, 0.20)):
        pen.wedge(x, y + 6, (0, RADIUS + by), half, fade("shade", alpha))
    for radius, ink in (
        (RADIUS + 6, "ink"),
        (RADIUS + 2, "stone.3"),
        (RADIUS - 3, "moss"),
        (_BAND[1] + 1, "ink"),
        (_BAND[1] - 2, "strip.low"),
        (_BAND[0] + 2, "ink"),
        (_BAND[0] - 2, "stone"),
    ):
        pen.wedge(x, y, (0, radius), half, ink)
    _portal_order(pen)
    _masonry(pen)
    for radius, ink in (
        (FATE_RADIUS + 10, "ink"),
        (FATE_RADIUS + 6, "parchment.dark"),
        (FATE_RADIUS, "parchment.low"),
    ):
        pen.wedge(x, y, (0, radius), half, ink)
    pen.rect(x - RADIUS - 92, y - 7, 2 * RADIUS + 184, 22, 10, "ink")
    pen.rect(x - RADIUS - 89, y - 4, 2 * RADIUS + 178, 16, 8, "stone.2")


def _portal_order(pen: Pen) -> None:
    """Arrowheads between the notches: portals are needed from the last position to the first."""
    r = _PORTAL_RADIUS
    for edge in range(1, len(POSITIONS)):
        turn = 180 + _STEP * edge
        base = turn + 0.9
        pen.polygon(
            [_at(r, turn - 1.3), _at(r - 13, base), _at(r + 13, base)], "hollow.mark", "ink", 2
        )


def _masonry(pen: Pen) -> None:
    # The stones of the middle row lie across the joints of the others.
    for radius, stones, shift in ((446, 24, 0.0), (398, 22, 0.5), (352, 20, 0.0)):
        for index in range(stones + 1):
            turn = 180 + 180 * (index + shift) / stones
            pen.polyline([_at(radius, turn), _at(radius + 34, turn)], "stone.joint", 2)
    for radius in (392, 440):
        pen.wedge(*CENTER, (radius - 1, radius + 1), (180, 360), "stone.joint")


@lru_cache(maxsize=16)
def _path(position: int, mark: Mark) -> Symbol:
    """A path tile built at a position, without what lies on it; in the city's own coordinates."""
    pen = Pen()
    start = 180 + _STEP * (position - 1) + 0.5
    end = start + _STEP - 1
    r0, r1 = _PATH
    if mark is Mark.CHANGED:
        x, y = _at(634, _angle(position))
        pen.halo(Rect(x - 70, y - 70, 140, 140), 60)
        pen.wedge(*CENTER, (r0 - 5, r1 + 5), (start - 0.5, end + 0.5), "fire.light")
    pen.wedge(*CENTER, (r0, r1), (start, end), "ink")
    ink = "sand" if position > 1 else "sand.gold"
    pen.wedge(*CENTER, (r0 + 3, r1 - 3), (start + 0.3, end - 0.3), ink)
    _cobbles(pen, position, start, end)
    return pen.symbol(f"road {position} {mark}")


@lru_cache(maxsize=16)
def _on_path(piece: Resource | Color) -> Symbol:
    """The resource or the crystal of a path tile."""
    pen = Pen()
    pen.disc(0, 3, 31, fade("shade", 0.43))
    if isinstance(piece, Resource):
        pieces.resource(pen, 0, 0, 60, piece)
    else:
        pieces.crystal(pen, 0, 0, 58, piece)
    return pen.symbol(f"{piece} on path")


def _cobbles(pen: Pen, seed: int, start: float, end: float) -> None:
    count = 0
    for radius in range(int(_PATH[0]) + 16, int(_PATH[1]) - 8, 19):
        turn = start + math.degrees(14 / radius)
        while turn < end - math.degrees(11 / radius):
            count += 1
            r = 6.6 + 1.8 * wobble(seed, count)
            x, y = _at(radius, turn)
            pen.disc(x, y + 1.2, r, "sand.low")
            pen.disc(x, y, r - 0.6, "sand.pip")
            turn += math.degrees((20 + 4 * wobble(seed + 9, count)) / radius)


@lru_cache(maxsize=32)
def _no_path(position: int, price: int) -> Symbol:
    """An empty place of the path ring with the price of building there."""
    pen = Pen()
    start = 180 + _STEP * (position - 1) + 0.5
    end = start + _STEP - 1
    r0, r1 = _PATH
    pen.wedge(*CENTER, (r0 + 3, r1 - 3), (start, end), "moss.low", "moss.edge", 2)
    middle = _angle(position)
    pen.icon(*_at(_PATH_MIDDLE, middle - 5), "path", 50, "moss.edge")
    x, y = _at(_PATH_MIDDLE, middle + 5)
    pieces.action(pen, x, y, 48, ActionType.PATH)
    pen.disc(x, y, 16, "ink")
    pen.text(x, y - 1, str(price), 27, "parchment")
    return pen.symbol(f"no path {position} costs {price}")


@lru_cache(maxsize=64)
def _portal(kind: PortalKind, notch: _Notch) -> Symbol:
    """A notch with its portal, or with the sign of the one that belongs there."""
    pen = Pen()
    shape, sign = pieces.PORTALS[kind]
    slim = 0.86 if shape is Outline.DIAMOND else 1.0
    r = 40 * slim
    placed = notch in (_Notch.PLACED, _Notch.NEW)
    if placed:
        pen.glow(0, 0, 80, "teal", 0.42)
    if notch is _Notch.NEW:
        pen.halo(Rect(-r, -r, 2 * r, 2 * r), 58)
        pen.shape(shape, 0, 0, r * 1.30, "fire.light")
    if notch is _Notch.NEXT:
        pen.shape(shape, 0, 0, r * 1.24, "free")
    pen.shape(shape, 0, r * 0.08, r * 1.12, fade("shade", 0.6))
    pen.shape(shape, 0, 0, r * 1.10, "ink")
    pen.shape(shape, 0, 0, r * 1.02, "stone.3" if placed else "stone.2")
    if placed:
        pen.shape(shape, 0, 0, r * 0.78, mix("teal", "black", 0.15))
        pen.shape(shape, 0, 0, r * 0.67, "teal")
        pen.shape(shape, 0, 0, r * 0.52, mix("teal", "white", 0.45))
        pen.icon(0, 0, sign, 39, "ink")
    else:
        pen.shape(shape, 0, 0, r * 0.80, "hollow")
        pen.icon(0, 0, sign, 40, "free" if notch is _Notch.NEXT else "hollow.mark")
    return pen.symbol(f"notch {kind} {notch}")


@lru_cache(maxsize=1)
def _no_task() -> Symbol:
    pen = Pen()
    w, h = _TILE
    pen.rect(-w / 2, -h / 2, w, h, 12, "ink")
    pen.rect(-w / 2 + 3, -h / 2 + 3, w - 6, h - 6, 10, "stone.joint")
    pen.rect(-w / 2 + 5, -h / 2 + 5, w - 10, h - 10, 9, "stone.dark")
    pieces.logs(pen, 0, 24, 28)
    pen.icon(0, -14, "flame2", 40, "stone.3")
    return pen.symbol("no task")


@lru_cache(maxsize=1)
def _firelight() -> Symbol:
    """What a burning task throws on the stones around it."""
    pen = Pen()
    pen.glow(0, 12, 96, "glow", 0.62, 1.25)
    return pen.symbol("firelight")


@lru_cache(maxsize=64)
def figure(kind: Guardian, color: SeatColor, s: float, mark: Mark) -> Symbol:
    """A guardian with its shadow."""
    pen = Pen()
    if mark is Mark.CHANGED:
        pen.halo(Rect(-s / 2, -s / 2, s, s), s * 0.45)
        pen.icon(0, 0, "golem", s, "fire.light", s * 0.13, "fire.light")
    pen.disc(0, s * 0.36, s * 0.34, fade("shade", 0.43))
    pieces.guardian(pen, 0, 0, s, (kind, color))
    return pen.symbol(f"guardian {kind} {color} {mark} {s:g}")


@lru_cache(maxsize=8)
def _number(number: int) -> Symbol:
    """The number of a position, which names path, portal and task space alike."""
    pen = Pen()
    pen.disc(0, 0, 17, "ink")
    pen.disc(0, 0, 15, "abyss", "stone.3", 1.6)
    pen.text(0, -1, str(number), 23, "parchment", label=f"position {number}")
    return pen.symbol(f"position {number}")


@lru_cache(maxsize=32)
def _value(value: int, spot: _GuardianSpot) -> Symbol:
    """What a guardian at this bonfire scores; gold once it stands there."""
    pen = Pen()
    pen.shape(Outline.SHIELD, 0, 2, 20, "ink")
    pen.shape(
        Outline.SHIELD, 0, 2, 17.4, "fire.light" if spot is _GuardianSpot.TAKEN else "stone.3"
    )
    pen.text(0, 0, str(value), 25 if len(str(value)) == 1 else 20)
    return pen.symbol(f"value {value} {spot}")


def city_arc(view: View, seat: SeatView, context: PictureContext) -> Group:
    """The seven positions, outer ring first so that figures stand in front."""
    changes = context.changes.seat(seat.seat)
    rings: list[Node] = []
    for position in seat.positions:
        rings += _path_of(position, changes)
        rings.append(_notch_of(seat, position, changes))
        if position.task is not None and position.task.lit:
            rings.append(Use(*_at(_TASK_RADIUS, _angle(position.position)), _firelight()))
    tasks = [_task_of(view, position, context, seat) for position in seat.positions]
    walkers = [node for position in seat.positions for node in _walkers(position, seat, changes)]
    labels = [Use(*_at(_RIM, _angle(number)), _number(number)) for number in POSITIONS]
    return Group("city", (*rings, *tasks, *labels, *walkers))


def _path_of(position: PositionView, changes: SeatChanges) -> tuple[Use, ...]:
    number, resource, crystal = position.position, position.resource, position.crystal
    if not position.built or resource is None:
        return (Use(0, 0, _no_path(number, position.path_price)),)
    base = Use(0, 0, _path(number, mark_of(number, changes.paths)))
    middle = _angle(number)
    aside = _STEP * 0.31
    on_top = [Use(*_at(_PATH_MIDDLE, middle - aside), _on_path(resource))]
    if crystal is not None:
        on_top.append(Use(*_at(_PATH_MIDDLE, middle + aside), _on_path(crystal)))
    return (base, *on_top)


def _notch_of(seat: SeatView, position: PositionView, changes: SeatChanges) -> Use:
    number = position.position
    if position.portal:
        notch = _Notch.NEW if number in changes.portals else _Notch.PLACED
    else:
        notch = _Notch.NEXT if position.fits in seat.portals_due else _Notch.EMPTY
    return Use(*_at(_PORTAL_RADIUS, _angle(number)), _portal(position.fits, notch))


def _task_of(view: View, position: PositionView, context: PictureContext, seat: SeatView) -> Group:
    number = position.position
    x, y = _at(_TASK_RADIUS, _angle(number))
    w, h = _TILE
    items: list[Node] = []
    mark = mark_of(number, context.changes.seat(seat.seat).spaces)
    if position.task is None:
        items.append(Use(0, 0, _no_task()))
    else:
        task = position.task
        state = TaskState.LIT if task.lit else TaskState.MET if task.met else TaskState.OPEN
        shown = task.need > 1 or task.met
        progress = f"{min(task.have, task.need)}/{task.need}" if shown and not task.lit else ""
        tag = Tag.LEFT if number <= _MIDDLE else Tag.RIGHT
        look = TileLook(w, h, state, progress, mark, tag)
        items.append(Use(0, 0, task_tile(task.task, look, view.box.fate_grid)))
    items += _beside(position, seat, context)
    spot = _GuardianSpot.FREE if position.bonfire_guardian is None else _GuardianSpot.TAKEN
    items.append(Use(-w / 2 - 4, -h / 2 + 26, _value(position.guardian_value, spot)))
    return Group(f"space {number}", tuple(items), x, y)


def _beside(position: PositionView, seat: SeatView, context: PictureContext) -> tuple[Node, ...]:
    """On the inner side of the tile: the novice, later the guardian."""
    w, h = _TILE
    number = position.position
    side = 1 if number <= _MIDDLE else -1
    x, y = side * (w / 2 + 15), 14.0
    if position.bonfire_guardian is not None:
        if number == _MIDDLE:
            x, y = 0.0, h / 2 + 15
        else:
            x, y = x + side * 11, 30.0
        mark = mark_of(position.bonfire_guardian, context.changes.seat(seat.seat).guardians)
        symbol = figure(position.bonfire_guardian, seat.color, 82, mark)
        return (Use(x, y, symbol),)
    if not position.novice:
        return ()
    return (Use(x, y, icon("novice", 58, f"seat.{seat.color}", 3.4)),)


def _walkers(position: PositionView, seat: SeatView, changes: SeatChanges) -> tuple[Node, ...]:
    """The guardians on a path tile, along the arc, between its resource and its crystal."""
    kinds = position.path_guardians
    if not kinds:
        return ()
    size, ranks = _RANKS[min(len(kinds), max(_RANKS))]
    spots = [(radius, index - (count - 1) / 2) for radius, count in ranks for index in range(count)]
    return tuple(
        Use(
            *_at(radius, _angle(position.position) + math.degrees(along * size * 0.66 / radius)),
            figure(kind, seat.color, size, mark_of(kind, changes.guardians)),
        )
        for kind, (radius, along) in zip(kinds, spots, strict=False)
    )
