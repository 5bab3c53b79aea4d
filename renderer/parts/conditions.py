"""The pictograms of all task conditions, each drawn into a rectangle of a task tile."""

from collections.abc import Callable
from itertools import pairwise
from typing import Final, assert_never

from engine import bag, conditions, ids
from engine.data import box
from renderer import scene
from renderer.parts import pieces, signs
from renderer.pen import Pen

_COUNTED: Final[dict[conditions.Owned, Callable[[Pen, float, float, float], None]]] = {
    conditions.Owned.GNOMES: pieces.gnome,
    conditions.Owned.ELDERS: pieces.elder,
    conditions.Owned.PORTALS: pieces.portal,
    conditions.Owned.GUARDIANS: pieces.any_guardian,
    conditions.Owned.BONFIRES: pieces.fire,
}
_PAIR: Final = 2
_NARROW: Final = {conditions.Owned.GNOMES: 0.92, conditions.Owned.GUARDIANS: 0.92}
_NUMERAL: Final = 0.78
"""The size of a numeral with room around it, in heights of the room."""

# Where the things of each pictogram lie, in shares of width and height from the middle.
_COUNT: Final[scene.Point] = (-0.30, 0)
_COUNTED_THING: Final[scene.Point] = (0.19, 0)
_GUARDIANS_AT_BONFIRES: Final[tuple[scene.Point, scene.Point, scene.Point]] = (
    (-0.40, 0),
    (0.02, 0),
    (0.36, 0.03),
)
_PAIR_OF_PATHS: Final[tuple[scene.Point, scene.Point]] = ((-0.25, 0), (0.25, 0))
_COUNT_OF_PATHS: Final[scene.Point] = (-0.33, 0)
_PATH_WITH_CRYSTAL: Final[scene.Point] = (0.18, 0)
_CARD: Final = scene.Rect(-0.46, -0.5, 0.54, 1)
_GNOME_ON_CARD: Final[scene.Point] = (-0.19, -0.02)
_RESOURCE_BESIDE_CARD: Final[scene.Point] = (0.25, 0.08)
_RESOURCE_OF_ISLAND: Final[scene.Point] = (-0.20, 0)
_BOWL_ON_ISLAND: Final[scene.Point] = (0.22, 0)
_TWO_ISLANDS: Final = (-0.255, 0.255)
_RESOURCE_ABOVE: Final = -0.17
_BOWL_BELOW: Final = 0.26
_COUNT_OF_ISLANDS: Final[scene.Point] = (-0.355, 0)
_COUNTED_ISLAND: Final[scene.Point] = (0.175, 0)
_PILE: Final[scene.Point] = (-0.20, 0)
_PILE_IS_AT_ZERO: Final[scene.Point] = (0.27, 0)
_THREE_BONFIRES: Final[tuple[scene.Point, ...]] = ((-0.30, -0.16), (0.30, -0.16), (0, 0.20))
_COUNT_OF_TASKS: Final[scene.Point] = (-0.35, 0)
_COUNTED_TASK: Final[scene.Point] = (0.15, 0)
_TWO_KINDS: Final = (-0.29, 0.29)
_COUNT_ABOVE: Final = -0.25
_KIND_BELOW: Final = 0.24
_UNLIKE: Final[scene.Point] = (0, 0.22)
_COUNT_OF_ONE_KIND: Final[scene.Point] = (-0.33, 0)
_ONE_KIND: Final[scene.Point] = (0.25, 0)
_ALIKE: Final[scene.Point] = (-0.055, 0)
_COUNCIL: Final = scene.Rect(-0.47, -0.5, 0.62, 1)
_NOVICE_IN_COUNCIL: Final[scene.Point] = (-0.16, 0)
_TICK: Final[scene.Point] = (0.28, 0)


def draw(pen: Pen, rect: scene.Rect, condition: conditions.Condition, grid: box.FateGrid) -> None:  # noqa: C901, PLR0912
    """Draw what a task asks for: a numeral says how many, repeated pictures say how arranged."""
    match condition:
        case conditions.Own():
            _own(pen, rect, condition)
        case conditions.PathWithResource(resource):
            _path(pen, rect, resource)
        case conditions.PathPair():
            _path_pair(pen, rect)
        case conditions.PathsWithCrystal(color, count):
            _crystals(pen, rect, color, count)
        case conditions.HasGuardians(guardians):
            _guardians(pen, rect, guardians)
        case conditions.GnomeWithResource(resource):
            _gnome_card(pen, rect, resource)
        case conditions.OfferingOnIsland(resource):
            _offering_on(pen, rect, resource)
        case conditions.OfferingsOnBothIslands(resource):
            _both_islands(pen, rect, resource)
        case conditions.OfferingsOnIslands(islands, each):
            _offerings(pen, rect, islands, each)
        case conditions.OfferingPileUsedUp():
            _empty_pile(pen, rect)
        case conditions.BonfiresOfColors(colors):
            _bonfires(pen, rect, colors)
        case conditions.TasksOfColor(color, count):
            _tasks_of(pen, rect, color, count)
        case conditions.HasResource(resource, count):
            _number(pen, rect, _COUNT, count)
            pieces.resource(pen, *rect.at(_COUNTED_THING), _thing(rect) * 0.96, resource)
        case conditions.TwoResources(each):
            _two_resources(pen, rect, each)
        case conditions.SameResource(count):
            _same_resource(pen, rect, count)
        case conditions.HasTiles(tiles):
            _tiles(pen, rect, tiles)
        case conditions.FateGroups(actions, size):
            _groups(pen, rect, actions, size)
        case conditions.AnyFateGroups(groups, size):
            _row_of_groups(pen, rect, (None,) * groups, size)
        case conditions.SquaresCovered(squares):
            _squares(pen, rect, squares, grid)
        case conditions.AnyCommonTask():
            _common_task(pen, rect)
        case _:
            assert_never(condition)


def _number(
    pen: Pen, rect: scene.Rect, anchor: scene.Point, count: int, share: float = _NUMERAL
) -> None:
    signs.number(pen, *rect.at(anchor), count, rect.h * share)


def _thing(rect: scene.Rect) -> float:
    return min(rect.w * 0.60, rect.h)


def _aside(index: int, count: int) -> float:
    """Return the distance from the middle, in steps, of one of `count` pieces in a row."""
    return index - (count - 1) / 2


def _plate(pen: Pen, rect: scene.Rect, shares: scene.Rect, ink: scene.Ink) -> None:
    """A card or a space, its corner and size in shares of the room."""
    x, y = rect.at(shares[:2])
    w, h = rect.w * shares.w, rect.h * shares.h
    pen.draw(scene.RoundRect(x, y, w, h, 6, "ink"))
    pen.draw(scene.RoundRect(x + 2.4, y + 2.4, w - 4.8, h - 4.8, 4, ink))


def _own(pen: Pen, rect: scene.Rect, condition: conditions.Own) -> None:
    if condition.what is conditions.Owned.GUARDIANS_AT_BONFIRES:
        count, guardian, bonfire = _GUARDIANS_AT_BONFIRES
        _number(pen, rect, count, condition.count, 0.74)
        pieces.any_guardian(pen, *rect.at(guardian), rect.h * 0.72)
        pieces.fire(pen, *rect.at(bonfire), rect.h * 0.68)
        return
    _number(pen, rect, _COUNT, condition.count)
    x, y = rect.at(_COUNTED_THING)
    aside = rect.w * 0.03 if condition.what is conditions.Owned.GUARDIANS else 0
    size = _thing(rect) * _NARROW.get(condition.what, 1.0)
    _COUNTED[condition.what](pen, x + aside, y, size)


def _path(pen: Pen, rect: scene.Rect, resource: ids.Resource) -> None:
    x, y = rect.center
    pieces.path_tile(pen, x, y, rect.w * 0.82, rect.h * 0.98)
    pieces.resource(pen, x, y, rect.h * 0.78, resource)


def _path_pair(pen: Pen, rect: scene.Rect) -> None:
    for anchor in _PAIR_OF_PATHS:
        at = rect.at(anchor)
        pieces.path_tile(pen, *at, rect.w * 0.50, rect.h * 0.98)
        pieces.any_resource(pen, *at, rect.w * 0.36)
    x, y = rect.center
    pen.draw(scene.Disc(x, y, rect.h * 0.27, "ink"))
    pen.draw(scene.Disc(x, y, rect.h * 0.24, "parchment"))
    pen.draw(scene.Text(x, y - 1, "=", scene.type_size(rect.h * 0.57)))


def _crystals(pen: Pen, rect: scene.Rect, color: ids.Color, count: int) -> None:
    _number(pen, rect, _COUNT_OF_PATHS, count)
    at = rect.at(_PATH_WITH_CRYSTAL)
    pieces.path_tile(pen, *at, rect.w * 0.58, rect.h * 0.98)
    pieces.crystal(pen, *at, rect.h * 0.74, color)


def _guardians(pen: Pen, rect: scene.Rect, guardians: tuple[ids.Guardian, ...]) -> None:
    x, y = rect.center
    if len(guardians) == 1:
        pieces.guardian(pen, x, y, rect.h * 1.04, (guardians[0], None))
        return
    step = rect.w * 0.98 / len(guardians)
    for index, kind in enumerate(guardians):
        at = x + _aside(index, len(guardians)) * step
        pieces.guardian(pen, at, y, min(step * 0.96, rect.h), (kind, None))


def _gnome_card(pen: Pen, rect: scene.Rect, resource: ids.Resource) -> None:
    h = rect.h
    _plate(pen, rect, _CARD, "card.specialist")
    pen.draw(scene.Icon(*rect.at(_GNOME_ON_CARD), "gnome_head", h * 0.84, "parchment", h * 0.042))
    pieces.resource(pen, *rect.at(_RESOURCE_BESIDE_CARD), h * 0.78, resource)


def _offering_on(pen: Pen, rect: scene.Rect, resource: ids.Resource) -> None:
    pieces.small_island(pen, *rect.center, rect.w * 0.98, rect.h * 0.98)
    pieces.resource(pen, *rect.at(_RESOURCE_OF_ISLAND), rect.h * 0.70, resource)
    pieces.bowl(pen, *rect.at(_BOWL_ON_ISLAND), rect.h * 0.58)


def _both_islands(pen: Pen, rect: scene.Rect, resource: ids.Resource) -> None:
    for across in _TWO_ISLANDS:
        pieces.small_island(pen, *rect.at((across, 0)), rect.w * 0.485, rect.h)
        pieces.resource(pen, *rect.at((across, _RESOURCE_ABOVE)), rect.h * 0.52, resource)
        pieces.bowl(pen, *rect.at((across, _BOWL_BELOW)), rect.h * 0.38)


def _offerings(pen: Pen, rect: scene.Rect, islands: int, each: int) -> None:
    if islands == 1:
        x, y = rect.center
        w, size = rect.w * 0.98, rect.h * (0.46 if each > _PAIR else 0.58)
    else:
        _number(pen, rect, _COUNT_OF_ISLANDS, islands, 0.72)
        x, y = rect.at(_COUNTED_ISLAND)
        w, size = rect.w * 0.64, rect.h * (0.62 if each == 1 else 0.44)
    size = min(size, w * 0.9 / each)
    pieces.small_island(pen, x, y, w, rect.h * 0.96)
    for index in range(each):
        pieces.bowl(pen, x + _aside(index, each) * size * 1.08, y, size)


def _empty_pile(pen: Pen, rect: scene.Rect) -> None:
    """The place of a pile, and above it in dashes the offering tile that is gone."""
    x, y = rect.at(_PILE)
    s = rect.h * 0.66
    for drop in (3, -1):
        pen.draw(scene.RoundRect(x - s / 2, y - s / 2 + drop, s, s, 5, "sand.low"))
        pen.draw(scene.RoundRect(x - s / 2 + 2, y - s / 2 + drop + 2, s - 4, s - 4, 4, "sand"))
    top, edge = y - 5 - s / 2, x - s / 2
    corners = ((edge, top), (edge + s, top), (edge + s, top + s), (edge, top + s), (edge, top))
    for (ax, ay), (bx, by) in pairwise(corners):
        for index in range(5):
            t0, t1 = index / 5 + 0.02, index / 5 + 0.12
            start = (ax + (bx - ax) * t0, ay + (by - ay) * t0)
            pen.draw(
                scene.Polyline(
                    scene.flat([start, (ax + (bx - ax) * t1, ay + (by - ay) * t1)]), "ink", 2.4
                )
            )
    pen.draw(scene.Icon(x, y - 5, "offering", s * 0.72, "parchment.dark"))
    _number(pen, rect, _PILE_IS_AT_ZERO, 0, 0.84)


def _bonfires(pen: Pen, rect: scene.Rect, colors: tuple[ids.Color, ...]) -> None:
    if len(colors) <= _PAIR:
        x, y = rect.center
        for index, color in enumerate(colors):
            at = x + _aside(index, len(colors)) * rect.w * 0.5
            pieces.colored_fire(pen, at, y, rect.h * 0.86, color)
        return
    for anchor, color in zip(_THREE_BONFIRES, colors, strict=True):
        pieces.colored_fire(pen, *rect.at(anchor), rect.h * 0.62, color)


def _tasks_of(pen: Pen, rect: scene.Rect, color: ids.Color, count: int) -> None:
    _number(pen, rect, _COUNT_OF_TASKS, count)
    size = min(rect.h * 1.02, rect.w * 0.66)
    pieces.task_or_fire(pen, *rect.at(_COUNTED_TASK), size, color)


def _two_resources(pen: Pen, rect: scene.Rect, each: int) -> None:
    for across in _TWO_KINDS:
        _number(pen, rect, (across, _COUNT_ABOVE), each, 0.64)
        pieces.any_resource(pen, *rect.at((across, _KIND_BELOW)), rect.h * 0.56)
    signs.sign(pen, *rect.at(_UNLIKE), "≠", rect.h * 0.58)


def _same_resource(pen: Pen, rect: scene.Rect, count: int) -> None:
    _number(pen, rect, _COUNT_OF_ONE_KIND, count)
    pieces.any_resource(pen, *rect.at(_ONE_KIND), rect.h * 0.84)
    signs.sign(pen, *rect.at(_ALIKE), "=", rect.h * 0.58)


def _tiles(pen: Pen, rect: scene.Rect, tiles: bag.ActionTiles) -> None:
    x, y = rect.center
    columns = tuple(tiles.items())
    deepest = max(count for _, count in columns)
    s = min(rect.w / max(3.05, len(columns)), rect.h / max(2, deepest))
    for index, (kind, count) in enumerate(columns):
        at = x + _aside(index, len(columns)) * rect.w / max(3, len(columns))
        for row in range(count):
            top = y + _aside(row, count) * rect.h / max(2, deepest)
            pieces.action(pen, at, top, s * 0.98, kind)


def _groups(pen: Pen, rect: scene.Rect, actions: tuple[ids.ActionType, ...], size: int) -> None:
    if len(actions) == 1:
        _one_group(pen, rect, actions[0], size)
    else:
        _row_of_groups(pen, rect, actions, size)


def _row_of_groups(
    pen: Pen, rect: scene.Rect, kinds: tuple[ids.ActionType | None, ...], size: int
) -> None:
    """Groups side by side, each of an action or, as None, of any."""
    w = rect.w * 0.98 / len(kinds)
    for index, kind in enumerate(kinds):
        cell = scene.Rect(rect.x + rect.w * 0.01 + index * w, rect.y, w * 0.96, rect.h)
        _group(pen, cell, kind, size)


def _one_group(pen: Pen, rect: scene.Rect, kind: ids.ActionType, size: int) -> None:
    """The symbol and, upright beside it, as many joined squares."""
    x, y = rect.center
    q = rect.h * 0.96 / size
    pieces.action(pen, x - rect.h * 0.20, y, rect.h * 0.98, kind)
    left = x + rect.h * 0.50
    pen.draw(scene.RoundRect(left - q / 2 - 2, y - q * size / 2 - 2, q + 4, q * size + 4, 3, "ink"))
    for index in range(size):
        top = y - q * size / 2 + q * index + 0.9
        pen.draw(scene.RoundRect(left - q / 2 + 0.4, top, q - 0.8, q - 1.8, 1.6, f"act.{kind}"))


def _group(pen: Pen, rect: scene.Rect, kind: ids.ActionType | None, size: int) -> None:
    """A symbol (None: any) over as many joined squares."""
    x, _ = rect.center
    chain_w = min(rect.w * 0.82, rect.h * 0.86)
    chain_h = max(chain_w / size, rect.h * 0.22)
    s = min(rect.h - chain_h - 3, rect.w * 1.02)
    ink: scene.Ink = "any"
    if kind is None:
        pieces.any_action(pen, x, rect.y + s / 2, s)
    else:
        ink = f"act.{kind}"
        pieces.action(pen, x, rect.y + s / 2, s, kind)
    q, top = chain_w / size, rect.bottom - chain_h
    pen.draw(
        scene.RoundRect(x - chain_w / 2 - 1.8, top - 1.8, chain_w + 3.6, chain_h + 3.6, 3, "ink")
    )
    for index in range(size):
        left = x - chain_w / 2 + q * index + 0.9
        pen.draw(scene.RoundRect(left, top + 0.4, q - 1.8, chain_h - 0.8, 1.6, ink))


def _squares(pen: Pen, rect: scene.Rect, squares: conditions.Squares, grid: box.FateGrid) -> None:
    """The Fate Area of the box with the squares to cover in blue."""
    x, y = rect.center
    w, h = min(rect.w * 0.96, rect.h * 0.94 * grid.columns / grid.rows), rect.h * 0.94
    dx, dy = w / grid.columns, h / grid.rows
    left, top = x - w / 2, y - h / 2
    pen.draw(scene.RoundRect(left - 2, top - 2, w + 4, h + 4, 3, "ink"))
    for row in range(1, grid.rows + 1):
        for column in range(1, grid.columns + 1):
            ink = "square.high"
            if _asked(squares, grid, row, column):
                ink = "covered"
            elif (row, column) in grid.start:
                ink = "parchment.dark"
            px, py = left + dx * (column - 1), top + dy * (row - 1)
            pen.draw(scene.RoundRect(px + 0.6, py + 0.6, dx - 1.2, dy - 1.2, 1.2, ink))
    if squares is conditions.Squares.GOLD:
        r = min(dx, dy) * 0.86
        for row, column in sorted(grid.gold):
            px, py = left + dx * (column - 0.5), top + dy * (row - 0.5)
            pen.draw(scene.Disc(px, py, r + 1.8, "ink"))
            pen.draw(scene.Disc(px, py, r, "covered"))
            pen.draw(scene.Disc(px, py, r * 0.62, "res.gold"))


def _asked(squares: conditions.Squares, grid: box.FateGrid, row: int, column: int) -> bool:
    match squares:
        case conditions.Squares.HIGHLIGHTED:
            return (row, column) in grid.highlighted
        case conditions.Squares.GOLD:
            return (row, column) in grid.gold
        case conditions.Squares.OUTER_COLUMNS:
            return column in (1, grid.columns)
        case _:
            assert_never(squares)


def _common_task(pen: Pen, rect: scene.Rect) -> None:
    _plate(pen, rect, _COUNCIL, "plum")
    pieces.neutral_novice(pen, *rect.at(_NOVICE_IN_COUNCIL), rect.h * 0.84)
    pen.draw(scene.Icon(*rect.at(_TICK), "check", rect.h * 0.62, "met.ink"))
