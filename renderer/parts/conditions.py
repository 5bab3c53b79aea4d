"""The pictograms of all task conditions, each drawn into a box of a task tile."""

from collections.abc import Callable
from itertools import pairwise
from typing import Final, assert_never

from engine.bag import ActionTiles
from engine.conditions import (
    AnyCommonTask,
    AnyFateGroups,
    BonfiresOfColors,
    Condition,
    FateGroups,
    GnomeWithResource,
    HasGuardians,
    HasResource,
    HasTiles,
    OfferingOnIsland,
    OfferingPileUsedUp,
    OfferingsOnBothIslands,
    OfferingsOnIslands,
    Own,
    Owned,
    PathPair,
    PathsWithCrystal,
    PathWithResource,
    SameResource,
    Squares,
    SquaresCovered,
    TasksOfColor,
    TwoResources,
)
from engine.data.box import FateGrid
from engine.ids import ActionType, Color, Guardian, Resource
from renderer.parts import atoms
from renderer.pen import Pen
from renderer.scene import Box
from renderer.scene import Color as Ink

_COUNTED: Final[dict[Owned, Callable[[Pen, float, float, float], None]]] = {
    Owned.GNOMES: atoms.gnome,
    Owned.ELDERS: atoms.elder,
    Owned.PORTALS: atoms.portal,
    Owned.GUARDIANS: atoms.any_guardian,
    Owned.BONFIRES: atoms.fire,
}
_PAIR: Final = 2
_NARROW: Final = {Owned.GNOMES: 0.92, Owned.GUARDIANS: 0.92}


def draw(pen: Pen, box: Box, condition: Condition, grid: FateGrid) -> None:  # noqa: C901, PLR0912
    """Draw what a task asks for: a numeral says how many, repeated pictures say how arranged."""
    match condition:
        case Own():
            _own(pen, box, condition)
        case PathWithResource(resource):
            _path(pen, box, resource)
        case PathPair():
            _path_pair(pen, box)
        case PathsWithCrystal(color, count):
            _crystals(pen, box, color, count)
        case HasGuardians(guardians):
            _guardians(pen, box, guardians)
        case GnomeWithResource(resource):
            _gnome_card(pen, box, resource)
        case OfferingOnIsland(resource):
            _offering_on(pen, box, resource)
        case OfferingsOnBothIslands(resource):
            _both_islands(pen, box, resource)
        case OfferingsOnIslands(islands, each):
            _offerings(pen, box, islands, each)
        case OfferingPileUsedUp():
            _empty_pile(pen, box)
        case BonfiresOfColors(colors):
            _bonfires(pen, box, colors)
        case TasksOfColor(color, count):
            _tasks_of(pen, box, color, count)
        case HasResource(resource, count):
            _count(pen, box, count)
            atoms.resource(pen, *_right(box), _thing(box) * 0.96, resource)
        case TwoResources(each):
            _two_resources(pen, box, each)
        case SameResource(count):
            _same_resource(pen, box, count)
        case HasTiles(tiles):
            _tiles(pen, box, tiles)
        case FateGroups(symbols, size):
            _groups(pen, box, symbols, size)
        case AnyFateGroups(groups, size):
            _any_groups(pen, box, groups, size)
        case SquaresCovered(squares):
            _squares(pen, box, squares, grid)
        case AnyCommonTask():
            _common_task(pen, box)
        case _:
            assert_never(condition)


def _count(pen: Pen, box: Box, count: int) -> None:
    x, y = box.center
    atoms.number(pen, x - box.w * 0.30, y, count, box.h * 0.78)


def _right(box: Box) -> tuple[float, float]:
    x, y = box.center
    return x + box.w * 0.19, y


def _thing(box: Box) -> float:
    return min(box.w * 0.60, box.h)


def _own(pen: Pen, box: Box, condition: Own) -> None:
    if condition.what is Owned.GUARDIANS_AT_BONFIRES:
        x, y = box.center
        atoms.number(pen, x - box.w * 0.40, y, condition.count, box.h * 0.74)
        atoms.any_guardian(pen, x + box.w * 0.02, y, box.h * 0.72)
        atoms.fire(pen, x + box.w * 0.36, y + box.h * 0.03, box.h * 0.68)
        return
    _count(pen, box, condition.count)
    x, y = _right(box)
    aside = box.w * 0.03 if condition.what is Owned.GUARDIANS else 0
    size = _thing(box) * _NARROW.get(condition.what, 1.0)
    _COUNTED[condition.what](pen, x + aside, y, size)


def _path(pen: Pen, box: Box, resource: Resource) -> None:
    x, y = box.center
    atoms.path_tile(pen, x, y, box.w * 0.82, box.h * 0.98)
    atoms.resource(pen, x, y, box.h * 0.78, resource)


def _path_pair(pen: Pen, box: Box) -> None:
    x, y = box.center
    for side in (-1, 1):
        at = x + side * box.w * 0.25
        atoms.path_tile(pen, at, y, box.w * 0.50, box.h * 0.98)
        atoms.any_resource(pen, at, y, box.w * 0.36)
    pen.disc(x, y, box.h * 0.17, "ink")
    pen.disc(x, y, box.h * 0.14, "parchment")
    pen.text(x, y - 1, "=", box.h * 0.32)


def _crystals(pen: Pen, box: Box, color: Color, count: int) -> None:
    x, y = box.center
    atoms.number(pen, x - box.w * 0.33, y, count, box.h * 0.78)
    atoms.path_tile(pen, x + box.w * 0.18, y, box.w * 0.58, box.h * 0.98)
    atoms.crystal(pen, x + box.w * 0.18, y, box.h * 0.74, color)


def _guardians(pen: Pen, box: Box, guardians: tuple[Guardian, ...]) -> None:
    x, y = box.center
    if len(guardians) == 1:
        atoms.guardian(pen, x, y, box.h * 1.04, (guardians[0], None))
        return
    step = box.w * 0.98 / len(guardians)
    for index, kind in enumerate(guardians):
        at = x + (index - (len(guardians) - 1) / 2) * step
        atoms.guardian(pen, at, y, min(step * 0.96, box.h), (kind, None))


def _gnome_card(pen: Pen, box: Box, resource: Resource) -> None:
    x, y = box.center
    w, h = box.w, box.h
    pen.box(x - w * 0.46, y - h * 0.5, w * 0.54, h, 6, "ink")
    pen.box(x - w * 0.46 + 2.4, y - h * 0.5 + 2.4, w * 0.54 - 4.8, h - 4.8, 4, "card.specialist")
    pen.icon(x - w * 0.19, y - h * 0.02, "gnome_head", h * 0.84, "parchment", h * 0.042)
    atoms.resource(pen, x + w * 0.25, y + h * 0.08, h * 0.78, resource)


def _offering_on(pen: Pen, box: Box, resource: Resource) -> None:
    x, y = box.center
    atoms.small_island(pen, x, y, box.w * 0.98, box.h * 0.98)
    atoms.resource(pen, x - box.w * 0.20, y, box.h * 0.70, resource)
    atoms.bowl(pen, x + box.w * 0.22, y, box.h * 0.58)


def _both_islands(pen: Pen, box: Box, resource: Resource) -> None:
    x, y = box.center
    for side in (-1, 1):
        at = x + side * box.w * 0.255
        atoms.small_island(pen, at, y, box.w * 0.485, box.h)
        atoms.resource(pen, at, y - box.h * 0.17, box.h * 0.52, resource)
        atoms.bowl(pen, at, y + box.h * 0.26, box.h * 0.38)


def _offerings(pen: Pen, box: Box, islands: int, each: int) -> None:
    x, y = box.center
    if islands == 1:
        at, w, size = x, box.w * 0.98, box.h * (0.46 if each > _PAIR else 0.58)
    else:
        atoms.number(pen, x - box.w * 0.355, y, islands, box.h * 0.72)
        at, w, size = x + box.w * 0.175, box.w * 0.64, box.h * (0.62 if each == 1 else 0.44)
    size = min(size, w * 0.9 / each)
    atoms.small_island(pen, at, y, w, box.h * 0.96)
    for index in range(each):
        atoms.bowl(pen, at + (index - (each - 1) / 2) * size * 1.08, y, size)


def _empty_pile(pen: Pen, box: Box) -> None:
    x, y = box.center
    s, left = box.h * 0.66, x - box.w * 0.20
    for drop in (3, -1):
        pen.box(left - s / 2, y - s / 2 + drop, s, s, 5, "sand.low")
        pen.box(left - s / 2 + 2, y - s / 2 + drop + 2, s - 4, s - 4, 4, "sand")
    top, edge = y - 5 - s / 2, left - s / 2
    corners = ((edge, top), (edge + s, top), (edge + s, top + s), (edge, top + s), (edge, top))
    for (ax, ay), (bx, by) in pairwise(corners):
        for index in range(5):
            t0, t1 = index / 5 + 0.02, index / 5 + 0.12
            start = (ax + (bx - ax) * t0, ay + (by - ay) * t0)
            pen.line([start, (ax + (bx - ax) * t1, ay + (by - ay) * t1)], "ink", 2.4)
    pen.icon(left, y - 5, "offering", s * 0.72, "parchment.dark")
    atoms.number(pen, x + box.w * 0.27, y, 0, box.h * 0.84)


def _bonfires(pen: Pen, box: Box, colors: tuple[Color, ...]) -> None:
    x, y = box.center
    if len(colors) <= _PAIR:
        for index, color in enumerate(colors):
            at = x + (index - (len(colors) - 1) / 2) * box.w * 0.5
            atoms.colored_fire(pen, at, y, box.h * 0.86, color)
        return
    for (dx, dy), color in zip(((-0.30, -0.16), (0.30, -0.16), (0, 0.20)), colors, strict=True):
        atoms.colored_fire(pen, x + dx * box.w, y + dy * box.h, box.h * 0.62, color)


def _tasks_of(pen: Pen, box: Box, color: Color, count: int) -> None:
    x, y = box.center
    atoms.number(pen, x - box.w * 0.35, y, count, box.h * 0.78)
    atoms.task_or_fire(pen, x + box.w * 0.15, y, min(box.h * 1.02, box.w * 0.66), color)


def _two_resources(pen: Pen, box: Box, each: int) -> None:
    x, y = box.center
    for side in (-1, 1):
        at = x + side * box.w * 0.29
        atoms.number(pen, at, y - box.h * 0.25, each, box.h * 0.64)
        atoms.any_resource(pen, at, y + box.h * 0.24, box.h * 0.56)
    atoms.sign(pen, x, y + box.h * 0.22, "≠", box.h * 0.46)


def _same_resource(pen: Pen, box: Box, count: int) -> None:
    x, y = box.center
    atoms.number(pen, x - box.w * 0.33, y, count, box.h * 0.78)
    atoms.any_resource(pen, x + box.w * 0.25, y, box.h * 0.84)
    atoms.sign(pen, x - box.w * 0.055, y, "=", box.h * 0.50)


def _tiles(pen: Pen, box: Box, tiles: ActionTiles) -> None:
    x, y = box.center
    columns = tuple(tiles.items())
    deepest = max(count for _, count in columns)
    s = min(box.w / max(3.05, len(columns)), box.h / max(2, deepest))
    for index, (kind, count) in enumerate(columns):
        at = x + (index - (len(columns) - 1) / 2) * box.w / max(3, len(columns))
        for row in range(count):
            top = y + (row - (count - 1) / 2) * box.h / max(2, deepest)
            atoms.action(pen, at, top, s * 0.98, kind)


def _groups(pen: Pen, box: Box, symbols: tuple[ActionType, ...], size: int) -> None:
    if len(symbols) == 1:
        _one_group(pen, box, symbols[0], size)
        return
    w = box.w * 0.98 / len(symbols)
    for index, kind in enumerate(symbols):
        cell = Box(box.x + box.w * 0.01 + index * w, box.y, w * 0.96, box.h)
        _group(pen, cell, kind, size)


def _one_group(pen: Pen, box: Box, kind: ActionType, size: int) -> None:
    """The symbol and, upright beside it, as many joined squares."""
    x, y = box.center
    q = box.h * 0.96 / size
    atoms.action(pen, x - box.h * 0.20, y, box.h * 0.98, kind)
    left = x + box.h * 0.50
    pen.box(left - q / 2 - 2, y - q * size / 2 - 2, q + 4, q * size + 4, 3, "ink")
    for index in range(size):
        top = y - q * size / 2 + q * index + 0.9
        pen.box(left - q / 2 + 0.4, top, q - 0.8, q - 1.8, 1.6, f"act.{kind}")


def _group(pen: Pen, box: Box, kind: ActionType | None, size: int) -> None:
    """A symbol (None: any) over as many joined squares."""
    x, _ = box.center
    chain_w = min(box.w * 0.82, box.h * 0.86)
    chain_h = max(chain_w / size, box.h * 0.22)
    s = min(box.h - chain_h - 3, box.w * 1.02)
    ink: Ink = "any"
    if kind is None:
        atoms.any_action(pen, x, box.y + s / 2, s)
    else:
        ink = f"act.{kind}"
        atoms.action(pen, x, box.y + s / 2, s, kind)
    q, top = chain_w / size, box.bottom - chain_h
    pen.box(x - chain_w / 2 - 1.8, top - 1.8, chain_w + 3.6, chain_h + 3.6, 3, "ink")
    for index in range(size):
        left = x - chain_w / 2 + q * index + 0.9
        pen.box(left, top + 0.4, q - 1.8, chain_h - 0.8, 1.6, ink)


def _any_groups(pen: Pen, box: Box, groups: int, size: int) -> None:
    w = box.w * 0.98 / groups
    for index in range(groups):
        cell = Box(box.x + box.w * 0.01 + index * w, box.y, w * 0.96, box.h)
        _group(pen, cell, None, size)


def _squares(pen: Pen, box: Box, squares: Squares, grid: FateGrid) -> None:
    """The Fate Area of the box with the squares to cover in blue."""
    x, y = box.center
    w, h = min(box.w * 0.96, box.h * 0.94 * grid.columns / grid.rows), box.h * 0.94
    dx, dy = w / grid.columns, h / grid.rows
    left, top = x - w / 2, y - h / 2
    pen.box(left - 2, top - 2, w + 4, h + 4, 3, "ink")
    for row in range(1, grid.rows + 1):
        for column in range(1, grid.columns + 1):
            ink = "square.high"
            if _asked(squares, grid, row, column):
                ink = "covered"
            elif (row, column) in grid.start:
                ink = "parchment.dark"
            px, py = left + dx * (column - 1), top + dy * (row - 1)
            pen.box(px + 0.6, py + 0.6, dx - 1.2, dy - 1.2, 1.2, ink)
    if squares is Squares.GOLD:
        r = min(dx, dy) * 0.86
        for row, column in sorted(grid.gold):
            px, py = left + dx * (column - 0.5), top + dy * (row - 0.5)
            pen.disc(px, py, r + 1.8, "ink")
            pen.disc(px, py, r, "covered")
            pen.disc(px, py, r * 0.62, "res.gold")


def _asked(squares: Squares, grid: FateGrid, row: int, column: int) -> bool:
    match squares:
        case Squares.HIGHLIGHTED:
            return (row, column) in grid.highlighted
        case Squares.GOLD:
            return (row, column) in grid.gold
        case Squares.OUTER_COLUMNS:
            return column in (1, grid.columns)
        case _:
            assert_never(squares)


def _common_task(pen: Pen, box: Box) -> None:
    x, y = box.center
    w, h = box.w, box.h
    pen.box(x - w * 0.47, y - h * 0.5, w * 0.62, h, 6, "ink")
    pen.box(x - w * 0.47 + 2.4, y - h * 0.5 + 2.4, w * 0.62 - 4.8, h - 4.8, 4, "plum")
    atoms.neutral_novice(pen, x - w * 0.16, y, h * 0.84)
    pen.icon(x + w * 0.28, y, "check", h * 0.62, "met.ink")
