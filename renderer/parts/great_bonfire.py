"""The Great Bonfire in the middle and the High Council around it."""

import math
from collections import Counter
from functools import lru_cache
from typing import Final

from engine import ids
from engine.data import box
from engine.data.council import CouncilBonus
from engine.view import CouncilSpaceView, View, WheelSpaceView
from renderer import scene
from renderer.changes import Mark, mark_of
from renderer.context import PictureContext, title_line
from renderer.parts import pieces, rows, signs
from renderer.parts.panels import badge, possible
from renderer.parts.rows import RowItem
from renderer.parts.wheel_fire import (
    GREAT_BONFIRE_AREA,
    WHEEL_CENTER,
    WHEEL_RADIUS,
    direction,
    hearth,
    lit_space,
)
from renderer.pen import Pen

_RIM: Final = WHEEL_RADIUS + 8
"""The distance from the middle to the numbers of the spaces."""
_NUMBER: Final = 19
_COUNT: Final = 13
"""The radii of a number and of a count."""
_PRICE: Final = 46
_BESIDE: Final = 6.0
"""Degrees from the middle of a space to its number and its price, where it has both."""
_PLAQUE: Final = (130, 96)
_PLAQUES: Final[tuple[scene.Point, ...]] = (
    (-72, -262),
    (72, -262),
    (220, -196),
    (220, 203),
    (81, 266),
    (-81, 266),
    (-220, 203),
    (-220, -196),
)
_CORNER: Final = 124
"""The width of a corner of the panel, beside the plaques."""
_CORNER_LINE: Final = 37
_LOOSE: Final = 4
"""The number of kinds of novices that have room in full size."""
_MOST_PORTALS: Final = 4
_PORTAL_SPOTS: Final[dict[int, tuple[scene.Point, ...]]] = {
    1: ((0, 2),),
    2: ((-29, 2), (29, 2)),
    3: ((-26, 17), (26, 17), (0, -22)),
    4: ((-27, 19), (27, 19), (-22, -21), (22, -21)),
}
_PORTAL_SIZE: Final = {1: 31.0, 2: 27.0, 3: 23.0, 4: 20.5}
"""The fewer portals are left on a space, the larger they are."""


@lru_cache(maxsize=8)
def _rewards(spaces: tuple[box.WheelSpace, ...]) -> scene.Symbol:
    """The action tile and the reward of every space."""
    pen = Pen()
    for space in spaces:
        _reward(pen, space)
    return pen.symbol("rewards")


def _reward(pen: Pen, space: box.WheelSpace) -> None:
    """The action tile and the reward, side by side and upright to the reader."""
    turn = math.radians(direction(space.number))
    x, y = 97 * math.cos(turn), 97 * math.sin(turn)
    tx, ty = -math.sin(turn), math.cos(turn)
    if abs(tx) > 0.3:
        side = 1 if tx > 0 else -1
        dx, dy = tx * 21.5 * side, ty * 21.5 * side
    else:
        dx, dy = 0.0, 21.5
    pieces.action(pen, x - dx, y - dy, 41, space.tile)
    if space.resource is None:
        signs.laurel(pen, x + dx, y + dy, 42, 2)
    else:
        pieces.resource(pen, x + dx, y + dy, 40, space.resource)


@lru_cache(maxsize=32)
def little_portal(kind: ids.PortalKind, r: float) -> scene.Symbol:
    """A portal on the wheel."""
    pen = Pen()
    pieces.little_portal(pen, 0, 0, r, kind)
    return pen.symbol(f"portal {kind}")


@lru_cache(maxsize=32)
def _number(place: str, number: int, ground: str) -> scene.Symbol:
    """The number by which a space of the wheel or the council is named."""
    pen = Pen()
    pen.draw(scene.Disc(0, 0, _NUMBER, "ink"))
    pen.draw(scene.Disc(0, 0, _NUMBER - 2, ground))
    pen.draw(scene.Text(0, -1, str(number), 28, "parchment", label=f"{place} {number}"))
    return pen.symbol(f"{place} number {number}")


def great_bonfire(view: View, context: PictureContext) -> scene.Group:
    """The wheel with portals and pointer."""
    items: list[scene.Node] = []
    if view.wheel_position:
        items.append(scene.Use(0, 0, lit_space(view.wheel_position)))
    items.append(scene.Use(0, 0, _rewards(tuple(space.space for space in view.wheel))))
    for space in view.wheel:
        items += _portals(space)
    items.append(scene.Use(0, 0, hearth(view.wheel_position, context.changes.wheel)))
    title = _corner(context.title("great_bonfire"), scene.Anchor.RIGHT, "fire")
    return scene.Group("wheel", (scene.Group("great bonfire", tuple(items), *WHEEL_CENTER), *title))


def rim(view: View, context: PictureContext) -> scene.Group:
    """The number of each space of the wheel, and beside it the price of turning there."""
    prices = dict(context.hints.wheel)
    items: list[scene.Node] = []
    for space in view.wheel:
        number = space.space.number
        turn, aside = direction(number), _BESIDE if number in prices else 0
        named = _number("wheel", number, "stone")
        items.append(scene.Use(*pieces.polar(0, 0, _RIM, turn - aside), named))
        if number in prices:
            price = possible(ids.ActionType.GREAT_BONFIRE, prices[number], _PRICE)
            items.append(scene.Use(*pieces.polar(0, 0, WHEEL_RADIUS + 12, turn + aside), price))
    return scene.Group("rim", tuple(items), *WHEEL_CENTER)


def _portals(space: WheelSpaceView) -> tuple[scene.Use, ...]:
    """Each kind of portal on a space once; their number, if more than one, on top."""
    turn = math.radians(direction(space.space.number))
    cos, sin = math.cos(turn), math.sin(turn)
    kinds = Counter(space.portals)
    spots = _PORTAL_SPOTS.get(min(len(kinds), _MOST_PORTALS), ())
    r = _PORTAL_SIZE.get(len(spots), 0.0)
    portals: list[scene.Use] = []
    counts: list[scene.Use] = []
    for (kind, count), (along, out) in zip(kinds.items(), spots, strict=False):
        x, y = (161 + out) * cos - along * sin, (161 + out) * sin + along * cos
        portals.append(scene.Use(x, y, little_portal(kind, r)))
        if count > 1:
            counts.append(
                scene.Use(*_beside(x, y, r * 0.7, space.space.number), badge(count, _COUNT))
            )
    return (*portals, *counts)


def _beside(x: float, y: float, far: float, space: int) -> scene.Point:
    """The lower right corner of a portal; the left one where the space's number hides that."""
    number = pieces.polar(0, 0, _RIM, direction(space))
    is_free = math.dist((x + far, y + far), number) > _NUMBER + _COUNT
    return x + far if is_free else x - far, y + far


def _bonus_items(bonus: str) -> tuple[RowItem, ...]:
    gold: scene.Ink = "fire.light"
    plus = rows.word("+", 0.86, gold)
    match bonus:
        case CouncilBonus.GOLD:
            return (
                rows.word("2", 0.80, "parchment"),
                rows.goods(ids.Resource.GOLD, 0.86),
                rows.tile(ids.ActionType.WILD, 0.92),
            )
        case CouncilBonus.PATH:
            return (plus, rows.road(0.96))
        case CouncilBonus.MOVE_GUARDIAN:
            return (rows.word("←", 0.72, gold), rows.guardian(1.0), rows.word("→", 0.72, gold))
        case CouncilBonus.GREAT_BONFIRE:
            return (rows.tile(ids.ActionType.GREAT_BONFIRE, 1.0), rows.icon("rotate", 0.70, gold))
        case CouncilBonus.SPECIALIST:
            return (plus, rows.scaled(_gnome_card, 0.80))
        case CouncilBonus.GUARDIAN:
            return (plus, rows.new_guardian())
        case CouncilBonus.SHIP:
            return (
                rows.tile(ids.ActionType.SHIP, 0.98),
                rows.arrow(0.40, gold),
                rows.scaled(lambda pen, x, y, s: pieces.small_island(pen, x, y, s, s * 0.72), 0.96),
            )
        case CouncilBonus.FATE:
            return (rows.lying_fate_tile(1.42), rows.icon("now", 0.72, gold))
        case _:
            raise ValueError(f"no drawing of the bonus {bonus}")


def _gnome_card(pen: Pen, x: float, y: float, s: float) -> None:
    h = s * 1.25
    pen.draw(scene.RoundRect(x - s / 2, y - h / 2, s, h, 6, "ink"))
    pen.draw(scene.RoundRect(x - s / 2 + 2, y - h / 2 + 2, s - 4, h - 4, 5, "card.specialist"))
    pen.draw(scene.Icon(x, y, "gnome_head", s * 0.92, "parchment", s * 0.046))


@lru_cache(maxsize=32)
def plaque(space: box.CouncilSpace, mark: Mark, u: float = 1.0) -> scene.Symbol:
    """A council space around its centre: the bonus above, room for novices below.

    It is `u` times as large as on the main board.
    """
    pen = Pen()
    w, h = _PLAQUE[0] * u, _PLAQUE[1] * u
    rect = scene.Rect(-w / 2, -h / 2, w, h)
    if mark is Mark.CHANGED:
        pen.halo(rect, 45 * u)
        pen.draw(scene.RoundRect(*rect.inset(-5 * u), 19 * u, "fire.light"))
    pen.draw(
        scene.RoundRect(*rect.moved(0, 4 * u), 14 * u, scene.fade("shade", 0.6)),
        scene.RoundRect(*rect, 14 * u, "ink"),
        scene.RoundRect(*rect.inset(2.4 * u), 12 * u, "plum.high"),
        scene.RoundRect(*rect.inset(4.4 * u), 10 * u, "plum"),
    )
    room = scene.Rect(-w / 2 + 11 * u, -42 * u, w - 22 * u, 48 * u)
    rows.row(pen, room, _bonus_items(space.bonus), 0.12)
    pen.draw(scene.RoundRect(-w / 2 + 5 * u, 6 * u, w - 10 * u, 37 * u, 8 * u, "plum.low"))
    return pen.symbol(f"council {space.number} {space.bonus} {mark}")


def _novice_ink(who: ids.Novice, context: PictureContext) -> str:
    match who:
        case ids.Novice.NEUTRAL:
            return "seat.neutral"
        case ids.Novice.FLAT:
            return "seat.flat"
        case _:
            seat = tuple(ids.Novice).index(who)
            return f"seat.{context.colors[seat]}" if seat < len(context.colors) else "seat.neutral"


@lru_cache(maxsize=64)
def _novice(ink: str, size: float, *, present: bool) -> scene.Symbol:
    pen = Pen()
    if present:
        pieces.novice(pen, 0, 0, size, ink)
    else:
        pen.draw(scene.Disc(0, 1, 8, "plum.low", scene.mix(ink, "plum.low", 0.55), 1.6))
    return pen.symbol(f"{'a' if present else 'no'} novice {ink}")


@lru_cache(maxsize=8)
def _several(count: int) -> scene.Symbol:
    """The number of novices of a colour, shown from two on."""
    pen = Pen()
    pen.draw(scene.Disc(0, 16, 11, "ink"))
    pen.draw(scene.Disc(0, 16, 9.6, "parchment"))
    pen.draw(scene.Text(0, 15.4, str(count), 25))
    return pen.symbol(f"{count} novices")


def council(view: View, context: PictureContext) -> scene.Group:
    """The eight plaques and the count of novices."""
    kinds = [tuple(ids.Novice)[seat.seat] for seat in view.seats] + [ids.Novice.NEUTRAL]
    if view.tom is not None:
        kinds.append(ids.Novice.FLAT)
    plaques = tuple(
        _space(space, at, tuple(kinds), context)
        for space, at in zip(view.council, _PLAQUES, strict=False)
    )
    # Above all plaques, as the rim of one that changed reaches beside its neighbour's number.
    numbers = tuple(
        _named(space.space.number, at) for space, at in zip(view.council, _PLAQUES, strict=False)
    )
    return scene.Group(
        "council", (*plaques, *numbers, *_corner(context.title("council"), scene.Anchor.LEFT))
    )


def _named(number: int, at: scene.Point) -> scene.Use:
    """The number of a council space, on the outer corner of its plaque."""
    w, h = _PLAQUE
    x, y = at[0] + math.copysign(w / 2 - 3, at[0]), at[1] + 3 - h / 2
    return scene.Use(WHEEL_CENTER[0] + x, WHEEL_CENTER[1] + y, _number("council", number, "plum"))


def _space(
    space: CouncilSpaceView, at: scene.Point, kinds: tuple[ids.Novice, ...], context: PictureContext
) -> scene.Group:
    number = space.space.number
    mark = mark_of(number, context.changes.council)
    counts = Counter(space.novices)
    gap = min(29.0, 122 / len(kinds))
    size = 36 if len(kinds) <= _LOOSE else 34
    items: list[scene.Node] = [scene.Use(0, 0, plaque(space.space, mark))]
    places = [(index - (len(kinds) - 1) / 2) * gap for index in range(len(kinds))]
    items += [
        scene.Use(x, 24.5, _novice(_novice_ink(kind, context), size, present=counts[kind] > 0))
        for x, kind in zip(places, kinds, strict=True)
    ]
    items += [
        scene.Use(x, 24.5, _several(counts[kind]))
        for x, kind in zip(places, kinds, strict=True)
        if counts[kind] > 1
    ]
    x, y = WHEEL_CENTER[0] + at[0], WHEEL_CENTER[1] + at[1]
    w, h = _PLAQUE
    return scene.Group(f"council {number}", tuple(items), x, y, scene.Rect(-w / 2, -h / 2, w, h))


def _corner(
    title: str, side: scene.Anchor, color: scene.Ink = "parchment"
) -> tuple[scene.Text, ...]:
    """A title in an upper corner of the panel, a line for each of its words."""
    area = GREAT_BONFIRE_AREA.inset(10)
    x = area.x if side is scene.Anchor.LEFT else area.right
    return tuple(
        title_line(line, x, area.y + 9 + index * _CORNER_LINE, _CORNER, color=color, anchor=side)
        for index, line in enumerate(title.split(" ", 1))
    )
