"""The grid of a Fate Area, however large, and the fate tiles on it, in the margin too."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from engine import ids
from engine.data import box
from engine.geometry import MARGIN, geometry
from engine.specialists import fate_tiles_stick_out
from engine.view import SeatView
from renderer import scene
from renderer.changes import Mark
from renderer.parts import pieces
from renderer.pen import Pen
from renderer.shapes import Outline, outline

_LOW: Final = 14.0
_NARROW: Final = 20.0
"""A row or column of the margin where a tile may be laid, but none lies. A letter needs the width;
numerals stand beside one another where rows are low."""
_TALL: Final = 0.72
"""The height of a numeral, and what parts it from the next one, by the size of its type."""
_NAME_ASIDE: Final = 0.65
"""From the grid to the middle of a name beside it, by the size of its type."""
_NEXT_ASIDE: Final = 0.95
"""From there to the middle of a name that has no room in the same column."""
_STEPS: Final = {
    ids.Direction.RIGHT: (1, 0),
    ids.Direction.DOWN: (0, 1),
    ids.Direction.LEFT: (-1, 0),
    ids.Direction.UP: (0, -1),
}


class Footing(NamedTuple):
    """The place of a grid: its middle, its lower edge; its largest squares and type of names."""

    middle: float
    floor: float
    largest: float
    names: int


class Field(NamedTuple):
    """The shown part of the grid: the size of a square, and where rows and columns lie.

    `rows` and `columns` give the sizes of all from `top` and `left` on: those of the margin on
    which no tile lies are narrow strips.
    """

    footing: Footing
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

    @property
    def names(self) -> int:
        """The size of the names of rows and columns, smaller where many rows are printed."""
        return min(self.footing.names, int(self.cell / _TALL))

    def size(self, row: int, column: int) -> scene.Point:
        """Width and height of a square."""
        return self.columns[column - self.left], self.rows[row - self.top]

    def at(self, row: int, column: int) -> scene.Point:
        """The middle of a square."""
        w, h = self.size(row, column)
        before = sum(self.columns[: column - self.left])
        x = self.footing.middle - sum(self.columns) / 2 + before + w / 2
        return x, self.footing.floor - sum(self.rows[row - self.top :]) + h / 2

    def name_at(self, row: int, printed: int) -> scene.Point:
        """The middle of the name of a row, on its left; `printed` rows do not belong to the margin.

        The corners of the margin are empty, so the names of its rows stand there. The outer of two
        low rows has its name further left, since the inner one needs the height of both, and on its
        inner edge, away from the task spaces.
        """
        outside = not 1 <= row <= printed
        x, y = self.at(row, 1 if outside else self.left)
        x -= self.columns[0 if not outside else 1 - self.left] / 2 + self.names * _NAME_ASIDE
        outer, inward = row in {1 - MARGIN, printed + MARGIN}, 1 if row < 1 else -1
        h = self.size(row, 1)[1]
        if outer and h + self.size(row + inward, 1)[1] < 2 * self.names * _TALL:
            x -= self.names * _NEXT_ASIDE
            y += inward * h / 2
        return x, y


def squares_of(grid: box.FateGrid) -> dict[str, tuple[int, int]]:
    """Row and column of every named square; the margin has numbers below 1."""
    return {
        name: (row - MARGIN + 1, column - MARGIN + 1)
        for row, names in enumerate(geometry(grid).rows)
        for column, name in enumerate(names)
    }


def field_of(
    grid: box.FateGrid,
    seat: SeatView,
    footing: Footing,
    fits: Callable[[Field], bool],
    also: Iterable[str] = (),
) -> Field:
    """The printed grid as large as it `fits`, and of the margin what tiles lie on or may lie on.

    The squares named by `also` count as covered.
    """
    squares = squares_of(grid)
    names = (name for tile in seat.fate for name in tile.cells)
    covered = [squares[name] for name in (*names, *also)]
    rows = {*range(1, grid.rows + 1), *(row for row, _ in covered)}
    columns = {*range(1, grid.columns + 1), *(column for _, column in covered)}
    reach = MARGIN if fate_tiles_stick_out(seat) else 0
    top, bottom = min(*rows, 1 - reach), max(*rows, grid.rows + reach)
    left, right = min(*columns, 1 - reach), max(*columns, grid.columns + reach)

    def field(cell: float) -> Field:
        down = tuple(cell if row in rows else _LOW for row in range(top, bottom + 1))
        across = tuple(cell if column in columns else _NARROW for column in range(left, right + 1))
        return Field(footing, cell, top, left, down, across)

    cell = footing.largest
    while not fits(field(cell)):
        cell -= 0.5
    return field(cell)


@lru_cache(maxsize=32)
def bare_grid(grid: box.FateGrid, field: Field) -> scene.Symbol:
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
                edge = scene.fade("square.edge", 0.8)
                pen.draw(
                    scene.RoundRect(
                        x - w * 0.43, y - h * 0.43, w * 0.86, h * 0.86, 3, None, edge, 1.4
                    )
                )
    _names(pen, field, names)
    return pen.symbol(f"fate area {grid.rows}x{grid.columns} {field.left}..{field.right}")


def _square(
    pen: Pen, grid: box.FateGrid, square: tuple[int, int], at: tuple[float, float, float]
) -> None:
    x, y, cell = at
    high = square in grid.highlighted
    q = cell * 0.47
    edge = "square.high.edge" if high else "square.edge"
    pen.draw(scene.RoundRect(x - q, y - q, 2 * q, 2 * q, cell * 0.13, edge))
    q -= cell * 0.047
    pen.draw(
        scene.RoundRect(
            x - q, y - q, 2 * q, 2 * q, cell * 0.10, "square.high" if high else "square"
        )
    )
    if square in grid.gold:
        pen.draw(scene.Icon(x, y, "gold", cell * 0.68, "square.gold"))
    if square in grid.wild:
        pen.draw(scene.Polygon(outline(Outline.STAR, x, y, cell * 0.32), "square.wild"))
        pen.draw(scene.Icon(x, y, "wild", cell * 0.38, "parchment"))
    if square in grid.start:
        pen.draw(scene.Disc(x, y, cell * 0.10, "square.high.edge"))


def _names(pen: Pen, field: Field, names: tuple[tuple[str, ...], ...]) -> None:
    """Column letters below, row numbers on the left."""
    size = field.names
    for column in range(field.left, field.right + 1):
        x, _ = field.at(field.bottom, column)
        letter = names[MARGIN][column - 1 + MARGIN].rstrip("-0123456789")
        y = field.footing.floor + size * 0.53
        pen.draw(
            scene.Text(x, y, letter, scene.type_size(size), "sepia", label=f"fate column {letter}")
        )
    for row in range(field.top, field.bottom + 1):
        x, y = field.name_at(row, len(names) - 2 * MARGIN)
        number = names[row - 1 + MARGIN][MARGIN].lstrip("abcdefghijklmnopqrstuvwxyz")
        pen.draw(
            scene.Text(x, y, number, scene.type_size(size), "sepia", label=f"fate row {number}")
        )


def tile_rect(direction: ids.Direction, cell: float) -> scene.Rect:
    """The rectangle of a fate tile around the first of its symbols."""
    dx, dy = _STEPS[direction]
    left, top = min(0, 2 * dx) * cell - cell / 2, min(0, 2 * dy) * cell - cell / 2
    return scene.Rect(left, top, cell * (1 + 2 * abs(dx)), cell * (1 + 2 * abs(dy)))


@lru_cache(maxsize=256)
def fate_tile(
    actions: tuple[ids.ActionType, ...], direction: ids.Direction, cell: float, mark: Mark
) -> scene.Symbol:
    """A fate tile around the first of its actions."""
    pen = Pen()
    rect, r = tile_rect(direction, cell), cell * 0.17
    match mark:
        case Mark.CHANGED:
            pen.halo(rect, 42)
            pen.draw(scene.RoundRect(*rect.inset(-4), r + 4, "fire.light"))
        case Mark.LATEST:
            pen.draw(scene.RoundRect(*rect.inset(-2.5), r + 2.5, "fire.light"))
        case _:
            pass
    w, h = rect.w, rect.h
    pen.draw(
        scene.RoundRect(rect.x + 0.5, rect.y + 3, w - 1, h - 1, r, scene.fade("shade", 0.55)),
        scene.RoundRect(*rect.inset(0.5), r, "ink"),
        scene.RoundRect(*rect.inset(2.5), r * 0.83, "strip"),
        scene.RoundRect(*rect.inset(4.5), r * 0.67, "strip.low"),
    )
    draw_symbols(pen, actions, direction, cell)
    return pen.symbol(f"fate {'-'.join(actions)} {direction} {mark}")


def draw_symbols(
    pen: Pen, actions: tuple[ids.ActionType, ...], direction: ids.Direction, cell: float
) -> None:
    """The three actions of a fate tile, the first one in the middle."""
    dx, dy = _STEPS[direction]
    for index, kind in enumerate(actions):
        pieces.action(pen, dx * cell * index, dy * cell * index, cell * 0.79, kind)
