"""The fate tiles still to be placed: a column in the corner of a city, its top tile on top."""

from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from engine.ids import ActionType
from engine.view import SeatView
from renderer.context import PictureContext, fitted_line, title_line
from renderer.parts import pieces
from renderer.parts.panels import panel_at
from renderer.pen import Pen
from renderer.scene import Anchor, Group, Node, Rect, RoundRect, Symbol, Text, Use
from renderer.theme import TypeSize

ROOM: Final = Rect(14, 118, 160, 342)
"""The room that the arc leaves in the corner; fewer tiles take less of it, and are larger."""
_LARGEST: Final = 46.0
_INSIDE: Final = 0.67
"""The scale of the tiles that cannot be taken yet."""
_SPREAD: Final = 1.24
"""From tile to tile, in squares."""
_NAME: Final = 36
"""Room for the name of an end."""


class _Spot(StrEnum):
    """The place of a tile: one at an end can be taken."""

    END = "end"
    INSIDE = "inside"


class _Tile(NamedTuple):
    """A tile of the column; one at an end may have a name."""

    actions: tuple[ActionType, ...]
    spot: _Spot = _Spot.INSIDE
    name: str = ""
    label: str = ""


def _tiles(seat: SeatView, context: PictureContext) -> tuple[_Tile, ...]:
    row = [_Tile(tile.symbols) for tile in seat.fate_row]
    if seat.fate_front is not None:
        middle = len(row) // 2
        front = _Tile(seat.fate_front.symbols, _Spot.END, context.word("front"), "fate front")
        return (
            front,
            *(tile._replace(spot=_Spot.END) if i == middle else tile for i, tile in enumerate(row)),
        )
    if row:
        row[-1] = row[-1]._replace(
            spot=_Spot.END, name=context.term("end.bottom"), label="fate bottom"
        )
        row[0] = row[0]._replace(spot=_Spot.END, name=context.term("end.top"), label="fate top")
    return tuple(row)


def fate_row(seat: SeatView, context: PictureContext) -> Group:
    """The tiles from top to bottom, with those that can be taken marked and named."""
    tiles = _tiles(seat, context)
    if not tiles:
        return Group("fate row", ())
    below = len(tiles) > 1 and bool(tiles[-1].name)
    names = _NAME * (2 if below else 1)
    shares = [1.0 if tile.spot is _Spot.END else _INSIDE for tile in tiles]
    cell = min(_LARGEST, (ROOM.h - 18 - names) / (sum(shares) * _SPREAD))
    room = Rect(*ROOM[:3], 18 + names + cell * _SPREAD * sum(shares))
    x, y = room.center[0], room.y + 8 + _NAME
    title = title_line(context.title("fate_tiles"), room.x + 2, room.y - 21, 400)
    items: list[Node] = [panel_at(room), title]
    for tile, share in zip(tiles, shares, strict=True):
        step = cell * share * _SPREAD
        items.append(Use(x, y + step / 2, _tile(tile.actions, tile.spot, cell * share)))
        y += step
    items.append(_name(tiles[0], x, room.y + 20))
    if below:
        items.append(_name(tiles[-1], x, room.bottom - 20))
    return Group("fate row", tuple(items))


def _name(tile: _Tile, x: float, y: float) -> Text:
    return fitted_line(
        tile.name,
        x,
        y,
        (TypeSize.TITLE, TypeSize.NAME, TypeSize.CODE),
        ROOM.w - 8,
        color="free",
        anchor=Anchor.MIDDLE,
        label=tile.label,
    )


@lru_cache(maxsize=128)
def _tile(actions: tuple[ActionType, ...], spot: _Spot, cell: float) -> Symbol:
    """A tile around its centre."""
    pen = Pen()
    if spot is _Spot.END:
        w, h = cell * 3.08 + 8, cell * 1.16 + 8
        pen.draw(RoundRect(-w / 2, -h / 2, w, h, cell * 0.26, "free"))
    pieces.fate_strip(pen, 0, 0, cell * 3, actions)
    return pen.symbol(f"fate {'-'.join(actions)} {spot}")
