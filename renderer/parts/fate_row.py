"""The fate tiles still to be placed: a column in the corner of a city, its top tile on top."""

from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from engine import ids
from engine.view import SeatView
from renderer import scene
from renderer.context import PictureContext, fitted_line, title_line
from renderer.parts import pieces
from renderer.parts.panels import panel_at
from renderer.pen import Pen
from renderer.theme import TypeSize

_ROOM: Final = scene.Rect(14, 118, 160, 342)
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
    """A tile of the column; one at an end may have a name, a key of the catalog."""

    actions: tuple[ids.ActionType, ...]
    spot: _Spot = _Spot.INSIDE
    name: str = ""
    label: str = ""


class _Column(NamedTuple):
    """The tiles of a seat, the size of a square of those that can be taken, and their room."""

    tiles: tuple[_Tile, ...]
    cell: float
    room: scene.Rect

    @property
    def named_below(self) -> bool:
        """Say whether the last tile has a name too."""
        return len(self.tiles) > 1 and bool(self.tiles[-1].name)


def _tiles(seat: SeatView) -> tuple[_Tile, ...]:
    row = [_Tile(tile.symbols) for tile in seat.fate_row]
    if seat.fate_front is not None:
        middle = len(row) // 2
        front = _Tile(seat.fate_front.symbols, _Spot.END, "picture.front", "fate front")
        return (
            front,
            *(tile._replace(spot=_Spot.END) if i == middle else tile for i, tile in enumerate(row)),
        )
    if row:
        row[-1] = row[-1]._replace(spot=_Spot.END, name="end.bottom", label="fate bottom")
        row[0] = row[0]._replace(spot=_Spot.END, name="end.top", label="fate top")
    return tuple(row)


def _column(seat: SeatView) -> _Column:
    whole = _Column(_tiles(seat), _LARGEST, _ROOM)
    names = 18 + _NAME * (2 if whole.named_below else 1)
    high = _SPREAD * sum(map(_share, whole.tiles))
    cell = min(_LARGEST, (_ROOM.h - names) / high) if whole.tiles else _LARGEST
    return whole._replace(cell=cell, room=_ROOM._replace(h=names + cell * high))


def _share(tile: _Tile) -> float:
    return 1.0 if tile.spot is _Spot.END else _INSIDE


def room_of(seat: SeatView) -> scene.Rect:
    """The room that the tiles of a seat take."""
    return _column(seat).room


def fate_row(seat: SeatView, context: PictureContext) -> scene.Group:
    """The tiles from top to bottom, with those that can be taken marked and named."""
    column = _column(seat)
    tiles, cell, room = column
    if not tiles:
        return scene.Group("fate row", ())
    x, y = room.center[0], room.y + 8 + _NAME
    title = title_line(context.title("fate_tiles"), room.x + 2, room.y - 21, 400)
    items: list[scene.Node] = [panel_at(room), title]
    for tile in tiles:
        size = cell * _share(tile)
        step = size * _SPREAD
        items.append(scene.Use(x, y + step / 2, _tile(tile.actions, tile.spot, size)))
        y += step
    items.append(_name(tiles[0], context, x, room.y + 20))
    if column.named_below:
        items.append(_name(tiles[-1], context, x, room.bottom - 20))
    return scene.Group("fate row", tuple(items))


def _name(tile: _Tile, context: PictureContext, x: float, y: float) -> scene.Text:
    return fitted_line(
        context.term(tile.name),
        x,
        y,
        (TypeSize.TITLE, TypeSize.NAME, TypeSize.CODE),
        _ROOM.w - 8,
        color="free",
        anchor=scene.Anchor.MIDDLE,
        label=tile.label,
    )


@lru_cache(maxsize=128)
def _tile(actions: tuple[ids.ActionType, ...], spot: _Spot, cell: float) -> scene.Symbol:
    """A tile around its centre."""
    pen = Pen()
    if spot is _Spot.END:
        w, h = cell * 3.08 + 8, cell * 1.16 + 8
        pen.draw(scene.RoundRect(-w / 2, -h / 2, w, h, cell * 0.26, "free"))
    pieces.fate_strip(pen, 0, 0, cell * 3, actions)
    return pen.symbol(f"fate {'-'.join(actions)} {spot}")
