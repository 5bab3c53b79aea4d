"""The Fate Area alone and large: the best places of a fate tile, numbered, and what each brings."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from engine import ids
from engine.view import SeatView, View
from renderer import hints, scene
from renderer.changes import Mark
from renderer.context import PictureContext, fitted_line
from renderer.layout import HEADER, WIDTH, rows
from renderer.parts import pieces
from renderer.parts.fate_area import laid
from renderer.parts.fate_grid import (
    Field,
    Footing,
    bare_grid,
    draw_symbols,
    field_of,
    squares_of,
    tile_rect,
)
from renderer.parts.header import seat_token
from renderer.parts.panels import panel, panel_at
from renderer.parts.task_spaces import task_look
from renderer.parts.tiles import task_tile
from renderer.pen import Pen
from renderer.theme import TypeSize

_BOARD: Final = scene.Rect(14, 76, 1000, 712)
_GAINS: Final = scene.Rect(1024, 76, 562, 712)
_TASKS: Final = scene.Rect(770, 820, 816, 186)
_TASK_TILE: Final = (98, 108)
_INSIDE: Final = _BOARD.inset(16)
_NAMES: Final = 36
_NAMES_ROOM: Final = 48
_LARGEST: Final = 130.0
_FOOTING: Final = Footing(
    _INSIDE.center[0] + _NAMES_ROOM / 2, _INSIDE.bottom - _NAMES_ROOM, _LARGEST, _NAMES
)
_BELOW: Final = scene.Rect(14, 730, 1000, 440)
"""The panel of a narrow picture, below its grid."""
NARROW_FATE: Final = (1028, 1182)
"""The size of a narrow picture."""
RAISED: Final = _BOARD.y - 14
"""How much higher the grid of a narrow picture lies, which has no bar on top."""
_TILES_W: Final = 250
"""The width of the tiles in question on the left of that panel."""
_TILE: Final = 192.0
"""The length of the tiles in question beside the grid."""
_TILES_H: Final = 144
_BADGE: Final = 30.0


def draw_boards(pen: Pen, *, narrow: bool) -> None:
    """The parchment of the grid, and the panel beside it or below."""
    board, gained = (_BOARD.moved(0, -RAISED), _BELOW) if narrow else (_BOARD, _GAINS)
    pen.draw(
        scene.RoundRect(*board, 18, "ink"),
        scene.RoundRect(*board.inset(3), 16, "parchment.dark"),
        scene.RoundRect(*board.inset(8), 12, "parchment.low"),
        scene.Use(gained.x, gained.y, panel(gained.w, gained.h, 18)),
    )


def fate_header(seat: SeatView, context: PictureContext) -> scene.Group:
    """The bar with the name."""
    name = context.name(seat.seat, scene.Face.TITLE)
    items: tuple[scene.Node, ...] = (
        scene.Use(44, 32, seat_token(seat.color, 23)),
        fitted_line(name, 82, 33, (38, 34, 30, 26), WIDTH - 120, face=scene.Face.TITLE),
    )
    return scene.Group("header", items, rect=scene.Rect(0, 0, WIDTH, HEADER - 1))


def fate_places(view: View, seat: SeatView, context: PictureContext) -> scene.Group:
    """The grid with the tiles that lie there, and those that might, the likely best on top."""
    grid, places = view.box.fate_grid, context.hints.fate
    cells = [cell for place in places for cell in place.cells]
    field = field_of(grid, seat, _FOOTING, _fits, cells)
    squares = squares_of(grid)
    below_first = tuple(
        scene.Use(
            *field.at(*squares[place.cells[0]]),
            _possible(place.symbols, place.direction, field.cell),
        )
        for place in reversed(places)
    )
    badges = (_badge_on(place, number, field, squares) for number, place in enumerate(places, 1))
    items = (
        scene.Use(0, 0, bare_grid(grid, field)),
        *laid(view, seat, field, context),
        *below_first,
        *badges,
    )
    return scene.Group("fate area", items)


def _fits(field: Field) -> bool:
    return (
        sum(field.columns) <= _INSIDE.w - _NAMES_ROOM and sum(field.rows) <= _INSIDE.h - _NAMES_ROOM
    )


@lru_cache(maxsize=128)
def _possible(
    actions: tuple[ids.ActionType, ...], direction: ids.Direction, cell: float
) -> scene.Symbol:
    """A fate tile that might lie there, around the first of its actions."""
    pen = Pen()
    rect, r = tile_rect(direction, cell), cell * 0.17
    pen.draw(
        scene.RoundRect(*rect.inset(-2), r + 2, "ink"),
        scene.RoundRect(*rect.inset(1), r, "free"),
        scene.RoundRect(*rect.inset(8), r * 0.7, "ink"),
        scene.RoundRect(*rect.inset(10), r * 0.6, scene.mix("strip", "free", 0.3)),
    )
    draw_symbols(pen, actions, direction, cell)
    return pen.symbol(f"possible {'-'.join(actions)} {direction}")


def _badge_on(
    place: hints.FatePlace, number: int, field: Field, squares: dict[str, tuple[int, int]]
) -> scene.Use:
    """The number of a place, in the corner of one of its squares."""
    square = squares[place.badge]
    x, y = field.at(*square)
    w, h = field.size(*square)
    aside = min(_BADGE, field.cell * 0.3)
    return scene.Use(
        x - w / 2 + aside, y - h / 2 + aside, sign_badge("fate place", str(number), aside)
    )


@lru_cache(maxsize=32)
def sign_badge(kind: str, sign: str, r: float) -> scene.Symbol:
    """The number or letter of one of several places of a kind."""
    pen = Pen()
    pen.draw(scene.Disc(0, 0, r, "ink"))
    pen.draw(scene.Disc(0, 0, r - 3, "free"))
    pen.draw(scene.Text(0, -r * 0.05, sign, scene.type_size(r * 1.5), label=f"{kind} {sign}"))
    return pen.symbol(f"{kind} {sign}")


def gains(seat: SeatView, context: PictureContext) -> scene.Group:
    """The tiles in question, and what each numbered place brings."""
    places = context.hints.fate
    ends = tuple(dict.fromkeys(place.end for place in places))
    items = [*_tiles(ends, seat, context)]
    area, room = (
        _GAINS,
        scene.Rect(_GAINS.x + 24, _GAINS.y + _TILES_H, _GAINS.w - 48, _GAINS.h - _TILES_H - 16),
    )
    if context.narrow:
        area, room = (
            _BELOW,
            scene.Rect(_BELOW.x + _TILES_W, _BELOW.y + 10, _BELOW.w - _TILES_W - 20, _BELOW.h - 20),
        )
    lines = rows(room, max(len(places), 5))
    for number, (place, line) in enumerate(zip(places, lines, strict=False), 1):
        items.append(_line(place, number, line))
    return scene.Group("gains", tuple(items), rect=area)


def _tiles(
    ends: tuple[ids.End, ...], seat: SeatView, context: PictureContext
) -> Iterator[scene.Node]:
    """The fate tiles at these ends of the row, named, side by side or one below the other."""
    step = _GAINS.w / max(1, len(ends))
    for index, end in enumerate(ends):
        tile = seat.fate_row[0] if end is ids.End.TOP else seat.fate_row[-1]
        x, y = _GAINS.x + step * (index + 0.5), _GAINS.y
        if context.narrow:
            x, y = _BELOW.x + _TILES_W / 2, _BELOW.y + 20 + _TILES_H * index
        name = context.term(f"end.{end}")
        yield scene.Text(x, y + 28, name, TypeSize.TITLE, "free", label=f"fate {end}")
        yield scene.Use(x, y + 88, _tile(tile.symbols))


@lru_cache(maxsize=32)
def _tile(actions: tuple[ids.ActionType, ...]) -> scene.Symbol:
    pen = Pen()
    pieces.fate_strip(pen, 0, 0, _TILE, actions)
    return pen.symbol(f"fate tile {'-'.join(actions)}")


def _line(place: hints.FatePlace, number: int, rect: scene.Rect) -> scene.Group:
    """The number of a place and the counted kinds of what it brings."""
    counted = (*place.tiles.items(), *place.goods.items())
    y = rect.h / 2
    items: list[scene.Node] = [scene.Use(34, y, sign_badge("fate place", str(number), 34))]
    step = min(104.0, (rect.w - 84) / max(1, len(counted)))
    for index, (kind, count) in enumerate(counted):
        x = 112 + index * step
        items += [
            scene.Use(x, y, _gained(kind)),
            scene.Text(x + 41, y, str(count), TypeSize.COUNT, "parchment"),
        ]
    return scene.Group(
        f"place {number}", tuple(items), rect.x, rect.y, scene.Rect(0, 0, rect.w, rect.h)
    )


@lru_cache(maxsize=16)
def _gained(kind: ids.ActionType | ids.Resource) -> scene.Symbol:
    pen = Pen()
    if isinstance(kind, ids.Resource):
        pieces.resource(pen, 0, 0, 48, kind)
    else:
        pieces.action(pen, 0, 0, 50, kind)
    return pen.symbol(f"gained {kind}")


def open_tasks(view: View, seat: SeatView) -> scene.Group:
    """The tasks that are not lit yet, as what tiles are wanted for."""
    held = [spot for spot in seat.positions if spot.task is not None and not spot.task.lit]
    items: list[scene.Node] = [panel_at(_TASKS)]
    step = min(148.0, (_TASKS.w - 20) / max(1, len(held)))
    for index, spot in enumerate(held):
        assert spot.task is not None
        look = task_look(spot.task, _TASK_TILE, Mark.NONE)
        x = _TASKS.center[0] + (index - (len(held) - 1) / 2) * step
        items.append(
            scene.Use(x, _TASKS.center[1], task_tile(spot.task.task, look, view.box.fate_grid))
        )
    return scene.Group("open tasks", tuple(items), rect=_TASKS)
