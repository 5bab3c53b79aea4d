"""Move your ship: distances, prices and the action of the island (S1 Move your Ship)."""

from collections.abc import Iterator

from engine import specialists
from engine.actions import Decline, MoveShip
from engine.agenda import IslandChoice
from engine.box_index import box_index
from engine.events import ShipMoved
from engine.ids import ActionType, Seat
from engine.refusal import Reason, Refusal, refuse
from engine.rules import guardian, task
from engine.rules.costs import Cost, PaidRule, tiles_within_reach
from engine.rules.rule import Rule
from engine.state import GameState

ANYWHERE = 3
"""Action tiles that carry a ship to any island."""


def price(state: GameState, seat: Seat, island: str) -> int:
    """The one price of a destination, the lowest (ruling 56); 1 for the first move."""
    player = state.players[seat]
    if player.ship is None:
        return 1
    steps = box_index(state.box).distances[player.ship].get(island, ANYWHERE)
    return max(1, min(steps - specialists.extra_ship_steps(player), ANYWHERE))


def cost(state: GameState, seat: Seat, action: MoveShip) -> Cost:
    """Tiles for the way to the island."""
    return Cost(ActionType.SHIP, price(state, seat, action.island))


def move_refusal(state: GameState, seat: Seat, action: MoveShip) -> Refusal | None:
    """Say why the ship cannot sail there, the price apart."""
    if action.island not in box_index(state.box).islands:
        return refuse(Reason.ISLAND_UNKNOWN)
    if action.island == state.players[seat].ship:
        return refuse(Reason.SHIP_SAME_ISLAND)
    return None


def moves(state: GameState, seat: Seat) -> Iterator[MoveShip]:
    """Every other island."""
    here = state.players[seat].ship
    for code in box_index(state.box).islands:
        if code != here:
            yield MoveShip(code)


def paid_moves(state: GameState, seat: Seat) -> Iterator[MoveShip]:
    """Every other island within reach of the seat's tiles."""
    reach = tiles_within_reach(state, seat, ActionType.SHIP)
    here = state.players[seat].ship
    for code in box_index(state.box).islands if reach else ():
        if code != here and price(state, seat, code) <= reach:
            yield MoveShip(code)


def sail(draft: GameState, seat: Seat, action: MoveShip) -> None:
    """Move the ship; then the action of the island may follow."""
    player = draft.players[seat]
    draft.events.append(ShipMoved(seat, player.ship, action.island))
    player.ship = action.island
    if task.RECEIVE.is_open(draft, seat) or guardian.RETRIEVE.is_open(draft, seat):
        draft.agenda.append(IslandChoice())


SAIL = Rule(MoveShip, moves, move_refusal, sail)
PAID_SAIL = PaidRule(MoveShip, paid_moves, move_refusal, sail, cost)
DECLINE = Rule(
    Decline,
    answers=lambda _state, _seat: (Decline(),),
    refusal=lambda _state, _seat, _action: None,
    perform=lambda _draft, _seat, _action: None,
)
