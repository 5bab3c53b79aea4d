"""The pictograms of all task conditions, each drawn into a rectangle of a task tile."""

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
from renderer.parts import pieces
from renderer.pen import Pen
from renderer.scene import Ink, Rect

_COUNTED: Final[dict[Owned, Callable[[Pen, float, float, float], None]]] = {
    Owned.GNOMES: pieces.gnome,
    Owned.ELDERS: pieces.elder,
    Owned.PORTALS: pieces.portal,
    Owned.GUARDIANS: pieces.any_guardian,
    Owned.BONFIRES: pieces.fire,
}
_PAIR: Final = 2
_NARROW: Final = {Owned.GNOMES: 0.92, Owned.GUARDIANS: 0.92}


def draw(pen: Pen, rect: Rect, condition: Condition, grid: FateGrid) -> None:  # noqa: C901, PLR0912
    """Draw what a task asks for: a numeral says how many, repeated pictures say how arranged."""
    match condition:
        case Own():
            _own(pen, rect, condition)
        case PathWithResource(resource):
            _path(pen, rect, resource)
        case PathPair():
            _path_pair(pen, rect)
        case PathsWithCrystal(color, count):
            _crystals(pen, rect, color, count)
        case HasGuardians(guardians):
            _guardians(pen, rect, guardians)
        case GnomeWithResource(resource):
            _gnome_card(pen, rect, resource)
        case OfferingOnIsland(resource):
            _offering_on(pen, rect, resource)
        case OfferingsOnBothIslands(resource):
            _both_islands(pen, rect, resource)
        case OfferingsOnIslands(islands, each):
            _offerings(pen, rect, islands, each)
        case OfferingPileUsedUp():
            _empty_pile(pen, rect)
        case BonfiresOfColors(colors):
            _bonfires(pen, rect, colors)
        case TasksOfColor(color, count):
            _tasks_of(pen, rect, color, count)
        case HasResource(resource, count):
            _count(pen, rect, count)
            pieces.resource(pen, *_right(rect), _thing(rect) * 0.96, resource)
        case TwoResources(each):
            _two_resources(pen, rect, each)
        case SameResource(count):
            _same_resource(pen, rect, count)
        case HasTiles(tiles):
            _tiles(pen, rect, tiles)
        case FateGroups(actions, size):
            _groups(pen, rect, actions, size)
        case AnyFateGroups(groups, size):
            _any_groups(pen, rect, groups, size)
        case SquaresCovered(squares):
            _squares(pen, rect, squares, grid)
        case AnyCommonTask():
            _common_task(pen, rect)
        case _:
            assert_never(condition)


def _count(pen: Pen, rect: Rect, count: int) -> None:
    x, y = rect.center
    pieces.number(pen, x - rect.w * 0.30, y, count, rect.h * 0.78)


def _right(rect: Rect) -> tuple[float, float]:
    x, y = rect.center
    return x + rect.w * 0.19, y


def _thing(rect: Rect) -> float:
    return min(rect.w * 0.60, rect.h)


def _own(pen: Pen, rect: Rect, condition: Own) -> None:
    if condition.what is Owned.GUARDIANS_AT_BONFIRES:
        x, y = rect.center
        pieces.number(pen, x - rect.w * 0.40, y, condition.count, rect.h * 0.74)
        pieces.any_guardian(pen, x + rect.w * 0.02, y, rect.h * 0.72)
        pieces.fire(pen, x + rect.w * 0.36, y + rect.h * 0.03, rect.h * 0.68)
        return
    _count(pen, rect, condition.count)
    x, y = _right(rect)
    aside = rect.w * 0.03 if condition.what is Owned.GUARDIANS else 0
    size = _thing(rect) * _NARROW.get(condition.what, 1.0)
    _COUNTED[condition.what](pen, x + aside, y, size)


def _path(pen: Pen, rect: Rect, resource: Resource) -> None:
    x, y = rect.center
    pieces.path_tile(pen, x, y, rect.w * 0.82, rect.h * 0.98)
    pieces.resource(pen, x, y, rect.h * 0.78, resource)


def _path_pair(pen: Pen, rect: Rect) -> None:
    x, y = rect.center
    for side in (-1, 1):
        at = x + side * rect.w * 0.25
        pieces.path_tile(pen, at, y, rect.w * 0.50, rect.h * 0.98)
        pieces.any_resource(pen, at, y, rect.w * 0.36)
    pen.disc(x, y, rect.h * 0.17, "ink")
    pen.disc(x, y, rect.h * 0.14, "parchment")
    pen.text(x, y - 1, "=", rect.h * 0.32)


def _crystals(pen: Pen, rect: Rect, color: Color, count: int) -> None:
    x, y = rect.center
    pieces.number(pen, x - rect.w * 0.33, y, count, rect.h * 0.78)
    pieces.path_tile(pen, x + rect.w * 0.18, y, rect.w * 0.58, rect.h * 0.98)
    pieces.crystal(pen, x + rect.w * 0.18, y, rect.h * 0.74, color)


def _guardians(pen: Pen, rect: Rect, guardians: tuple[Guardian, ...]) -> None:
    x, y = rect.center
    if len(guardians) == 1:
        pieces.guardian(pen, x, y, rect.h * 1.04, (guardians[0], None))
        return
    step = rect.w * 0.98 / len(guardians)
    for index, kind in enumerate(guardians):
        at = x + (index - (len(guardians) - 1) / 2) * step
        pieces.guardian(pen, at, y, min(step * 0.96, rect.h), (kind, None))


def _gnome_card(pen: Pen, rect: Rect, resource: Resource) -> None:
    x, y = rect.center
    w, h = rect.w, rect.h
    pen.rect(x - w * 0.46, y - h * 0.5, w * 0.54, h, 6, "ink")
    pen.rect(x - w * 0.46 + 2.4, y - h * 0.5 + 2.4, w * 0.54 - 4.8, h - 4.8, 4, "card.specialist")
    pen.icon(x - w * 0.19, y - h * 0.02, "gnome_head", h * 0.84, "parchment", h * 0.042)
    pieces.resource(pen, x + w * 0.25, y + h * 0.08, h * 0.78, resource)


def _offering_on(pen: Pen, rect: Rect, resource: Resource) -> None:
    x, y = rect.center
    pieces.small_island(pen, x, y, rect.w * 0.98, rect.h * 0.98)
    pieces.resource(pen, x - rect.w * 0.20, y, rect.h * 0.70, resource)
    pieces.bowl(pen, x + rect.w * 0.22, y, rect.h * 0.58)


def _both_islands(pen: Pen, rect: Rect, resource: Resource) -> None:
    x, y = rect.center
    for side in (-1, 1):
        at = x + side * rect.w * 0.255
        pieces.small_island(pen, at, y, rect.w * 0.485, rect.h)
        pieces.resource(pen, at, y - rect.h * 0.17, rect.h * 0.52, resource)
        pieces.bowl(pen, at, y + rect.h * 0.26, rect.h * 0.38)


def _offerings(pen: Pen, rect: Rect, islands: int, each: int) -> None:
    x, y = rect.center
    if islands == 1:
        at, w, size = x, rect.w * 0.98, rect.h * (0.46 if each > _PAIR else 0.58)
    else:
        pieces.number(pen, x - rect.w * 0.355, y, islands, rect.h * 0.72)
        at, w, size = x + rect.w * 0.175, rect.w * 0.64, rect.h * (0.62 if each == 1 else 0.44)
    size = min(size, w * 0.9 / each)
    pieces.small_island(pen, at, y, w, rect.h * 0.96)
    for index in range(each):
        pieces.bowl(pen, at + (index - (each - 1) / 2) * size * 1.08, y, size)


def _empty_pile(pen: Pen, rect: Rect) -> None:
    x, y = rect.center
    s, left = rect.h * 0.66, x - rect.w * 0.20
    for drop in (3, -1):
        pen.rect(left - s / 2, y - s / 2 + drop, s, s, 5, "sand.low")
        pen.rect(left - s / 2 + 2, y - s / 2 + drop + 2, s - 4, s - 4, 4, "sand")
    top, edge = y - 5 - s / 2, left - s / 2
    corners = ((edge, top), (edge + s, top), (edge + s, top + s), (edge, top + s), (edge, top))
    for (ax, ay), (bx, by) in pairwise(corners):
        for index in range(5):
            t0, t1 = index / 5 + 0.02, index / 5 + 0.12
            start = (ax + (bx - ax) * t0, ay + (by - ay) * t0)
            pen.polyline([start, (ax + (bx - ax) * t1, ay + (by - ay) * t1)], "ink", 2.4)
    pen.icon(left, y - 5, "offering", s * 0.72, "parchment.dark")
    pieces.number(pen, x + rect.w * 0.27, y, 0, rect.h * 0.84)


def _bonfires(pen: Pen, rect: Rect, colors: tuple[Color, ...]) -> None:
    x, y = rect.center
    if len(colors) <= _PAIR:
        for index, color in enumerate(colors):
            at = x + (index - (len(colors) - 1) / 2) * rect.w * 0.5
            pieces.colored_fire(pen, at, y, rect.h * 0.86, color)
        return
    for (dx, dy), color in zip(((-0.30, -0.16), (0.30, -0.16), (0, 0.20)), colors, strict=True):
        pieces.colored_fire(pen, x + dx * rect.w, y + dy * rect.h, rect.h * 0.62, color)


def _tasks_of(pen: Pen, rect: Rect, color: Color, count: int) -> None:
    x, y = rect.center
    pieces.number(pen, x - rect.w * 0.35, y, count, rect.h * 0.78)
    pieces.task_or_fire(pen, x + rect.w * 0.15, y, min(rect.h * 1.02, rect.w * 0.66), color)


def _two_resources(pen: Pen, rect: Rect, each: int) -> None:
    x, y = rect.center
    for side in (-1, 1):
        at = x + side * rect.w * 0.29
        pieces.number(pen, at, y - rect.h * 0.25, each, rect.h * 0.64)
        pieces.any_resource(pen, at, y + rect.h * 0.24, rect.h * 0.56)
    pieces.sign(pen, x, y + rect.h * 0.22, "≠", rect.h * 0.46)


def _same_resource(pen: Pen, rect: Rect, count: int) -> None:
    x, y = rect.center
    pieces.number(pen, x - rect.w * 0.33, y, count, rect.h * 0.78)
    pieces.any_resource(pen, x + rect.w * 0.25, y, rect.h * 0.84)
    pieces.sign(pen, x - rect.w * 0.055, y, "=", rect.h * 0.50)


def _tiles(pen: Pen, rect: Rect, tiles: ActionTiles) -> None:
    x, y = rect.center
    columns = tuple(tiles.items())
    deepest = max(count for _, count in columns)
    s = min(rect.w / max(3.05, len(columns)), rect.h / max(2, deepest))
    for index, (kind, count) in enumerate(columns):
        at = x + (index - (len(columns) - 1) / 2) * rect.w / max(3, len(columns))
        for row in range(count):
            top = y + (row - (count - 1) / 2) * rect.h / max(2, deepest)
            pieces.action(pen, at, top, s * 0.98, kind)


def _groups(pen: Pen, rect: Rect, actions: tuple[ActionType, ...], size: int) -> None:
    if len(actions) == 1:
        _one_group(pen, rect, actions[0], size)
        return
    w = rect.w * 0.98 / len(actions)
    for index, kind in enumerate(actions):
        cell = Rect(rect.x + rect.w * 0.01 + index * w, rect.y, w * 0.96, rect.h)
        _group(pen, cell, kind, size)


def _one_group(pen: Pen, rect: Rect, kind: ActionType, size: int) -> None:
    """The symbol and, upright beside it, as many joined squares."""
    x, y = rect.center
    q = rect.h * 0.96 / size
    pieces.action(pen, x - rect.h * 0.20, y, rect.h * 0.98, kind)
    left = x + rect.h * 0.50
    pen.rect(left - q / 2 - 2, y - q * size / 2 - 2, q + 4, q * size + 4, 3, "ink")
    for index in range(size):
        top = y - q * size / 2 + q * index + 0.9
        pen.rect(left - q / 2 + 0.4, top, q - 0.8, q - 1.8, 1.6, f"act.{kind}")


def _group(pen: Pen, rect: Rect, kind: ActionType | None, size: int) -> None:
    """A symbol (None: any) over as many joined squares."""
    x, _ = rect.center
    chain_w = min(rect.w * 0.82, rect.h * 0.86)
    chain_h = max(chain_w / size, rect.h * 0.22)
    s = min(rect.h - chain_h - 3, rect.w * 1.02)
    ink: Ink = "any"
    if kind is None:
        pieces.any_action(pen, x, rect.y + s / 2, s)
    else:
        ink = f"act.{kind}"
        pieces.action(pen, x, rect.y + s / 2, s, kind)
    q, top = chain_w / size, rect.bottom - chain_h
    pen.rect(x - chain_w / 2 - 1.8, top - 1.8, chain_w + 3.6, chain_h + 3.6, 3, "ink")
    for index in range(size):
        left = x - chain_w / 2 + q * index + 0.9
        pen.rect(left, top + 0.4, q - 1.8, chain_h - 0.8, 1.6, ink)


def _any_groups(pen: Pen, rect: Rect, groups: int, size: int) -> None:
    w = rect.w * 0.98 / groups
    for index in range(groups):
        cell = Rect(rect.x + rect.w * 0.01 + index * w, rect.y, w * 0.96, rect.h)
        _group(pen, cell, None, size)


def _squares(pen: Pen, rect: Rect, squares: Squares, grid: FateGrid) -> None:
    """The Fate Area of the box with the squares to cover in blue."""
    x, y = rect.center
    w, h = min(rect.w * 0.96, rect.h * 0.94 * grid.columns / grid.rows), rect.h * 0.94
    dx, dy = w / grid.columns, h / grid.rows
    left, top = x - w / 2, y - h / 2
    pen.rect(left - 2, top - 2, w + 4, h + 4, 3, "ink")
    for row in range(1, grid.rows + 1):
        for column in range(1, grid.columns + 1):
            ink = "square.high"
            if _asked(squares, grid, row, column):
                ink = "covered"
            elif (row, column) in grid.start:
                ink = "parchment.dark"
            px, py = left + dx * (column - 1), top + dy * (row - 1)
            pen.rect(px + 0.6, py + 0.6, dx - 1.2, dy - 1.2, 1.2, ink)
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


def _common_task(pen: Pen, rect: Rect) -> None:
    x, y = rect.center
    w, h = rect.w, rect.h
    pen.rect(x - w * 0.47, y - h * 0.5, w * 0.62, h, 6, "ink")
    pen.rect(x - w * 0.47 + 2.4, y - h * 0.5 + 2.4, w * 0.62 - 4.8, h - 4.8, 4, "plum")
    pieces.neutral_novice(pen, x - w * 0.16, y, h * 0.84)
    pen.icon(x + w * 0.28, y, "check", h * 0.62, "met.ink")
