"""The legal answers, once more and naively: placements, payments and walks of a View."""

from collections.abc import Iterator
from itertools import product

from engine import bag, ids
from engine.view import SeatView
from tests.properties.printed import Square
from tests.properties.reckoning import COLUMNS, beside, square


def covered(seat: SeatView) -> set[Square]:
    """The squares with fate tiles on them."""
    return {square(cell) for placed in seat.fate for cell in placed.cells}


def placements(seat: SeatView) -> set[tuple[str, str]]:
    """The first square and the direction of every way to place a fate tile."""
    laid = covered(seat)
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


def tile_payments(
    hand: bag.ActionTiles, kind: ids.ActionType, count: int, *, doubled: bool
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


def _pays_tiles(paid: tuple[int, ...], kind: ids.ActionType, count: int, *, doubled: bool) -> bool:
    own, wild = paid[list(ids.ActionType).index(kind)], paid[-1]
    others = sum(paid) - own - wild
    return own + wild * (2 if doubled else 1) + others // 2 >= count


def resource_payments(
    supply: bag.Resources, needed: bag.Resources, anything: int
) -> set[tuple[int, ...]]:
    """Return the payments in resources: every unit by itself, by a Gold or by two of any kind."""
    return {
        paid
        for paid in product(*(range(held + 1) for held in supply.counts))
        if _pays(paid, tuple(needed), anything)
        and not any(
            n and _pays((*paid[:at], n - 1, *paid[at + 1 :]), tuple(needed), anything)
            for at, n in enumerate(paid)
        )
    }


def _pays(paid: tuple[int, ...], needed: tuple[ids.Resource, ...], anything: int) -> bool:
    """Try every way to pay the first needed unit, then the others."""
    if not needed:
        return sum(paid) >= anything
    first, rest = list(ids.Resource).index(needed[0]), needed[1:]
    ways: set[tuple[int, ...]] = {(first,), (len(paid) - 1,)}
    ways |= {(one, other) for one, other in product(range(len(paid)), repeat=2) if one <= other}
    for way in ways:
        left = list(paid)
        for at in way:
            left[at] -= 1
        if min(left) >= 0 and _pays(tuple(left), rest, anything):
            return True
    return False


def _standing(seat: SeatView) -> dict[ids.Guardian, ids.Place]:
    standing = dict.fromkeys(seat.waiting_guardians, ids.START_PLACE)
    for at in seat.positions:
        standing |= dict.fromkeys(at.path_guardians, ids.Place(ids.PlaceKind.PATH, at.position))
        if at.bonfire_guardian is not None:
            standing[at.bonfire_guardian] = ids.Place(ids.PlaceKind.BONFIRE, at.position)
    return standing


def _onward(place: ids.Place, seat: SeatView) -> Iterator[ids.Place]:
    """Yield the places one step forward: the next path tile, or through a portal a bonfire."""
    if place.kind is ids.PlaceKind.BONFIRE:
        return
    if place.position < 7 and seat.positions[place.position].built:
        yield ids.Place(ids.PlaceKind.PATH, place.position + 1)
    if place.kind is ids.PlaceKind.PATH:
        at = seat.positions[place.position - 1]
        if at.portal and at.task is not None and at.task.lit:
            yield ids.Place(ids.PlaceKind.BONFIRE, place.position)


def _may_stop(place: ids.Place, seat: SeatView) -> bool:
    shared = place.kind is ids.PlaceKind.PATH and 1 in seat.abilities
    return shared or place not in _standing(seat).values()


def walks(seat: SeatView, guardian: ids.Guardian, steps: int) -> set[ids.Place]:
    """Return the places where a guardian may stop in a procession of so many steps."""
    reached, border = set(), {_standing(seat)[guardian]}
    for _ in range(steps):
        border = {onward for place in border for onward in _onward(place, seat)}
        reached |= border
    return {place for place in reached if _may_stop(place, seat)}


def free_moves(seat: SeatView, guardian: ids.Guardian) -> set[ids.Place]:
    """Return the places that the council's move may bring a guardian to: any steps, to and fro."""
    origin = _standing(seat)[guardian]
    everywhere = [ids.Place(ids.PlaceKind.PATH, position) for position in range(1, 8)]
    forward = {place: set(_onward(place, seat)) for place in (ids.START_PLACE, *everywhere)}
    reached, border = {origin}, [origin]
    while border:
        place = border.pop()
        back = {each for each, onward in forward.items() if place in onward}
        for other in (forward.get(place, set()) | back) - reached:
            reached.add(other)
            border.append(other)
    return {place for place in reached - {origin, ids.START_PLACE} if _may_stop(place, seat)}
