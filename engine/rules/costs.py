"""What an action costs, and whether a seat can pay it (S1 Use Action Tiles)."""

from dataclasses import dataclass

from engine import modifiers
from engine.agenda import ResourcePayment, TilePayment
from engine.bag import Resources
from engine.ids import ActionType, Seat
from engine.payment import PaymentRules, can_pay_resources, can_pay_tiles, most_payable
from engine.refusal import Reason, Refusal, refuse
from engine.state import GameState


@dataclass(frozen=True, slots=True)
class Cost:
    """Action tiles of one kind, named resources, and further resources of any kind."""

    kind: ActionType
    tiles: int
    needed: Resources = Resources.EMPTY
    any_count: int = 0

    @property
    def questions(self) -> tuple[TilePayment | ResourcePayment, ...]:
        """What is asked for the payment, in this order."""
        tiles = TilePayment(self.kind, self.tiles)
        if self.needed == Resources.EMPTY and not self.any_count:
            return (tiles,)
        return (tiles, ResourcePayment(self.needed, self.any_count))


def payment_rules(state: GameState, seat: Seat) -> PaymentRules:
    """How this seat pays: specialist 5 and the table option of ruling 1."""
    wild = modifiers.wild_value(state.players[seat])
    return PaymentRules(wild, state.options.strict_payment)


def shortage(state: GameState, seat: Seat, cost: Cost) -> Refusal | None:
    """Why the seat cannot pay, if it cannot."""
    player = state.players[seat]
    rules = payment_rules(state, seat)
    if not can_pay_tiles(player.tiles, cost.kind, cost.tiles, rules):
        return refuse(Reason.TILES_SHORT, kind=cost.kind, count=cost.tiles)
    if not can_pay_resources(player.resources, cost.needed, cost.any_count):
        return refuse(Reason.RESOURCES_SHORT, needed=cost.needed, any_count=cost.any_count)
    return None


def tiles_within_reach(state: GameState, seat: Seat, kind: ActionType) -> int:
    """The most tiles of a kind that the seat can pay for, with every substitute."""
    return most_payable(state.players[seat].tiles, kind, payment_rules(state, seat))
