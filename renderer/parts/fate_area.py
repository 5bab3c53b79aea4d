"""The Fate Area: its grid, however large, and the fate tiles on it, in the margin too."""

import math
from functools import lru_cache
from typing import Final, NamedTuple

from engine.data.box import FateGrid
from engine.geometry import MARGIN, geometry
from engine.ids import ActionType, Direction
from engine.specialists import fate_tiles_stick_out
from engine.view import FateTileView, SeatView, View
from renderer.changes import Mark, mark_of
from renderer.context import PictureContext
from renderer.parts import pieces
from renderer.parts.city_arc import CENTER, FATE_RADIUS
from renderer.pen import Pen
from renderer.scene import Group, Node, Point, Rect, Symbol, Use, fade
from renderer.shapes import Outline
from renderer.theme import TypeSize

_LARGEST: Final = 53.0
_FOOT: Final = 27
"""Room for the names of the columns between the grid and the lower edge."""
_TALLEST: Final = 290
"""From there on up stands the guardian of position 4."""
_SMALL: Final = 36
_STRIP: Final = 17.0
"""A row or column of the margin where a tile may be laid, but none lies."""


class _Field(NamedTuple):
    """The shown part of the grid: the size of a square, and where rows and columns lie.

    `rows` and `columns` give the number of the first, and the sizes of all: those of the margin
    on which no tile lies are narrow strips.
    """

    cell: float
    top: int
    left: int
    rows: tuple[float, ...]
    columns: tuple[float, ...]

    @property
    def bottom(self) -> int:
        """The last row."""
        return self.top + len(self.rows) - 1

    @property
    def right(self) -> int:
        """The last column."""
        return self.left + len(self.columns) - 1

    def size(self, row: int, column: int) -> Point:
        """Width and height of a square."""
        return self.columns[column - self.left], self.rows[row - self.top]

    def at(self, row: int, column: int) -> Point:
        """The middle of a square."""
        w, h = self.size(row, column)
        x = CENTER[0] - sum(self.columns) / 2 + sum(self.columns[: column - self.left]) + w / 2
        y = CENTER[1] - _FOOT - sum(self.rows[row - self.top :]) + h / 2
        return x, y


def _squares(grid: FateGrid) -> dict[str, tuple[int, int]]:
    """Row and column of every named square; the margin has numbers below 1."""
    return {
        name: (row - MARGIN + 1, column - MARGIN + 1)
        for row, names in enumerate(geometry(grid).rows)
        for column, name in enumerate(names)
    }


def _field(grid: FateGrid, seat: SeatView) -> _Field:
    """The printed grid, and of the margin what tiles lie on or may be laid on."""
    squares = _squares(grid)
    covered = [squares[name] for tile in seat.fate for name in tile.cells]
    rows = {*range(1, grid.rows + 1), *(row for row, _ in covered)}
    columns = {*range(1, grid.columns + 1), *(column for _, column in covered)}
    reach = MARGIN if fate_tiles_stick_out(seat) else 0
    top, bottom = min(*rows, 1 - reach), max(*rows, grid.rows + reach)
    left, right = min(*columns, 1 - reach), max(*columns, grid.columns + reach)

    def sizes(first: int, last: int, wide: set[int], cell: float) -> tuple[float, ...]:
        return tuple(cell if number in wide else _STRIP for number in range(first, last + 1))

    def field(cell: float) -> _Field:
        across, down = sizes(left, right, columns, cell), sizes(top, bottom, rows, cell)
        return _Field(cell, top, left, down, across)

    cell = _LARGEST
    while not _fits(field(cell), grid):
        cell -= 0.5
    return field(cell)


def _fits(field: _Field, grid: FateGrid) -> bool:
    """Whether the parchment holds the field. Its corners are no squares: nothing sticks out there.

    A tile is straight and lies on the printed grid with one square at least.
    """
    left, top = 1 - field.left, 1 - field.top
    inner_w = sum(field.columns[left : left + grid.columns])
    below = sum(field.rows[top:]) + _FOOT
    reaches = ((sum(field.columns), below), (inner_w, sum(field.rows) + _FOOT))
    round_it = all(math.hypot(w / 2, h) <= FATE_RADIUS - 6 for w, h in reaches)
    return round_it and sum(field.rows) + _FOOT <= _TALLEST


@lru_cache(maxsize=16)
def _board(grid: FateGrid, field: _Field) -> Symbol:
    """The empty squares with their symbols and names of rows and columns."""
    pen = Pen()
    cell, names = field.cell, geometry(grid).rows
    for row in range(field.top, field.bottom + 1):
        for column in range(field.left, field.right + 1):
            x, y = field.at(row, column)
            inside = (1 <= row <= grid.rows, 1 <= column <= grid.columns)
            if all(inside):
                _square(pen, grid, (row, column), (x, y, cell))
            elif any(inside):
                w, h = field.size(row, column)
                edge = fade("square.edge", 0.8)
                pen.rect(x - w * 0.43, y - h * 0.43, w * 0.86, h * 0.86, 3, None, edge, 1.4)
    _names(pen, field, names)
    return pen.symbol(f"fate area {grid.rows}x{grid.columns} {field.left}..{field.right}")


def _square(
    pen: Pen, grid: FateGrid, square: tuple[int, int], at: tuple[float, float, float]
) -> None:
    x, y, cell = at
    high = square in grid.highlighted
    q = cell * 0.47
    edge = "square.high.edge" if high else "square.edge"
    pen.rect(x - q, y - q, 2 * q, 2 * q, cell * 0.13, edge)
    q -= cell * 0.047
    pen.rect(x - q, y - q, 2 * q, 2 * q, cell * 0.10, "square.high" if high else "square")
    if square in grid.gold:
        pen.icon(x, y, "gold", cell * 0.68, "square.gold")
    if square in grid.wild:
        pen.shape(Outline.STAR, x, y, cell * 0.32, "square.wild")
        pen.icon(x, y, "wild", cell * 0.38, "parchment")
    if square in grid.start:
        pen.disc(x, y, cell * 0.10, "square.high.edge")


def _names(pen: Pen, field: _Field, names: tuple[tuple[str, ...], ...]) -> None:
    """Column letters below, row numbers on the left."""
    size = TypeSize.LABEL if field.cell > _SMALL else 14
    for column in range(field.left, field.right + 1):
        x, _ = field.at(field.bottom, column)
        letter = names[MARGIN][column - 1 + MARGIN].rstrip("-0123456789")
        label = f"fate column {letter}"
        pen.text(x, CENTER[1] - _FOOT + 11, letter, size, "sepia", label=label)
    for row in range(field.top, field.bottom + 1):
        left = field.left if 1 <= row <= len(names) - 2 * MARGIN else 1
        x, y = field.at(row, left)
        number = names[row - 1 + MARGIN][MARGIN].lstrip("abcdefghijklmnopqrstuvwxyz")
        pen.text(
            x - field.columns[0] / 2 - 11, y, number, size, "sepia", label=f"fate row {number}"
        )


@lru_cache(maxsize=256)
def _tile(actions: tuple[ActionType, ...], direction: Direction, cell: float, mark: Mark) -> Symbol:
    """A fate tile around the first of its actions."""
    pen = Pen()
    dx, dy = _STEPS[direction]
    ends = [(dx * cell * i, dy * cell * i) for i in range(3)]
    left, top = min(x for x, _ in ends) - cell / 2, min(y for _, y in ends) - cell / 2
    w, h = cell * (1 + 2 * abs(dx)), cell * (1 + 2 * abs(dy))
    r = cell * 0.17
    if mark is Mark.CHANGED:
        pen.halo(Rect(left, top, w, h), 42)
        pen.rect(left - 4, top - 4, w + 8, h + 8, r + 4, "fire.light")
    pen.rect(left + 0.5, top + 3, w - 1, h - 1, r, fade("shade", 0.55))
    pen.rect(left + 0.5, top + 0.5, w - 1, h - 1, r, "ink")
    pen.rect(left + 2.5, top + 2.5, w - 5, h - 5, r * 0.83, "strip")
    pen.rect(left + 4.5, top + 4.5, w - 9, h - 9, r * 0.67, "strip.low")
    for (x, y), kind in zip(ends, actions, strict=True):
        pieces.action(pen, x, y, cell * 0.79, kind)
    return pen.symbol(f"fate {'-'.join(actions)} {direction} {mark}")


_STEPS: Final = {
    Direction.RIGHT: (1, 0),
    Direction.DOWN: (0, 1),
    Direction.LEFT: (-1, 0),
    Direction.UP: (0, -1),
}


def fate_area(view: View, seat: SeatView, context: PictureContext) -> Group:
    """The grid and its tiles, those that changed on top."""
    grid = view.box.fate_grid
    field = _field(grid, seat)
    squares = _squares(grid)
    changed = context.changes.seat(seat.seat).fate

    def order(tile: FateTileView) -> bool:
        return tile.tile.id in changed

    tiles: list[Node] = [
        Use(
            *field.at(*squares[tile.cells[0]]),
            _tile(tile.tile.symbols, tile.direction, field.cell, mark_of(tile.tile.id, changed)),
        )
        for tile in sorted(seat.fate, key=order)
    ]
    return Group("fate area", (Use(0, 0, _board(grid, field)), *tiles))
