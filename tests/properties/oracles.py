"""The rules once more, naively, from nothing but the View: to compare with what the engine says."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from engine.bag import ActionTiles, Resources
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
from engine.data.box import Elder
from engine.ids import START, ActionType, Guardian, Place, PlaceKind, Resource
from engine.view import SeatView, View

Square = tuple[int, int]
COLUMNS = "yzabcdefghi"


def square(name: str) -> Square:
    """(row, column) of a square, both from 1 in the printed grid."""
    return int(name[1:]), COLUMNS.index(name[0]) - 1


def symbols(seat: SeatView) -> dict[Square, ActionType]:
    """The symbol on each covered square."""
    return {
        square(cell): symbol
        for placed in seat.fate
        for cell, symbol in zip(placed.cells, placed.tile.symbols, strict=True)
    }


def beside(at: Square) -> Iterator[Square]:
    """The four neighbours of a square."""
    row, column = at
    yield from ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))


def groups(laid: dict[Square, ActionType]) -> list[tuple[ActionType, int]]:
    """Every connected group of equal symbols with its size."""
    found, left = [], dict(laid)
    while left:
        start, symbol = left.popitem()
        border, size = [start], 1
        while border:
            for each in beside(border.pop()):
                if left.get(each) is symbol:
                    del left[each]
                    border.append(each)
                    size += 1
        found.append((symbol, size))
    return found


def placements(seat: SeatView) -> set[tuple[str, str]]:
    """The first square and the direction of every way to place a fate tile."""
    laid = symbols(seat)
    steps = {"right": (0, 1), "left": (0, -1), "down": (1, 0), "up": (-1, 0)}
    found = set()
    for (row, column), (way, (down, right)) in product(
        product(range(-1, 8), range(-1, 10)), steps.items()
    ):
        squares = [(row + n * down, column + n * right) for n in range(3)]
        inside = [1 <= r <= 5 and 1 <= c <= 7 for r, c in squares]
        allowed = any(inside) if 27 in seat.abilities else all(inside)
        free = not any(each in laid for each in squares)
        if allowed and free and any(near in laid for each in squares for near in beside(each)):
            found.add((f"{COLUMNS[column + 1]}{row}", way))
    return found


def is_met(condition: Condition, view: View, seat: SeatView) -> bool:  # noqa: C901, PLR0912 - one case a condition
    """Whether a condition is met."""
    built = [at for at in seat.positions if at.built]
    lit = [at.task.task for at in seat.positions if at.task and at.task.lit]
    tasks = [at.task.task for at in seat.positions if at.task]
    offerings = {
        each.island.code: sum(slot.offering == seat.seat for slot in each.slots)
        for each in view.islands
    }
    match condition:
        case Own(what, count):
            return _owned(what, seat) >= count
        case PathWithResource(resource):
            return any(at.resource is resource for at in built)
        case PathPair():
            kinds = [at.resource for at in built]
            return any(kinds[n] is kinds[n + 1] for n in range(len(kinds) - 1))
        case PathsWithCrystal(color, count):
            return sum(at.crystal is color for at in built) >= count
        case HasGuardians(guardians):
            return all(guardian in seat.guardians for guardian in guardians)
        case GnomeWithResource(resource):
            return any(card.resource is resource for card in seat.gnomes)
        case OfferingOnIsland(resource) | OfferingsOnBothIslands(resource):
            served = [
                offerings[each.island.code] > 0
                for each in view.islands
                if each.island.resource is resource
            ]
            return all(served) if isinstance(condition, OfferingsOnBothIslands) else any(served)
        case OfferingsOnIslands(islands, each):
            return sum(count >= each for count in offerings.values()) >= islands
        case OfferingPileUsedUp():
            return any(pile.open is None and pile.hidden == 0 for pile in seat.offerings)
        case BonfiresOfColors(colors):
            return all(any(task.color is color for task in lit) for color in colors)
        case TasksOfColor(color, count):
            return sum(task.color is color for task in tasks) >= count
        case HasResource(resource, count):
            return seat.resources[resource] >= count
        case TwoResources(each):
            return sum(n >= each for kind, n in seat.resources.items() if kind != "gold") >= 2
        case SameResource(count):
            return any(n >= count for kind, n in seat.resources.items() if kind != "gold")
        case HasTiles(tiles):
            return not Counter(tiles) - Counter(seat.tiles)
        case FateGroups(wanted, size):
            found = groups(symbols(seat))
            return all(any(kind is each and n >= size for kind, n in found) for each in wanted)
        case AnyFateGroups(number, size):
            return sum(n >= size for _, n in groups(symbols(seat))) >= number
        case SquaresCovered(squares):
            return _squares(squares, view) <= symbols(seat).keys()
        case AnyCommonTask():
            return any(common.met for common in seat.common)


def _owned(what: Owned, seat: SeatView) -> int:
    counts = {
        Owned.GNOMES: len(seat.gnomes),
        Owned.ELDERS: sum(isinstance(card, Elder) for card in seat.gnomes),
        Owned.PORTALS: sum(at.portal for at in seat.positions),
        Owned.GUARDIANS: len(seat.guardians),
        Owned.GUARDIANS_AT_BONFIRES: sum(at.bonfire_guardian is not None for at in seat.positions),
        Owned.BONFIRES: sum(bool(at.task and at.task.lit) for at in seat.positions),
    }
    return counts[what]


def _squares(squares: Squares, view: View) -> set[Square]:
    grid = view.box.fate_grid
    columns = {(row, column) for row in range(1, 6) for column in (1, 7)}
    return {
        Squares.HIGHLIGHTED: set(grid.highlighted),
        Squares.GOLD: set(grid.gold),
        Squares.OUTER_COLUMNS: columns,
    }[squares]


def score(view: View, seat: SeatView) -> int:
    """The points of a seat if the game ended now (S1 Final Scoring)."""
    at_once = view.options.specialist_18_at_once
    total = seat.score
    for at in seat.positions:
        if at.task is not None and at.task.lit:
            total += at.task.task.points
            total += 2 * at.portal
            total += 2 * (at.crystal is at.task.task.color)
        if at.bonfire_guardian is not None:
            total += at.position + 1
            total += 2 * (18 in seat.abilities and not at_once)
    lit = sum(bool(at.task and at.task.lit) for at in seat.positions)
    total += 4 * sum(common.met for common in seat.common) + 3 * (lit == 7)
    total += 3 * len(seat.fate_row)
    return total + (seat.tiles.total + seat.resources.total) // 2


def tile_payments(
    hand: ActionTiles, kind: ActionType, count: int, *, doubled: bool
) -> set[tuple[int, ...]]:
    """Every part of a hand that pays and does not without any of its tiles."""
    return {
        paid
        for paid in product(*(range(held + 1) for held in hand.counts))
        if _pays_tiles(paid, kind, count, doubled=doubled)
        and not any(
            n and _pays_tiles((*paid[:at], n - 1, *paid[at + 1 :]), kind, count, doubled=doubled)
            for at, n in enumerate(paid)
        )
    }


def _pays_tiles(paid: tuple[int, ...], kind: ActionType, count: int, *, doubled: bool) -> bool:
    own, wild = paid[list(ActionType).index(kind)], paid[-1]
    others = sum(paid) - own - wild
    return own + wild * (2 if doubled else 1) + others // 2 >= count


def resource_payments(supply: Resources, needed: Resources, anything: int) -> set[tuple[int, ...]]:
    """The same for resources: every unit by itself, by a Gold or by two of any kind."""
    return {
        paid
        for paid in product(*(range(held + 1) for held in supply.counts))
        if _pays(paid, tuple(needed), anything)
        and not any(
            n and _pays((*paid[:at], n - 1, *paid[at + 1 :]), tuple(needed), anything)
            for at, n in enumerate(paid)
        )
    }


def _pays(paid: tuple[int, ...], needed: tuple[Resource, ...], anything: int) -> bool:
    """Try every way to pay the first needed unit, then the others."""
    if not needed:
        return sum(paid) >= anything
    first, rest = list(Resource).index(needed[0]), needed[1:]
    ways: set[tuple[int, ...]] = {(first,), (len(paid) - 1,)}
    ways |= {(one, other) for one, other in product(range(len(paid)), repeat=2) if one <= other}
    for way in ways:
        left = list(paid)
        for at in way:
            left[at] -= 1
        if min(left) >= 0 and _pays(tuple(left), rest, anything):
            return True
    return False


def _standing(seat: SeatView) -> dict[Guardian, Place]:
    standing = dict.fromkeys(seat.waiting_guardians, START)
    for at in seat.positions:
        standing |= dict.fromkeys(at.path_guardians, Place(PlaceKind.PATH, at.position))
        if at.bonfire_guardian is not None:
            standing[at.bonfire_guardian] = Place(PlaceKind.BONFIRE, at.position)
    return standing


def _onward(place: Place, seat: SeatView) -> Iterator[Place]:
    """Where one step forward leads: to the next path tile, or through a portal to a bonfire."""
    if place.kind is PlaceKind.BONFIRE:
        return
    if place.position < 7 and seat.positions[place.position].built:
        yield Place(PlaceKind.PATH, place.position + 1)
    if place.kind is PlaceKind.PATH:
        at = seat.positions[place.position - 1]
        if at.portal and at.task is not None and at.task.lit:
            yield Place(PlaceKind.BONFIRE, place.position)


def _may_stop(place: Place, seat: SeatView) -> bool:
    shared = place.kind is PlaceKind.PATH and 1 in seat.abilities
    return shared or place not in _standing(seat).values()


def walks(seat: SeatView, guardian: Guardian, steps: int) -> set[Place]:
    """Where a guardian may stop in a procession of so many steps."""
    reached, border = set(), {_standing(seat)[guardian]}
    for _ in range(steps):
        border = {onward for place in border for onward in _onward(place, seat)}
        reached |= border
    return {place for place in reached if _may_stop(place, seat)}


def free_moves(seat: SeatView, guardian: Guardian) -> set[Place]:
    """Where the council's move may bring a guardian: any number of steps, to and fro."""
    origin = _standing(seat)[guardian]
    everywhere = [Place(PlaceKind.PATH, position) for position in range(1, 8)]
    forward = {place: set(_onward(place, seat)) for place in (START, *everywhere)}
    reached, border = {origin}, [origin]
    while border:
        place = border.pop()
        back = {each for each, onward in forward.items() if place in onward}
        for other in (forward.get(place, set()) | back) - reached:
            reached.add(other)
            border.append(other)
    return {place for place in reached - {origin, START} if _may_stop(place, seat)}
