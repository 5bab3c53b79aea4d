"""The number and kind of the components of a box, as the rule texts state them."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Final

from engine import bag, ids
from engine.box_document.conditions import TAGS
from engine.box_document.node import BoxFault
from engine.conditions import Condition, depicted
from engine.data import council
from engine.data.box import Box
from engine.data.tasks import TASKS
from engine.geometry import STRIP

_PATH_CRYSTALS: Final = {ids.Color.BLUE: 10, ids.Color.RED: 10, ids.Color.YELLOW: 8}
_GOLD_SPECIALISTS: Final = 3
_OFFERING_TILES: Final = 10
_ISLANDS_OF_A_RESOURCE: Final = 2
_CORNERS: Final = 4
_TOM_CARDS: Final = 8

Faults = Iterator[BoxFault]


def _tasks(box: Box) -> Faults:
    for color in ids.Color:
        stated = Counter(_demand(row.condition) for row in TASKS if row.color is color)
        found = Counter(_demand(row.condition) for row in box.tasks if row.color is color)
        for demand in sorted(stated.keys() | found.keys()):
            if stated[demand] != found[demand]:
                yield BoxFault(
                    "tasks",
                    f"must hold {stated[demand]} {color} tasks that ask for {demand}, "
                    f"not {found[demand]}",
                )
    for row in box.tasks:
        for key in ("guardians", "colors", "symbols"):
            depicted = getattr(row.condition, key, ())
            if len(set(depicted)) < len(depicted):
                yield BoxFault(f"tasks.{row.id}.condition.{key}", "must all be different")
        if ids.ActionType.WILD in getattr(row.condition, "symbols", ()):
            path = f"tasks.{row.id}.condition.symbols"
            yield BoxFault(path, "must be actions: no fate tile shows yellow")


def _demand(condition: Condition) -> str:
    """Return a task's entry in the list of tasks (S0 Appendix I), without the depicted kinds."""
    parts, shown = [TAGS[type(condition)]], depicted(condition)
    for field in fields(condition):
        value = getattr(condition, field.name)
        match value:
            case ids.Resource() if field.name in shown:
                pass
            case ids.Resource():
                parts.append(str(value))
            case bag.ActionTiles():
                parts.append(f"{field.name}={value.total}")
            case tuple() if field.name in shown:
                parts.append(f"{field.name}={len(value)}")
            case tuple():
                parts.append(f"{field.name}={'+'.join(sorted(value))}")
            case _:
                parts.append(f"{field.name}={value}")
    return " ".join(parts)


def _specialists(box: Box) -> Faults:
    gold = sum(row.resource is ids.Resource.GOLD for row in box.specialists)
    yield from _number("specialists", "specialists that cost Gold", gold, _GOLD_SPECIALISTS)


def _elders(box: Box) -> Faults:
    yield from _once_each("elders", "count", (row.counts for row in box.elders), ids.ElderCount)


def _fate_grid(box: Box) -> Faults:
    grid = box.fate_grid
    columns = [column for _, column in grid.start]
    if (
        len(grid.start) != STRIP
        or len({row for row, _ in grid.start}) != 1
        or columns != list(range(columns[0], columns[0] + STRIP))
    ):
        yield BoxFault("fate_grid.start", "must be three neighbouring squares of one row")
    for key in ("highlighted", "gold", "wild"):
        squares: frozenset[tuple[int, int]] = getattr(grid, key)
        if not squares:
            yield BoxFault(f"fate_grid.{key}", "must name at least one square")
        if squares & set(grid.start):
            yield BoxFault(f"fate_grid.{key}", "must not lie under the start strip")
    if grid.gold & grid.wild:
        yield BoxFault("fate_grid.wild", "must not lie on the Gold squares")


def _path_tiles(box: Box) -> Faults:
    crystals: Counter[ids.Color] = Counter()
    for row in box.path_tiles:
        crystals[row.tile.crystal] += row.count
    for color, count in _PATH_CRYSTALS.items():
        what = f"path tiles with a {color} crystal"
        yield from _number("path_tiles", what, crystals[color], count)


def _offerings(box: Box) -> Faults:
    found = sum(row.count for row in box.offerings)
    yield from _number("offerings", "offering tiles", found, _OFFERING_TILES)


def _cities(box: Box) -> Faults:
    for row in box.cities:
        path = f"cities.{row.city}.portals"
        yield from _once_each(path, "portal", row.portals, ids.PortalKind)
    if len({row.portals for row in box.cities}) < len(box.cities):
        yield BoxFault("cities", "must each have another order of portals")


def _guardian_values(box: Box) -> Faults:
    found = len(box.guardian_values)
    yield from _number("guardian_values.values", "values", found, len(ids.POSITIONS))


def _islands(box: Box) -> Faults:
    resources = Counter(island.resource for island in box.islands)
    for resource in ids.BASIC_RESOURCES:
        what = f"islands of {resource}"
        yield from _number("islands", what, resources[resource], _ISLANDS_OF_A_RESOURCE)
    guardians = [island.guardian for island in box.islands if island.guardian is not None]
    yield from _once_each("islands", "guardian", guardians, ids.NEUTRAL_GUARDIANS)
    corners = [island for island in box.islands if island.corner]
    yield from _number("islands", "corner islands", len(corners), _CORNERS)
    for island in corners:
        if island.resource is None:
            yield BoxFault(f"islands.{island.code}.corner", "must be an island with tasks")


def _routes(box: Box) -> Faults:
    codes = [island.code for island in box.islands]
    seen: set[frozenset[str]] = set()
    for number, route in enumerate(box.routes, start=1):
        path = f"routes.pairs.{number}"
        for code in route:
            if code not in codes:
                yield BoxFault(path, f"names {code}, which is no island")
        if frozenset(route) in seen:
            yield BoxFault(path, f"joins {route[0]} and {route[1]} a second time")
        seen.add(frozenset(route))
    for code in _out_of_reach(codes, seen):
        yield BoxFault("routes.pairs", f"must lead from {codes[0]} to {code}")


def _out_of_reach(codes: list[str], routes: set[frozenset[str]]) -> list[str]:
    """The islands to which no routes lead from the first one."""
    reached = set(codes[:1])
    while joined := {code for route in routes if route & reached for code in route} - reached:
        reached |= joined
    return [code for code in codes if code not in reached]


def _council(box: Box) -> Faults:
    stated = (row.bonus for row in council.COUNCIL)
    yield from _once_each("council", "bonus", (row.bonus for row in box.council), stated)


def _tom_cards(box: Box) -> Faults:
    found = sum(row.count for row in box.tom_cards)
    yield from _number("tom_cards", "cards", found, _TOM_CARDS)


def _number(path: str, what: str, found: int, stated: int) -> Faults:
    if found != stated:
        yield BoxFault(path, f"must hold {stated} {what}, not {found}")


def _once_each(path: str, what: str, found: Iterable[str], stated: Iterable[str]) -> Faults:
    counts = Counter(found)
    for kind in stated:
        if counts[kind] != 1:
            yield BoxFault(path, f"must hold the {what} {kind} once, not {counts[kind]} times")


CHECKS: Final[Mapping[str, Callable[[Box], Faults]]] = {
    "tasks": _tasks,
    "specialists": _specialists,
    "elders": _elders,
    "fate_grid": _fate_grid,
    "path_tiles": _path_tiles,
    "offerings": _offerings,
    "cities": _cities,
    "guardian_values": _guardian_values,
    "islands": _islands,
    "routes": _routes,
    "council": _council,
    "tom_cards": _tom_cards,
}
"""The check of every section that has more to it than its single rows."""
