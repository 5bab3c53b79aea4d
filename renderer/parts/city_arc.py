"""The half disc of a city: path, portals, tasks and bonfires, guardians and novices."""

import math
from enum import StrEnum
from functools import lru_cache
from typing import Final

from engine import ids
from engine.view import PositionView, SeatView, View
from renderer import scene
from renderer.changes import Mark, SeatChanges, mark_of
from renderer.context import PictureContext
from renderer.parts import pieces
from renderer.parts.arc import ARC_CENTER, FATE_RADIUS, RADIUS, STEP, angle, at
from renderer.parts.sky import firelight, spoke_light
from renderer.parts.task_spaces import figure, space_number, task_space
from renderer.pen import Pen
from renderer.shapes import Outline, outline, shade, wobble

_PATH: Final = (584.0, 684.0)
_PATH_MIDDLE: Final = 638
_RIM: Final = 683
_PORTAL_RADIUS: Final = 531
_BAND: Final = (482, 580)
_HALF: Final = (180.0, 360.0)
_COURSES: Final = (
    (350, 391, 20),
    (393, 439, 22),
    (441, _BAND[0] - 7, 24),
    (_BAND[0] + 4, 528, 54),
    (530, _BAND[1] - 7, 56),
)
"""The radii of each course of stones, and its number of stones."""
_RANKS: Final[dict[int, tuple[float, tuple[tuple[float, int], ...]]]] = {
    1: (74, ((626, 1),)),
    2: (70, ((626, 2),)),
    3: (58, ((626, 3),)),
    4: (50, ((641, 2), (595, 2))),
    5: (50, ((641, 3), (595, 2))),
}
"""The size of so many guardians on a path tile, and the radius and number of each rank."""


class _Notch(StrEnum):
    """The state of a portal's notch: `NEW` came just now, `NEXT` is the one that can come."""

    NEW = "new"
    PLACED = "placed"
    NEXT = "next"
    EMPTY = "empty"


def draw_half_disc(pen: Pen) -> None:
    """Draw the half disc of every city: bands, walls and the terraces."""
    x, y = ARC_CENTER
    for by, alpha in ((26, 0.14), (20, 0.18), (14, 0.24)):
        pen.draw(scene.Wedge(x, y + 6, 0, RADIUS + by, *_HALF, scene.fade("shade", alpha)))
    _rings(
        pen,
        (RADIUS + 6, "ink"),
        (RADIUS + 2, "stone.3"),
        (RADIUS - 1.5, "stone"),
        (RADIUS - 4, "moss"),
        (_BAND[1] + 3, "ink"),
        (_BAND[1], "stone.2"),
        (_BAND[1] - 3, "ink"),
        (_BAND[1] - 5, "panel.low"),
        (_BAND[0] + 2, "ink"),
        (_BAND[0] - 1, "stone.2"),
        (_BAND[0] - 5, "ink"),
        (_BAND[0] - 7, "stone.joint"),
    )
    _paving(pen)
    _portal_order(pen)
    for wall in (_BAND[0] - 7, _BAND[1] - 5):
        for width, alpha in ((6, 0.25), (14, 0.18), (24, 0.12)):
            pen.draw(scene.Wedge(x, y, wall - width, wall, *_HALF, scene.fade("shade", alpha)))
    _rings(
        pen,
        (FATE_RADIUS + 12, "ink"),
        (FATE_RADIUS + 8, "parchment.dark"),
        (FATE_RADIUS + 2, "sepia"),
        (FATE_RADIUS, "parchment.low"),
    )
    for width, alpha in ((4, 0.25), (9, 0.16), (15, 0.10)):
        edge = (FATE_RADIUS - width, FATE_RADIUS)
        pen.draw(scene.Wedge(x, y, *edge, *_HALF, scene.fade("sepia", alpha)))
    pen.draw(
        scene.RoundRect(x - RADIUS - 92, y - 7, 2 * RADIUS + 184, 22, 10, "ink"),
        scene.RoundRect(x - RADIUS - 89, y - 4, 2 * RADIUS + 178, 16, 8, "stone.2"),
        scene.RoundRect(x - RADIUS - 86, y - 4, 2 * RADIUS + 172, 4, 2, "stone.3"),
    )


def _rings(pen: Pen, *rings: tuple[float, scene.Ink]) -> None:
    """Half discs, each on the one before."""
    for radius, ink in rings:
        pen.draw(scene.Wedge(*ARC_CENTER, 0, radius, *_HALF, ink))


def _portal_order(pen: Pen) -> None:
    """Arrowheads between the notches: portals are needed from the last position to the first."""
    r = _PORTAL_RADIUS
    for edge in range(1, len(ids.POSITIONS)):
        turn = 180 + STEP * edge
        base = turn + 0.9
        arrowhead = scene.flat([at(r, turn - 1.3), at(r - 13, base), at(r + 13, base)])
        pen.draw(scene.Polygon(arrowhead, "hollow.mark", "ink", 2))


def _paving(pen: Pen) -> None:
    """The stones below the portals and the tasks, not all alike; each course lies across joints."""
    for course, (r0, r1, count) in enumerate(_COURSES):
        ground = ("panel.low", "strip.low") if r0 > _BAND[0] else ("stone.dark", "stone")
        step = 180 / count
        for index in range(-1, count):
            start = 180 + step * (index + course % 2 / 2)
            ends = (max(180, start + 0.15), min(360, start + step - 0.15))
            if ends[0] < ends[1]:
                ink = scene.mix(*ground, 0.28 + 0.62 * shade(count + course, index + 1))
                pen.draw(scene.Wedge(*ARC_CENTER, r0, r1, *ends, ink))
                pen.draw(scene.Wedge(*ARC_CENTER, r1 - 3, r1, *ends, scene.fade("stone.3", 0.18)))


@lru_cache(maxsize=16)
def _path(position: int, mark: Mark) -> scene.Symbol:
    """A path tile built at a position, without what lies on it; in the city's own coordinates."""
    pen = Pen()
    start = 180 + STEP * (position - 1) + 0.5
    end = start + STEP - 1
    r0, r1 = _PATH
    if mark is Mark.CHANGED:
        x, y = at(634, angle(position))
        pen.halo(scene.Rect(x - 70, y - 70, 140, 140), 60)
        pen.draw(scene.Wedge(*ARC_CENTER, r0 - 5, r1 + 5, start - 0.5, end + 0.5, "fire.light"))
    pen.draw(scene.Wedge(*ARC_CENTER, r0, r1, start, end, "ink"))
    ink = "sand" if position > 1 else "sand.gold"
    pen.draw(scene.Wedge(*ARC_CENTER, r0 + 3, r1 - 3, start + 0.3, end - 0.3, ink))
    _cobbles(pen, position, start, end)
    return pen.symbol(f"road {position} {mark}")


@lru_cache(maxsize=16)
def _on_path(piece: ids.Resource | ids.Color) -> scene.Symbol:
    """The resource or the crystal of a path tile."""
    pen = Pen()
    pen.draw(scene.Disc(0, 3, 31, scene.fade("shade", 0.43)))
    if isinstance(piece, ids.Resource):
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
            x, y = at(radius, turn)
            pen.draw(scene.Disc(x, y + 1.2, r, "sand.low"))
            pen.draw(scene.Disc(x, y, r - 0.6, "sand.pip"))
            turn += math.degrees((20 + 4 * wobble(seed + 9, count)) / radius)


@lru_cache(maxsize=32)
def _no_path(position: int, price: int) -> scene.Symbol:
    """An empty place of the path ring with the price of building there."""
    pen = Pen()
    start = 180 + STEP * (position - 1) + 0.5
    end = start + STEP - 1
    r0, r1 = _PATH
    pen.draw(scene.Wedge(*ARC_CENTER, r0 + 3, r1 - 3, start, end, "moss.low", "moss.edge", 2))
    middle = angle(position)
    pen.draw(scene.Icon(*at(_PATH_MIDDLE, middle - 5), "path", 50, "moss.edge"))
    x, y = at(_PATH_MIDDLE, middle + 5)
    pieces.price(pen, x, y, 50, (ids.ActionType.PATH, price))
    return pen.symbol(f"no path {position} costs {price}")


@lru_cache(maxsize=64)
def _portal(kind: ids.PortalKind, notch: _Notch) -> scene.Symbol:
    """A notch with its portal, or with the sign of the one that belongs there."""
    pen = Pen()
    shape, sign = pieces.PORTALS[kind]
    slim = 0.86 if shape is Outline.DIAMOND else 1.0
    r = 40 * slim
    placed = notch in (_Notch.PLACED, _Notch.NEW)
    if placed:
        pen.draw(scene.Glow(0, 0, 80, 80, "teal", 0.42))
    if notch is _Notch.NEW:
        pen.halo(scene.Rect(-r, -r, 2 * r, 2 * r), 58)
        pen.draw(scene.Polygon(outline(shape, 0, 0, r * 1.30), "fire.light"))
    if notch is _Notch.NEXT:
        pen.draw(scene.Polygon(outline(shape, 0, 0, r * 1.24), "free"))
    pen.draw(scene.Polygon(outline(shape, 0, r * 0.08, r * 1.12), scene.fade("shade", 0.6)))
    pen.draw(scene.Polygon(outline(shape, 0, 0, r * 1.10), "ink"))
    pen.draw(scene.Polygon(outline(shape, 0, 0, r * 1.02), "stone.3" if placed else "stone.2"))
    if placed:
        pen.draw(
            scene.Polygon(outline(shape, 0, 0, r * 0.78), scene.mix("teal", "black", 0.15)),
            scene.Polygon(outline(shape, 0, 0, r * 0.67), "teal"),
            scene.Polygon(outline(shape, 0, 0, r * 0.52), scene.mix("teal", "white", 0.45)),
            scene.Icon(0, 0, sign, 39, "ink"),
        )
    else:
        pen.draw(scene.Polygon(outline(shape, 0, 0, r * 0.80), "hollow"))
        pen.draw(scene.Icon(0, 0, sign, 40, "free" if notch is _Notch.NEXT else "hollow.mark"))
    return pen.symbol(f"notch {kind} {notch}")


def city_arc(view: View, seat: SeatView, context: PictureContext) -> scene.Group:
    """The seven positions, outer ring first so that figures stand in front."""
    changes = context.changes.seat(seat.seat)
    lit = [
        position.position
        for position in seat.positions
        if position.task is not None and position.task.lit
    ]
    rings: list[scene.Node] = [spoke_light(number) for number in lit]
    for position in seat.positions:
        rings += _path_of(position, changes)
        rings.append(_notch_of(seat, position, changes))
        if position.position in lit:
            rings.append(firelight(position.position))
    tasks = [task_space(view, position, context, seat) for position in seat.positions]
    walkers = [node for position in seat.positions for node in _walkers(position, seat, changes)]
    labels = [scene.Use(*at(_RIM, angle(number)), space_number(number)) for number in ids.POSITIONS]
    return scene.Group("city", (*rings, *tasks, *labels, *walkers))


def _path_of(position: PositionView, changes: SeatChanges) -> tuple[scene.Use, ...]:
    number, resource, crystal = position.position, position.resource, position.crystal
    if not position.built or resource is None:
        return (scene.Use(0, 0, _no_path(number, position.path_price)),)
    base = scene.Use(0, 0, _path(number, mark_of(number, changes.paths)))
    middle = angle(number)
    aside = STEP * 0.31
    on_top = [scene.Use(*at(_PATH_MIDDLE, middle - aside), _on_path(resource))]
    if crystal is not None:
        on_top.append(scene.Use(*at(_PATH_MIDDLE, middle + aside), _on_path(crystal)))
    return (base, *on_top)


def _notch_of(seat: SeatView, position: PositionView, changes: SeatChanges) -> scene.Use:
    number = position.position
    if position.portal:
        notch = _Notch.NEW if number in changes.portals else _Notch.PLACED
    else:
        notch = _Notch.NEXT if position.fits in seat.portals_due else _Notch.EMPTY
    return scene.Use(*at(_PORTAL_RADIUS, angle(number)), _portal(position.fits, notch))


def _walkers(
    position: PositionView, seat: SeatView, changes: SeatChanges
) -> tuple[scene.Node, ...]:
    """The guardians on a path tile, along the arc, between its resource and its crystal."""
    kinds = position.path_guardians
    if not kinds:
        return ()
    size, ranks = _RANKS[min(len(kinds), max(_RANKS))]
    spots = [(radius, index - (count - 1) / 2) for radius, count in ranks for index in range(count)]
    return tuple(
        scene.Use(
            *at(radius, angle(position.position) + math.degrees(along * size * 0.66 / radius)),
            figure(kind, seat.color, size, mark_of(kind, changes.guardians)),
        )
        for kind, (radius, along) in zip(kinds, spots, strict=False)
    )
