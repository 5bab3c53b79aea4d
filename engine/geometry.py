"""The Fate Area as bits: squares, placements of a strip, and connected groups.

The printed grid has a margin of two squares on every side, into which fate tiles may stick out
with specialist 27 (ruling 54), and a guard column, so that a shift never wraps around.
Squares are named like those of a chess board: inner columns are a, b, c ... and inner rows 1, 2,
3 ... from the top left; the margin has the columns y and z on the left and the next letters on
the right, and the rows -1 and 0 above.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from engine.data.box import FateGrid
from engine.identity_cache import cached_by_identity
from engine.ids import Direction

MARGIN: Final = 2
STRIP: Final = 3
"""Squares of a fate tile."""

_LETTERS: Final = "abcdefghijklmnopqrstuvwx"
_LEFT_LETTERS: Final = "yz"
MOST_COLUMNS: Final = len(_LETTERS) - MARGIN
"""A wider grid would run out of letters for its right margin."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A way to lay a strip: `cell` names the square of the first symbol.

    `cells` are the bit indexes of the three squares in symbol order, `mask` their bits, `halo`
    the bits of their orthogonal neighbours, and `inside` how many lie in the printed grid.
    """

    cell: str
    direction: Direction
    cells: tuple[int, int, int]
    mask: int
    halo: int
    inside: int


@dataclass(frozen=True, slots=True)
class FateGeometry:
    """Everything about a grid that does not change during a game.

    Masks are ints with one bit a square. `names` maps bit index to name and `bits` name to bit
    index, margin included. `rows` holds the names row by row, margin included, for drawing.
    """

    width: int
    names: Mapping[int, str]
    bits: Mapping[str, int]
    rows: tuple[tuple[str, ...], ...]
    area: int
    inner: int
    start: int
    highlighted: int
    gold: int
    wild: int
    outer_columns: int
    placements: Mapping[tuple[str, Direction], Placement]
    inside_placements: tuple[Placement, ...]
    start_placements: tuple[Placement, Placement]
    inside_strips: tuple[tuple[int, int, tuple[Placement, Placement]], ...]
    """For every strip inside the grid its mask, its halo and its two placements."""
    all_strips: tuple[tuple[int, int, tuple[Placement, Placement]], ...]
    """The same for every strip with at least one square inside the grid."""

    def legal(self, occupied: int, *, sticking_out: bool) -> list[Placement]:
        """The free placements beside a covered square, in a fixed order (S1 Place a Fate Tile).

        `occupied` are the covered squares; `sticking_out` allows the margin (specialist 27).
        """
        strips = self.all_strips if sticking_out else self.inside_strips
        return [
            placement
            for mask, halo, both_ways in strips
            if not occupied & mask and occupied & halo
            for placement in both_ways
        ]

    def group(self, symbol_mask: int, bit: int) -> int:
        """The connected squares of `symbol_mask` around the square with this bit index.

        Empty when the square itself is not in `symbol_mask`; bits beside the area count nothing.
        """
        symbol_mask &= self.area
        return _flood(symbol_mask, 1 << bit & symbol_mask, self.width)

    def group_sizes(self, symbol_mask: int) -> list[int]:
        """The sizes of all connected groups in `symbol_mask`, that of the first square first."""
        sizes = []
        symbol_mask &= self.area
        while symbol_mask:
            found = _flood(symbol_mask, symbol_mask & -symbol_mask, self.width)
            sizes.append(found.bit_count())
            symbol_mask ^= found
        return sizes


@cached_by_identity
def geometry(grid: FateGrid) -> FateGeometry:
    """Work out a grid; the same grid is worked out once.

    Raises ValueError for a grid that is too wide to name its columns.
    """
    if not 1 <= grid.columns <= MOST_COLUMNS:
        raise ValueError(f"a Fate Area has 1 to {MOST_COLUMNS} columns, not {grid.columns}")
    return _Builder(grid).build()


def _flood(symbol_mask: int, found: int, width: int) -> int:
    while True:
        spread = (found | found << 1 | found >> 1 | found << width | found >> width) & symbol_mask
        if spread == found:
            return found
        found = spread


class _Builder:
    """The steps from a grid to its geometry, sharing width, names and the inner mask."""

    def __init__(self, grid: FateGrid) -> None:
        self.grid = grid
        self.rows = range(1 - MARGIN, grid.rows + MARGIN + 1)
        self.columns = range(1 - MARGIN, grid.columns + MARGIN + 1)
        self.width = len(self.columns) + 1
        squares = [(row, column) for row in self.rows for column in self.columns]
        self.names = {self.bit(square): square_name(square) for square in squares}
        self.area = self.mask(squares)
        self.inner = self.mask(
            (row, column) for row, column in squares if self.is_inner(row, column)
        )

    def is_inner(self, row: int, column: int) -> bool:
        return 1 <= row <= self.grid.rows and 1 <= column <= self.grid.columns

    def bit(self, square: tuple[int, int]) -> int:
        row, column = square
        return (row - self.rows[0]) * self.width + column - self.columns[0]

    def mask(self, squares: Iterable[tuple[int, int]]) -> int:
        return sum(1 << bit for bit in {self.bit(square) for square in squares})

    def build(self) -> FateGeometry:
        grid = self.grid
        strips = [self.strip(squares) for squares in self.strips()]
        inside = [strip for strip in strips if strip[2][0].inside == STRIP]
        start = self.strip(sorted(grid.start))
        return FateGeometry(
            width=self.width,
            names=self.names,
            bits={name: bit for bit, name in self.names.items()},
            rows=tuple(
                tuple(square_name((row, column)) for column in self.columns) for row in self.rows
            ),
            area=self.area,
            inner=self.inner,
            start=self.mask(grid.start),
            highlighted=self.mask(grid.highlighted),
            gold=self.mask(grid.gold),
            wild=self.mask(grid.wild),
            outer_columns=self.mask(
                (row, column) for row in range(1, grid.rows + 1) for column in (1, grid.columns)
            ),
            placements={
                (placement.cell, placement.direction): placement
                for *_, both in strips
                for placement in both
            },
            inside_placements=tuple(placement for *_, both in inside for placement in both),
            start_placements=start[2],
            inside_strips=tuple(inside),
            all_strips=tuple(strips),
        )

    def strips(self) -> list[list[tuple[int, int]]]:
        """All strips with a square inside the grid: row by row, horizontal before vertical."""
        found = []
        for row in self.rows:
            for column in self.columns:
                for down, right in ((0, 1), (1, 0)):
                    squares = [(row + step * down, column + step * right) for step in range(STRIP)]
                    if any(self.is_inner(*square) for square in squares):
                        found.append(squares)
        return found

    def strip(self, squares: list[tuple[int, int]]) -> tuple[int, int, tuple[Placement, Placement]]:
        horizontal = squares[0][0] == squares[1][0]
        onward, back = (
            (Direction.RIGHT, Direction.LEFT) if horizontal else (Direction.DOWN, Direction.UP)
        )
        first, last = self.placement(squares, onward), self.placement(squares[::-1], back)
        return first.mask, first.halo, (first, last)

    def placement(self, squares: list[tuple[int, int]], direction: Direction) -> Placement:
        mask = self.mask(squares)
        grown = mask | mask << 1 | mask >> 1 | mask << self.width | mask >> self.width
        first, second, third = map(self.bit, squares)
        return Placement(
            cell=self.names[first],
            direction=direction,
            cells=(first, second, third),
            mask=mask,
            halo=grown & self.area & ~mask,
            inside=sum(self.is_inner(*square) for square in squares),
        )


def square_name(square: tuple[int, int]) -> str:
    """The name of the square (row, column), both counted from 1 in the printed grid."""
    row, column = square
    letter = _LETTERS[column - 1] if column >= 1 else _LEFT_LETTERS[column - 1 + MARGIN]
    return f"{letter}{row}"
