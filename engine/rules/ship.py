"""Move your ship: distances, prices and the action of the island (S1 Move your Ship)."""

from collections.abc import Callable, Iterator
from functools import cache

from engine import actions, agenda, events, ids, specialists
from engine.box_index import box_index
from engine.data.box import Box
from engine.identity_cache import cached_by_identity
from engine.refusal import Reason, Refusal, refuse
from engine.rules import guardian, task
from engine.rules.costs import Cost, PaidRule, tiles_within_reach
from engine.rules.rule import Rule
from engine.state import GameState

ANYWHERE = 3
"""Action tiles that carry a ship to any island."""


def price(state: GameState, seat: ids.Seat, island: str) -> int:
    """The one price of a destination, the lowest (ruling 56); 1 for the first move."""
    player = state.players[seat]
    return _price(state.box, player.ship, island, specialists.extra_ship_steps(player))


def _price(box: Box, ship: str | None, island: str, extra: int) -> int:
    if ship is None:
        return 1
    steps = box_index(box).distances[ship].get(island, ANYWHERE)
    return max(1, min(steps - extra, ANYWHERE))


def cost(state: GameState, seat: ids.Seat, action: actions.MoveShip) -> Cost:
    """Tiles for the way to the island."""
    return Cost(ids.ActionType.SHIP, price(state, seat, action.island))


def move_refusal(state: GameState, seat: ids.Seat, action: actions.MoveShip) -> Refusal | None:
    """Say why the ship cannot sail there, the price apart."""
    if action.island not in box_index(state.box).islands:
        return refuse(Reason.ISLAND_UNKNOWN)
    if action.island == state.players[seat].ship:
        return refuse(Reason.SHIP_SAME_ISLAND)
    return None


def moves(state: GameState, seat: ids.Seat) -> Iterator[actions.MoveShip]:
    """Every other island."""
    here = state.players[seat].ship
    for code in box_index(state.box).islands:
        if code != here:
            yield actions.MoveShip(code)


def paid_moves(state: GameState, seat: ids.Seat) -> tuple[actions.MoveShip, ...]:
    """Every other island within reach of the seat's tiles."""
    player = state.players[seat]
    reach = min(tiles_within_reach(state, seat, ids.ActionType.SHIP), ANYWHERE)
    return _lister(state.box)(player.ship, reach, specialists.extra_ship_steps(player))


@cached_by_identity
def _lister(box: Box) -> Callable[[str | None, int, int], tuple[actions.MoveShip, ...]]:
    """Lists the voyages between the islands of a box, and remembers them."""

    @cache
    def listed(ship: str | None, reach: int, extra: int) -> tuple[actions.MoveShip, ...]:
        codes = [island.code for island in box.islands if island.code != ship]
        return tuple(
            actions.MoveShip(code) for code in codes if _price(box, ship, code, extra) <= reach
        )

    return listed


def sail(draft: GameState, seat: ids.Seat, action: actions.MoveShip) -> None:
    """Move the ship; then the action of the island may follow."""
    player = draft.players[seat]
    draft.events.append(events.ShipMoved(seat, player.ship, action.island))
    player.ship = action.island
    if task.RECEIVE.is_open(draft, seat) or guardian.RETRIEVE.is_open(draft, seat):
        draft.agenda.append(agenda.IslandChoice())


SAIL = Rule(actions.MoveShip, moves, move_refusal, sail)
PAID_SAIL = PaidRule(actions.MoveShip, paid_moves, move_refusal, sail, cost)
DECLINE = Rule(
    actions.Decline,
    answers=lambda _state, _seat: (actions.Decline(),),
    refusal=lambda _state, _seat, _action: None,
    perform=lambda _draft, _seat, _action: None,
)
