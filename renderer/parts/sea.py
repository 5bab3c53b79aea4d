"""The sea chart: islands with their tasks, offerings, guardians and ships, and the routes."""

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from engine import ids
from engine.data.box import Box, Island
from engine.identity_cache import cached_by_identity
from engine.view import IslandView, SlotView, View
from renderer import scene, shapes
from renderer.changes import Mark, mark_of
from renderer.context import PictureContext
from renderer.parts import pieces
from renderer.parts.panels import badge, possible
from renderer.parts.tiles import TileLook, task_tile
from renderer.parts.wheel_fire import WHEEL_CENTER
from renderer.pen import Pen
from renderer.shapes import outline, wobble
from renderer.theme import TypeSize

SEA_AREA: Final = scene.Rect(14, 76, 968, 648)
_LAND: Final = (178, 194)
_ROCK: Final = (132, 126)
_LANDING: Final = (116, 96)
_SLOTS: Final = ((-44, -47), (44, -47), (-44, 47))
_GOODS: Final = (26, 30)
_CROWDED_GOODS: Final = (22, 22)
_NAME: Final = (64, 70)
_NAME_ON_ROCK: Final = (36, 45)
"""The place of an island's name, inside its shore on the lower right."""
_TILE: Final = (86, 92)
_OFFERING: Final = 66
_DOCKS: Final[dict[int, tuple[scene.Point, ...]]] = {
    1: ((17, 84),),
    2: ((20, 65), (22, 94)),
    3: ((20, 63), (20, 92), (62, 101)),
    4: ((20, 61), (8, 90), (44, 101), (80, 101)),
}
_DOCKS_AT_ROCK: Final[dict[int, tuple[scene.Point, ...]]] = {
    1: ((-14, 79),),
    2: ((-48, 76), (4, 84)),
    3: ((-52, 72), (-6, 82), (40, 84)),
    4: ((-66, 72), (-24, 82), (18, 84), (60, 84)),
}
_LANDING_DOCKS: Final[tuple[scene.Point, ...]] = ((-82, 34), (82, 34), (-66, 84), (66, 84))
_SHIP_SIZE: Final = {1: 50, 2: 42, 3: 38, 4: 36}
_PRICE: Final = 44
_PRICE_AT: Final = (75, 25)
_PRICE_AT_ROCK: Final = (0, -90)
_ROOM: Final = scene.Rect(-96, -107, 192, 214)
"""The room of an island around its middle."""
_LIT_SEA: Final = 280.0
"""The distance at which the light of the Great Bonfire ends on the sea."""


@cached_by_identity
def _lattice(islands: tuple[Island, ...]) -> tuple[int, int]:
    columns = max(ord(island.code[0]) - ord("A") for island in islands) + 1
    rows = max(int(island.code[1:]) for island in islands)
    return columns, rows


def place_of(islands: tuple[Island, ...], code: str) -> scene.Point:
    """The centre of a place of the chart, named by column and row."""
    columns, rows = _lattice(islands)
    column, row = ord(code[0]) - ord("A"), int(code[1:]) - 1
    return (
        SEA_AREA.x + SEA_AREA.w * (column + 0.5) / columns,
        SEA_AREA.y + SEA_AREA.h * (row + 0.5) / rows,
    )


def landing(islands: tuple[Island, ...]) -> scene.Point:
    """The free place nearest to the middle of the lower edge."""
    columns, rows = _lattice(islands)
    taken = {island.code for island in islands}
    codes = (f"{chr(ord('A') + i)}{j + 1}" for j in range(rows) for i in range(columns))
    free = [place_of(islands, code) for code in codes if code not in taken]
    low = (SEA_AREA.center[0], SEA_AREA.bottom - 60)
    return min(free, key=lambda at: math.dist(at, low), default=low)


def draw_chart(pen: Pen, box: Box) -> None:
    """The unchanging chart of a box: water, routes, coasts, and the landing stage."""
    pen.draw(scene.RoundRect(*SEA_AREA.inset(-2), 20, "ink"))
    pen.draw(scene.RoundRect(*SEA_AREA, 18, "sea.high"))
    _water(pen)
    for one, other in box.routes:
        _route(pen, place_of(box.islands, one), place_of(box.islands, other))
    for index, island in enumerate(box.islands):
        x, y = place_of(box.islands, island.code)
        size = _ROCK if island.guardian else _LAND
        coast(pen, (x, y), size, index, "rock" if island.guardian else "grass")
        if island.resource:
            for dx, dy in _SLOTS:
                pen.draw(
                    scene.RoundRect(
                        x + dx - 30, y + dy - 30, 60, 60, 10, "grass.slot", "grass.rim", 2
                    )
                )
    _landing_stage(pen, *landing(box.islands))


def _water(pen: Pen) -> None:
    """The swell, foam on it, and in the east the light of the Great Bonfire."""
    cx, cy = SEA_AREA.center
    pen.draw(scene.Glow(cx - 120, cy + 40, 640, 420, "sea.3", 0.9, 1.0))
    for index in range(26):
        crest = _crest(SEA_AREA.y + 14 + index * 24.5, index)
        trough = tuple((x, y + 4) for x, y in crest)
        pen.draw(scene.Polyline(scene.flat(crest), scene.fade("foam", 0.055), 3))
        pen.draw(scene.Polyline(scene.flat(trough), scene.fade("shade", 0.14), 4))
    for index in range(44):
        x = SEA_AREA.x + 24 + wobble(3, index) * (SEA_AREA.w - 48)
        y = SEA_AREA.y + 24 + wobble(5, index) * (SEA_AREA.h - 48)
        w = 7 + 9 * wobble(9, index)
        wave = [(x + w * (i / 6 - 1), y - 3 * math.sin(i / 6 * math.pi)) for i in range(13)]
        pen.draw(
            scene.Polyline(scene.flat(wave), scene.fade("foam", 0.12 + 0.20 * wobble(13, index)), 2)
        )
    _reflection(pen)


def _crest(y: float, index: int) -> tuple[scene.Point, ...]:
    """The line of a wave across the sea."""
    steps = (SEA_AREA.x + 6 + (SEA_AREA.w - 12) * i / 60 for i in range(61))
    return tuple(
        (x, y + 5 * math.sin(x / 57 + index * 1.9) + 3 * math.sin(x / 23 + index * 0.7))
        for x in steps
    )


def _reflection(pen: Pen) -> None:
    east, y = SEA_AREA.right, WHEEL_CENTER[1]
    light = scene.Glow(east, y, _LIT_SEA, _LIT_SEA, "fire", 0.34, 1.3)
    for index in range(80):
        far = wobble(21, index) ** 1.4 * (_LIT_SEA - 30)
        x, aside = east - 16 - far, (wobble(23, index) - 0.5) * (140 + far)
        w = 4 + 12 * wobble(25, index)
        glint = scene.flat([(x - w, y + aside), (min(east - 4, x + w), y + aside)])
        pen.draw(scene.Polyline(glint, scene.fade("fire.mid", 0.6 * (1 - far / _LIT_SEA)), 2.4))
    pen.draw(light)


def _route(pen: Pen, start: scene.Point, end: scene.Point) -> None:
    (x0, y0), (x1, y1), length = start, end, math.dist(start, end)
    for index in range(int(length // 16) + 1):
        ends = (16 * index / length, min(1.0, (16 * index + 9) / length))
        dash = [(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t) for t in ends]
        pen.draw(scene.Polyline(scene.flat(dash), "foam.line", 5))


def coast(pen: Pen, middle: scene.Point, size: scene.Point, seed: int, ground: str) -> None:
    """An island of that width and height around its middle."""
    (x, y), (w, h) = middle, size

    def land(by: float, drop: float = 0) -> bytes:
        return shapes.blob(x, y + drop, w + 2 * by, h + 2 * by, seed)

    pen.draw(
        scene.Polygon(land(22), scene.fade("foam", 0.07)),
        scene.Polygon(land(15), scene.fade("foam", 0.10)),
        scene.Polygon(land(8), scene.fade("foam", 0.22)),
        scene.Polygon(land(3.5), scene.fade("foam", 0.45)),
        scene.Polygon(land(0, 6), scene.fade("shade", 0.75)),
        scene.Polygon(land(0), scene.mix("sand.low", "shade", 0.25)),
        scene.Polygon(land(-1, -2.5), "sand"),
        scene.Polygon(land(-6.5, -2.5), "sand.low"),
        scene.Polygon(land(-8, -3), scene.mix(f"{ground}.low", "shade", 0.35)),
        scene.Polygon(land(-9.5, -6), scene.mix(ground, "sand", 0.28)),
        scene.Polygon(land(-11, -3.5), ground),
    )
    if ground == "grass":
        _blades(pen, middle, (w - 44, h - 44), seed)
    else:
        _boulders(pen, middle, (w - 54, h - 54), seed)


def _strewn(
    middle: scene.Point, size: scene.Point, seed: int, count: int
) -> Iterator[tuple[int, scene.Point]]:
    """Points that lie unevenly on the ground of an island."""
    for index in range(count):
        x = middle[0] + (wobble(seed + 31, index) - 0.5) * size[0]
        y = middle[1] + (wobble(seed + 37, index) - 0.5) * size[1]
        yield index, (x, y)


def _blades(pen: Pen, middle: scene.Point, size: scene.Point, seed: int) -> None:
    for index, (x, y) in _strewn(middle, size, seed, 34):
        ink = "grass.slot" if index % 2 else "grass.rim"
        blades = scene.flat([(x - 3, y - 5), (x, y), (x + 3, y - 6)])
        pen.draw(scene.Polyline(blades, scene.fade(ink, 0.8), 2))


def _boulders(pen: Pen, middle: scene.Point, size: scene.Point, seed: int) -> None:
    for index, (x, y) in _strewn(middle, size, seed, 12):
        s = 8 + 8 * wobble(seed, index)
        ridge = ((x - s, y + s * 0.4), (x - s * 0.3, y - s * 0.6), (x + s * 0.7, y - s * 0.3))
        pen.draw(
            scene.Polygon(scene.flat((*ridge, (x + s, y + s * 0.5))), scene.fade("rock.low", 0.7))
        )
        pen.draw(scene.Polyline(scene.flat(ridge), scene.fade("stone.3", 0.6), 2))


def _landing_stage(pen: Pen, x: float, y: float) -> None:
    coast(pen, (x, y), _LANDING, 4, "grass")
    for plank in range(3):
        w = 88 - plank * 4
        pen.draw(scene.RoundRect(x - w / 2, y + 30 + plank * 17, w, 13, 4, "ink"))
        pen.draw(scene.RoundRect(x - w / 2 + 2, y + 32 + plank * 17, w - 4, 9, 3, "wood.high"))
    pen.draw(scene.Icon(x, y - 8, "anchor", 56, "parchment", 3))


@lru_cache(maxsize=16)
def _goods(kind: ids.Resource, s: float) -> scene.Symbol:
    pen = Pen()
    pen.draw(scene.Disc(0, 5, s / 2 + 1, scene.fade("shade", 0.5)))
    pieces.resource(pen, 0, 0, s, kind)
    pen.draw(scene.Disc(0, 0, s / 2, None, "parchment", 2.4))
    return pen.symbol(f"island of {kind}")


@lru_cache(maxsize=16)
def offering(color: ids.SeatColor, s: float, mark: Mark) -> scene.Symbol:
    """An offering that lies on an island: flat in its owner's colour, the owner's shape below."""
    pen = Pen()
    q, ink = s / 2, f"seat.{color}"
    if mark is Mark.CHANGED:
        pen.halo(scene.Rect(-q, -q, s, s), 46)
        pen.draw(scene.RoundRect(-q - 6, -q - 6, s + 12, s + 12, s * 0.22, "fire.light"))
    pen.draw(
        scene.RoundRect(-q, -q + 4, s, s, s * 0.15, scene.fade("shade", 0.6)),
        scene.RoundRect(-q, -q, s, s, s * 0.15, "ink"),
        scene.RoundRect(
            -q + 2.4, -q + 2.4, s - 4.8, s - 4.8, s * 0.13, scene.mix(ink, "white", 0.35)
        ),
        scene.RoundRect(-q + 4, -q + 4.6, s - 7.4, s - 8, s * 0.11, scene.mix(ink, "ink", 0.12)),
        scene.Icon(-s * 0.03, -s * 0.04, "offering", s * 0.66, "ink"),
    )
    r = s * 0.20
    at = q - r * 0.7
    pen.draw(scene.Polygon(outline(pieces.SEATS[color], at, at, r * 1.18), "ink"))
    pen.draw(
        scene.Polygon(outline(pieces.SEATS[color], at, at, r * 0.94), scene.mix(ink, "white", 0.45))
    )
    pen.draw(scene.Icon(at, at, "player", r * 1.2, "ink"))
    return pen.symbol(f"offering {color} {mark}")


@lru_cache(maxsize=32)
def _guardians(kind: ids.Guardian, count: int) -> scene.Symbol:
    """The guardians left on an island: two figures stand for several."""
    pen = Pen()
    ink = f"guard.{kind}"
    if count == 0:
        pen.draw(scene.Icon(0, 0, "golem", 78, "rock.low"))
    elif count == 1:
        pieces.golem(pen, 0, 0, 78, ink)
    else:
        pieces.golem(pen, 16, -7, 78, scene.mix(ink, "ink", 0.38))
        pieces.golem(pen, -12, 4, 78, ink)
    return pen.symbol(f"{count} {kind} guardians")


@lru_cache(maxsize=32)
def _ship(color: ids.SeatColor, s: float, mark: Mark) -> scene.Symbol:
    pen = Pen()
    if mark is Mark.CHANGED:
        pen.halo(scene.Rect(-s / 2, -s / 2, s, s), 32)
        pen.draw(scene.Disc(0, 0, s * 0.60, None, "fire.light", 4))
    pieces.ship(pen, 0, 0, s, color)
    return pen.symbol(f"ship {color} {mark}")


def sea(view: View, context: PictureContext) -> scene.Group:
    """Everything that lies on the chart, ships last."""
    islands = view.box.islands
    groups: list[scene.Group] = []
    for place in view.islands:
        x, y = place_of(islands, place.island.code)
        groups.append(_island(view, place, context, (x, y)))
    docked = tuple(seat.seat for seat in view.seats if seat.ship is None and not seat.is_tom)
    for place in view.islands:
        x, y = place_of(islands, place.island.code)
        docks = (_DOCKS_AT_ROCK if place.island.guardian else _DOCKS).get(len(place.ships), ())
        groups.append(_fleet(view, place.ships, context, docks, (x, y)))
    groups.append(_fleet(view, docked, context, _LANDING_DOCKS, landing(islands)))
    return scene.Group("sea", tuple(group for group in groups if group.items))


@lru_cache(maxsize=16)
def _name(code: str) -> scene.Symbol:
    """The name of an island, by which menus and commands mean it, as if carved in its ground."""
    pen = Pen()
    pen.draw(scene.Text(0, 0, code, TypeSize.NAME, "parchment", outline=3, label=f"island {code}"))
    return pen.symbol(f"name {code}")


def _island(view: View, place: IslandView, context: PictureContext, at: scene.Point) -> scene.Group:
    island = place.island
    on_it = _on_grass if island.guardian is None else _on_rock
    return scene.Group(f"island {island.code}", on_it(view, place, context), *at, _ROOM)


def _on_rock(_: View, place: IslandView, context: PictureContext) -> tuple[scene.Node, ...]:
    """The Guardians left at an island and the price of sailing there."""
    kind = place.island.guardian
    assert kind is not None
    return (
        scene.Use(0, -15, _guardians(kind, place.guardians)),
        scene.Use(-46, 28, badge(place.guardians, 21, mark_of(kind, context.changes.fetched))),
        scene.Use(*_NAME_ON_ROCK, _name(place.island.code)),
        *_price(place.island.code, context, _PRICE_AT_ROCK),
    )


def _on_grass(view: View, place: IslandView, context: PictureContext) -> tuple[scene.Node, ...]:
    """The resource of an island, what lies in its slots, and the price of sailing there."""
    code, resource = place.island.code, place.island.resource
    assert resource is not None
    goods, s = (_CROWDED_GOODS, 44) if len(place.ships) > 1 else (_GOODS, 51)
    slots = (
        node
        for slot, spot in zip(place.slots, _SLOTS, strict=False)
        for node in _slot(view, code, slot, context, spot)
    )
    return (
        scene.Use(*goods, _goods(resource, s)),
        *slots,
        scene.Use(*_NAME, _name(code)),
        *_price(code, context, _PRICE_AT),
    )


def _price(code: str, context: PictureContext, at: scene.Point) -> tuple[scene.Use, ...]:
    """The price of sailing to an island, if that is possible now."""
    prices = dict(context.hints.sailing)
    return (
        (scene.Use(*at, possible(ids.ActionType.SHIP, prices[code], _PRICE)),)
        if code in prices
        else ()
    )


def _slot(
    view: View, code: str, slot: SlotView, context: PictureContext, at: scene.Point
) -> tuple[scene.Node, ...]:
    mark = mark_of((code, slot.number), context.changes.slots)
    if slot.task is not None:
        return (
            scene.Use(*at, task_tile(slot.task, TileLook(*_TILE, mark=mark), view.box.fate_grid)),
        )
    if slot.offering is not None:
        return (scene.Use(*at, offering(context.colors[slot.offering], _OFFERING, mark)),)
    return ()


def _fleet(
    view: View,
    ships: tuple[ids.Seat, ...],
    context: PictureContext,
    docks: tuple[scene.Point, ...],
    at: scene.Point,
) -> scene.Group:
    size = _SHIP_SIZE.get(len(ships), 46)
    fleet = tuple(
        scene.Use(*dock, _ship(view.seats[seat].color, size, mark_of(seat, context.changes.ships)))
        for seat, dock in zip(ships, docks, strict=False)
    )
    return scene.Group("ships", fleet, *at)
