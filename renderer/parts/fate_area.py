"""The Fate Area: its grid, however large, and the fate tiles on it, in the margin too."""

import math
from functools import lru_cache
from typing import Final, NamedTuple

from engine.data.box import FateGrid, FateTile
from engine.geometry import MARGIN, geometry
from engine.ids import ActionType, Direction
from engine.view import FateTileView, SeatView, View
from renderer.changes import Mark, mark
from renderer.kit import Kit
from renderer.parts import atoms
from renderer.parts.city_arc import CENTER, FATE_RADIUS
from renderer.pen import Pen
from renderer.scene import Art, Box, Group, Node, Point, Sprite, Text, fade
from renderer.shapes import Outline

_LARGEST: Final = 53.0
_FOOT: Final = 27
"""Room for the names of the columns between the grid and the lower edge."""
_STICKING_OUT: Final = 27


class _Field(NamedTuple):
    """The shown part of the grid: the cell size and the first and last row and column."""

    cell: float
    top: int
    bottom: int
    left: int
    right: int

    def at(self, row: int, column: int) -> Point:
        """The middle of a square."""
        middle = (self.left + self.right) / 2
        x = CENTER[0] + (column - middle) * self.cell
        y = CENTER[1] - _FOOT - (self.bottom - row + 0.5) * self.cell
        return x, y


def _squares(grid: FateGrid) -> dict[str, tuple[int, int]]:
    """Row and column of every named square; the margin has numbers below 1."""
    return {
        name: (row - MARGIN + 1, column - MARGIN + 1)
        for row, names in enumerate(geometry(grid).rows)
        for column, name in enumerate(names)
    }


def _field(grid: FateGrid, seat: SeatView) -> _Field:
    """The printed grid, and the whole margin when tiles lie or may be laid there."""
    squares = _squares(grid)
    top, bottom, left, right = 1, grid.rows, 1, grid.columns
    if _STICKING_OUT in seat.abilities:
        top, bottom = 1 - MARGIN, grid.rows + MARGIN
        left, right = 1 - MARGIN, grid.columns + MARGIN
    for tile in seat.fate:
        for name in tile.cells:
            row, column = squares[name]
            top, bottom = min(top, row), max(bottom, row)
            left, right = min(left, column), max(right, column)
    across, down = right - left + 1, bottom - top + 1
    cell = _LARGEST
    while math.hypot(across * cell / 2, down * cell + _FOOT) > FATE_RADIUS - 6:
        cell -= 0.5
    return _Field(cell, top, bottom, left, right)


@lru_cache(maxsize=16)
def _board(grid: FateGrid, field: _Field) -> Art:
    """The empty squares with their symbols and names of rows and columns."""
    pen = Pen()
    cell, names = field.cell, geometry(grid).rows
    for row in range(field.top, field.bottom + 1):
        for column in range(field.left, field.right + 1):
            x, y = field.at(row, column)
            if 1 <= row <= grid.rows and 1 <= column <= grid.columns:
                _square(pen, grid, (row, column), (x, y, cell))
            else:
                q = cell * 0.43
                edge = fade("square.edge", 0.8)
                pen.box(x - q, y - q, 2 * q, 2 * q, cell * 0.13, None, edge, 1.4)
    _names(pen, field, names)
    return pen.art(f"fate area {grid.rows}x{grid.columns} {field.left}..{field.right}")


def _square(
    pen: Pen, grid: FateGrid, square: tuple[int, int], at: tuple[float, float, float]
) -> None:
    x, y, cell = at
    high = square in grid.highlighted
    q = cell * 0.47
    edge = "square.high.edge" if high else "square.edge"
    pen.box(x - q, y - q, 2 * q, 2 * q, cell * 0.13, edge)
    q -= cell * 0.047
    pen.box(x - q, y - q, 2 * q, 2 * q, cell * 0.10, "square.high" if high else "square")
    if square in grid.gold:
        pen.icon(x, y, "gold", cell * 0.68, "square.gold")
    if square in grid.wild:
        pen.shape(Outline.STAR, x, y, cell * 0.32, "square.wild")
        pen.icon(x, y, "wild", cell * 0.38, "parchment")
    if square in grid.start:
        pen.disc(x, y, cell * 0.10, "square.high.edge")


def _names(pen: Pen, field: _Field, names: tuple[tuple[str, ...], ...]) -> None:
    """Column letters below, row numbers on the left."""
    size = 17 if field.cell > 40 else 14
    for column in range(field.left, field.right + 1):
        x, _ = field.at(field.bottom, column)
        letter = names[MARGIN][column - 1 + MARGIN].rstrip("-0123456789")
        label = f"fate column {letter}"
        pen.text(x, CENTER[1] - _FOOT + 9, letter, size, "sepia", label=label)
    for row in range(field.top, field.bottom + 1):
        x, y = field.at(row, field.left)
        number = names[row - 1 + MARGIN][MARGIN].lstrip("abcdefghijklmnopqrstuvwxyz")
        pen.text(x - field.cell / 2 - 10, y, number, size, "sepia", label=f"fate row {number}")


@lru_cache(maxsize=256)
def _tile(symbols: tuple[ActionType, ...], direction: Direction, cell: float, state: Mark) -> Art:
    """A fate tile around its first symbol."""
    pen = Pen()
    dx, dy = _STEPS[direction]
    ends = [(dx * cell * i, dy * cell * i) for i in range(3)]
    left, top = min(x for x, _ in ends) - cell / 2, min(y for _, y in ends) - cell / 2
    w, h = cell * (1 + 2 * abs(dx)), cell * (1 + 2 * abs(dy))
    r = cell * 0.17
    if state is Mark.CHANGED:
        pen.halo(Box(left, top, w, h), 42)
        pen.box(left - 4, top - 4, w + 8, h + 8, r + 4, "fire.light")
    pen.box(left + 0.5, top + 3, w - 1, h - 1, r, fade("shade", 0.55))
    pen.box(left + 0.5, top + 0.5, w - 1, h - 1, r, "ink")
    pen.box(left + 2.5, top + 2.5, w - 5, h - 5, r * 0.83, "strip")
    pen.box(left + 4.5, top + 4.5, w - 9, h - 9, r * 0.67, "strip.low")
    for (x, y), kind in zip(ends, symbols, strict=True):
        atoms.action(pen, x, y, cell * 0.79, kind)
    return pen.art(f"fate {'-'.join(symbols)} {direction} {state}")


_STEPS: Final = {
    Direction.RIGHT: (1, 0),
    Direction.DOWN: (0, 1),
    Direction.LEFT: (-1, 0),
    Direction.UP: (0, -1),
}


def fate_area(view: View, seat: SeatView, kit: Kit) -> Group:
    """The grid and its tiles, those that changed on top."""
    grid = view.box.fate_grid
    field = _field(grid, seat)
    squares = _squares(grid)
    changed = kit.changes.seat(seat.seat).fate

    def order(tile: FateTileView) -> bool:
        return tile.tile.id in changed

    tiles: list[Node] = [
        Sprite(
            *field.at(*squares[tile.cells[0]]),
            _tile(
                tile.tile.symbols, tile.direction, field.cell, mark(changed=tile.tile.id in changed)
            ),
        )
        for tile in sorted(seat.fate, key=order)
    ]
    return Group("fate area", (Sprite(0, 0, _board(grid, field)), *tiles))


@lru_cache(maxsize=64)
def upright_tile(symbols: tuple[ActionType, ...], state: str) -> Art:
    """A fate tile of the row, around its centre; `state` is `end` for one that can be taken."""
    pen = Pen()
    if state == "end":
        pen.box(-21, -56, 42, 112, 9, "free")
    atoms.fate_column(pen, 0, 0, 99, symbols)
    return pen.art(f"fate {'-'.join(symbols)} {state}")


@lru_cache(maxsize=2)
def _gap() -> Art:
    pen = Pen()
    pen.box(-16.5, -49.5, 33, 99, 6, "ghost", "ghost.edge", 2)
    return pen.art("no fate tile")


def fate_row(seat: SeatView, kit: Kit) -> Group:
    """The fate tiles still to be placed, with both ends marked and named."""
    items: list[Node] = []
    row: tuple[FateTile, ...] = seat.fate_row
    count = max(7, len(row) + (seat.fate_front is not None))
    gap = min(40.0, 280 / count)

    def x_of(index: int) -> float:
        return 150 + (index - (count - 1) / 2) * gap

    shift = 0
    if seat.fate_front is not None:
        items.append(Sprite(x_of(0), 62, upright_tile(seat.fate_front.symbols, "end")))
        front = kit.word("front")
        items.append(Text(x_of(0), 130, front, 17, "free", label="fate front"))
        shift = 1
    for index in range(count - shift):
        x = x_of(index + shift)
        if index >= len(row):
            items.append(Sprite(x, 62, _gap()))
            continue
        end = index in (0, len(row) - 1) and seat.fate_front is None
        middle = index == len(row) // 2 and seat.fate_front is not None
        state = "end" if end or middle else "inside"
        items.append(Sprite(x, 62, upright_tile(row[index].symbols, state)))
    items += _end_names(seat, kit, (x_of(shift), x_of(shift + max(0, len(row) - 1))))
    return Group("fate row", tuple(items))


def _end_names(seat: SeatView, kit: Kit, ends: tuple[float, float]) -> tuple[Text, ...]:
    if not seat.fate_row or seat.fate_front is not None:
        return ()
    top = Text(ends[0], 130, kit.term("end.top"), 17, "free", label="fate top")
    if len(seat.fate_row) == 1:
        return (top,)
    bottom = Text(ends[1], 130, kit.term("end.bottom"), 17, "free", label="fate bottom")
    return (top, bottom)
