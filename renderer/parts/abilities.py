"""The abilities of the 27 specialists and 6 elders as pictures: cause, arrow, effect."""

from typing import Final, assert_never

from engine.ids import ActionType, ElderCount, Guardian, Resource
from renderer.parts import pieces, rows
from renderer.parts.rows import RowItem
from renderer.pen import Pen
from renderer.scene import Disc, Icon, Rect, RoundRect

_TWICE: Final = "\N{MULTIPLICATION SIGN}2"
_GOLD_ICON: Final = rows.square(lambda pen, x, y, s: pen.draw(Icon(x, y, "gold", s, "square.gold")))
_WILD_ICON: Final = rows.square(lambda pen, x, y, s: pieces.action(pen, x, y, s, ActionType.WILD))


def _twice(kind: Guardian) -> tuple[RowItem, ...]:
    return (
        rows.colored_on_path(kind),
        rows.arrow(),
        rows.word(_TWICE, 0.62),
        rows.any_goods(0.74),
    )


_ROWS: Final[dict[int, tuple[RowItem, ...]]] = {
    2: (rows.guardian(), rows.arrow(), rows.word("+1", 0.72), rows.icon("steps", 0.60)),
    3: (
        rows.any_goods(0.62),
        rows.any_goods(0.62),
        rows.arrow(),
        rows.tile(ActionType.TASK, 0.95),
    ),
    4: (rows.elder(), rows.arrow(), rows.points("+2", 1.0)),
    5: (
        rows.tile(ActionType.WILD, 0.98),
        rows.word("=", 0.6, "sepia"),
        rows.any_tile(0.70),
        rows.any_tile(0.70),
    ),
    6: (rows.on_path(), rows.arrow(), rows.any_goods(0.9)),
    7: (
        rows.novice(),
        rows.icon("council", 0.72, "plum"),
        rows.arrow(0.32),
        rows.goods(Resource.GOLD, 0.86),
    ),
    8: (rows.word("+", 0.7), rows.goods_road(), rows.arrow(), rows.any_goods(0.84)),
    9: (rows.word("1\N{EN DASH}2", 0.62), rows.any_goods(0.66), rows.arrow(), rows.gnome()),
    10: _twice(Guardian.PINK),
    11: _twice(Guardian.GREY),
    12: _twice(Guardian.NATURAL),
    13: _twice(Guardian.BLUE),
    14: (rows.word("≤3", 0.66), rows.any_tile(0.76), rows.arrow(), rows.fate_tile()),
    15: (
        rows.word("+", 0.7),
        rows.gnome(),
        rows.arrow(),
        rows.word("+1", 0.62),
        rows.tile(ActionType.WILD, 0.80),
    ),
    16: (_GOLD_ICON, _WILD_ICON, rows.arrow(), rows.word(_TWICE, 0.84)),
    17: (
        rows.word("+", 0.7),
        rows.guardian(0.9),
        rows.arrow(0.32),
        rows.word("1", 0.72),
        rows.icon("steps", 0.60),
    ),
    18: (rows.guardian(0.9), rows.fire(0.8), rows.arrow(0.32), rows.points(2)),
    19: (
        rows.novice(),
        rows.icon("check", 0.56, "met.ink"),
        rows.arrow(0.32),
        rows.stack(rows.goods(Resource.GOLD, 0.92), rows.tile(ActionType.WILD, 1.0)),
    ),
    20: (
        rows.on_path("any", "1"),
        rows.arrow(),
        rows.word("+1", 0.62),
        rows.goods(Resource.GOLD, 0.74),
    ),
    21: (rows.tile(ActionType.SHIP, 1.0), rows.word("+1", 0.84)),
    22: (rows.tile(ActionType.GREAT_BONFIRE, 1.02), rows.word("+1", 0.84)),
    23: (
        rows.tile(ActionType.GREAT_BONFIRE, 0.94),
        rows.arrow(0.30),
        rows.stack(rows.any_tile(0.98), rows.any_goods(0.94)),
        rows.portal(0.80),
    ),
    25: (rows.portal(0.95), rows.icon("cycle", 0.70, "gain"), rows.portal(0.95)),
    26: (
        rows.tile(ActionType.TASK, 1.0),
        rows.word("=", 0.6, "sepia"),
        rows.word("1", 0.76, "ink"),
        rows.any_tile(0.72),
    ),
}


def draw_ability(pen: Pen, rect: Rect, number: int) -> None:
    """Draw what specialist `number` (1 to 27) does; raises KeyError for another number."""
    match number:
        case 1:
            _crowded_path(pen, rect)
        case 24:
            _two_of_a_colour(pen, rect)
        case 27:
            _sticking_out(pen, rect)
        case _:
            rows.row(pen, rect, _ROWS[number])


def _crowded_path(pen: Pen, rect: Rect) -> None:
    x, y = rect.center
    pieces.path_tile(pen, x, y + rect.h * 0.20, rect.w * 0.80, rect.h * 0.60)
    for side in (-1, 1, 0):
        pieces.any_guardian(pen, x + side * rect.w * 0.22, y - rect.h * 0.08, rect.h * 0.74)


def _two_of_a_colour(pen: Pen, rect: Rect) -> None:
    x, y = rect.center
    pen.draw(Disc(x, y, rect.h * 0.52, "ink"))
    pen.draw(Disc(x, y, rect.h * 0.49, "plum", "plum.high", 2))
    for side in (-1, 1):
        pieces.novice(pen, x + side * rect.h * 0.19, y, rect.h * 0.70, "seat.red")


def _sticking_out(pen: Pen, rect: Rect) -> None:
    x, y = rect.center
    q = rect.h * 0.29
    left = x - q * 3.0
    for column in range(4):
        for line in range(3):
            px, py = left + q * column, y - q * 1.5 + q * line
            pen.draw(RoundRect(px, py, q - 1.6, q - 1.6, 3, "ink"))
            pen.draw(RoundRect(px + 1.2, py + 1.2, q - 4, q - 4, 2, "square"))
    pieces.fate_strip(pen, left + q * 4.5, y, q * 3.1, rows.ANY_TILE)


def draw_elder(pen: Pen, rect: Rect, counts: ElderCount) -> None:
    """Draw one point for each piece that the elder counts."""
    items = (rows.points(1, 1.0), rows.word("/", 0.8, "sepia"), *_counted(counts))
    _, y = rect.center
    h = min(rect.h, rect.w / 2.72)
    rows.row(pen, Rect(rect.x, y - h / 2, rect.w, h), items, 0.10)


def _counted(counts: ElderCount) -> tuple[RowItem, ...]:
    match counts:
        case ElderCount.PATHS:
            return (rows.road(),)
        case ElderCount.FATE_TILES:
            return (rows.fate_tile(),)
        case ElderCount.PORTALS:
            return (rows.portal(0.95),)
        case ElderCount.TASKS:
            return (rows.icon("task", 0.66), rows.fire(0.80))
        case ElderCount.GUARDIANS:
            return (rows.guardian(),)
        case ElderCount.GNOMES:
            return (rows.gnome(),)
        case _:
            assert_never(counts)
