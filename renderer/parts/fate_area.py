"""The Fate Area in its city: the grid on the parchment, and the fate tiles on it."""

import math
from typing import Final

from engine.data import box
from engine.view import FateTileView, SeatView, View
from renderer import hints, scene
from renderer.changes import Mark
from renderer.context import PictureContext
from renderer.parts.arc import ARC_CENTER, FATE_RADIUS
from renderer.parts.fate_grid import Field, Footing, bare_grid, fate_tile, field_of, squares_of
from renderer.theme import TypeSize

_LARGEST: Final = 53.0
_FOOT: Final = 45
"""Room for the names of the columns between the grid and the lower edge."""
_TALLEST: Final = 286
"""From there on up stands the guardian of position 4."""
_FOOTING: Final = Footing(ARC_CENTER[0], ARC_CENTER[1] - _FOOT, _LARGEST, TypeSize.TITLE)


def _fits(field: Field, grid: box.FateGrid) -> bool:
    """Say whether the parchment holds the field. No squares lie in its corners.

    A tile is straight and lies on the printed grid with one square at least.
    """
    left, top = 1 - field.left, 1 - field.top
    inner_w = sum(field.columns[left : left + grid.columns])
    below = sum(field.rows[top:]) + _FOOT
    reaches = ((sum(field.columns), below), (inner_w, sum(field.rows) + _FOOT))
    round_it = all(math.hypot(w / 2, h) <= FATE_RADIUS - 6 for w, h in reaches)
    named = all(
        math.hypot(ARC_CENTER[0] - x + field.names / 3, ARC_CENTER[1] - y + field.names / 3)
        <= FATE_RADIUS
        for x, y in (field.name_at(row, grid.rows) for row in {field.top, 1})
    )
    return round_it and named and sum(field.rows) + _FOOT <= _TALLEST


def fate_area(view: View, seat: SeatView, context: PictureContext) -> scene.Group:
    """The grid and its tiles, those that changed on top."""
    field = field_in_city(view, seat, context)
    board = scene.Use(0, 0, bare_grid(view.box.fate_grid, field))
    return scene.Group("fate area", (board, *laid(view, seat, field, context)))


def field_in_city(view: View, seat: SeatView, context: PictureContext) -> Field:
    """The field in its city, with the squares on which lines of play begin."""
    grid = view.box.fate_grid
    begun = [mark.cell for _, mark in context.hints.signs if mark.place is hints.MarkPlace.FATE]
    return field_of(grid, seat, _FOOTING, lambda field: _fits(field, grid), begun)


def laid(
    view: View, seat: SeatView, field: Field, context: PictureContext
) -> tuple[scene.Node, ...]:
    """The tiles on a field: those that changed lie on top, else the one that came last."""
    squares = squares_of(view.box.fate_grid)
    changed = context.changes.seat(seat.seat).fate
    latest = seat.fate[-1].tile.id if len(seat.fate) > 1 and not changed else ""

    def mark(tile: FateTileView) -> Mark:
        if tile.tile.id in changed:
            return Mark.CHANGED
        return Mark.LATEST if tile.tile.id == latest else Mark.NONE

    return tuple(
        scene.Use(
            *field.at(*squares[tile.cells[0]]),
            fate_tile(tile.tile.symbols, tile.direction, field.cell, mark(tile)),
        )
        for tile in sorted(seat.fate, key=lambda tile: mark(tile) is not Mark.NONE)
    )
