"""Retrieve a guardian: she comes to the Starting Tile (S1 Retrieve a Guardian)."""

from collections.abc import Iterator

from engine import actions, effects, ids, specialists
from engine.box_index import box_index
from engine.refusal import Reason, Refusal, refuse
from engine.rules import procession
from engine.rules.costs import Cost, PaidRule, shortage
from engine.rules.rule import Rule
from engine.state import GameState, PlayerState

_COST = Cost(ids.ActionType.GUARDIAN, 1)


def owns(player: PlayerState, guardian: ids.Guardian) -> bool:
    """Say whether the guardian is in the city."""
    return any(guardian is owned for owned, _ in player.guardians)


def available(state: GameState, seat: ids.Seat, guardian: ids.Guardian) -> Refusal | None:
    """Say why a neutral guardian cannot come, her island and the price apart."""
    if guardian not in ids.NEUTRAL_GUARDIANS or owns(state.players[seat], guardian):
        return refuse(Reason.GUARDIAN_OWNED, guardian=guardian)
    if not state.guardians_left[ids.NEUTRAL_GUARDIANS.index(guardian)]:
        return refuse(Reason.GUARDIAN_GONE, guardian=guardian)
    return None


def _guardian_here(state: GameState, seat: ids.Seat) -> ids.Guardian | None:
    ship = state.players[seat].ship
    return None if ship is None else box_index(state.box).islands[ship].guardian


def cost(_state: GameState, _seat: ids.Seat, _action: actions.RetrieveGuardian) -> Cost:
    """One tile, wherever she is."""
    return _COST


def retrieve_refusal(
    state: GameState, seat: ids.Seat, _action: actions.RetrieveGuardian
) -> Refusal | None:
    """Say why the guardian of the ship's island cannot be retrieved, the price apart."""
    if state.players[seat].ship is None:
        return refuse(Reason.SHIP_NOT_AT_SEA)
    guardian = _guardian_here(state, seat)
    if guardian is None:
        return refuse(Reason.ISLAND_NO_GUARDIANS)
    return available(state, seat, guardian)


def retrievals(state: GameState, seat: ids.Seat) -> Iterator[actions.RetrieveGuardian]:
    """The retrieval of the guardian at the ship's island, if it is possible."""
    guardian = _guardian_here(state, seat)
    if guardian is None or available(state, seat, guardian) or shortage(state, seat, _COST):
        return
    yield actions.RetrieveGuardian()


def retrieve(draft: GameState, seat: ids.Seat, _action: actions.RetrieveGuardian) -> None:
    """Bring the guardian of the ship's island."""
    guardian = _guardian_here(draft, seat)
    if guardian is None:
        raise ValueError("the ship is not at a guardian island")
    come(draft, seat, guardian)


def come(draft: GameState, seat: ids.Seat, guardian: ids.Guardian) -> None:
    """Bring a guardian to the Starting Tile; specialist 17 makes a procession of it."""
    effects.guardian_retrieved(draft, seat, guardian)
    if specialists.arrival_makes_procession(draft.players[seat]):
        procession.begin_without_resources(draft, seat)


def take_refusal(state: GameState, seat: ids.Seat, action: actions.TakeGuardian) -> Refusal | None:
    """Council: why this guardian cannot come."""
    return available(state, seat, action.guardian)


def takings(state: GameState, seat: ids.Seat) -> Iterator[actions.TakeGuardian]:
    """Council: every guardian of a new colour, wherever the ship is (ruling 59)."""
    for guardian in ids.NEUTRAL_GUARDIANS:
        if available(state, seat, guardian) is None:
            yield actions.TakeGuardian(guardian)


def take(draft: GameState, seat: ids.Seat, action: actions.TakeGuardian) -> None:
    """Council: bring the guardian."""
    come(draft, seat, action.guardian)


RETRIEVE = PaidRule(actions.RetrieveGuardian, retrievals, retrieve_refusal, retrieve, cost)
TAKE_GUARDIAN = Rule(actions.TakeGuardian, takings, take_refusal, take)
