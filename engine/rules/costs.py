"""The price of an action, the means of a seat to pay it, and its payment (S1 Use Action Tiles)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import Final, TypeVar

from engine import actions, agenda, bag, effects, events, ids, specialists
from engine.payment import (
    PaymentRules,
    can_pay_resources,
    can_pay_tiles,
    is_resource_payment,
    is_tile_payment,
    most_payable,
    resource_payments,
    tile_payments,
)
from engine.refusal import Reason, Refusal, refuse
from engine.rules.rule import Rule, Rules
from engine.state import GameState

_P = TypeVar("_P", bound=agenda.PaidAction)


@dataclass(frozen=True, slots=True)
class Cost:
    """Action tiles of one kind, named resources, and further resources of any kind."""

    kind: ids.ActionType
    tiles: int
    needed: bag.Resources = bag.Resources.EMPTY
    any_count: int = 0

    @property
    def questions(self) -> tuple[agenda.TilePayment | agenda.ResourcePayment, ...]:
        """Return the questions for the payment, in this order."""
        tiles = agenda.TilePayment(self.kind, self.tiles)
        if self.needed == bag.Resources.EMPTY and not self.any_count:
            return (tiles,)
        return (tiles, agenda.ResourcePayment(self.needed, self.any_count))


@dataclass(frozen=True, slots=True)
class PaidRule(Rule[_P]):
    """The rule of an action that costs something.

    `answers` lists what can be paid for, `refusal` leaves the price out, and `perform` carries
    out what has been paid.
    """

    cost: Callable[[GameState, ids.Seat, _P], Cost]

    @property
    def charged(self) -> Rule[_P]:
        """The rule as it is answered: the price is asked for first."""
        return Rule(self.action, self.answers, self._refusal, self._charge)

    def _refusal(self, state: GameState, seat: ids.Seat, action: _P) -> Refusal | None:
        why = self.refusal(state, seat, action)
        return why or shortage(state, seat, self.cost(state, seat, action))

    def _charge(self, draft: GameState, seat: ids.Seat, action: _P) -> None:
        """Ask for the payments of an action, which is carried out after them."""
        questions = self.cost(draft, seat, action).questions
        draft.agenda += (agenda.Perform(action), *reversed(questions))


_way_to_pay: Final = cache(PaymentRules)
"""Each of the four ways to pay, made once."""


def payment_rules(state: GameState, seat: ids.Seat) -> PaymentRules:
    """Return the means of this seat to pay: specialist 5 and the table option of ruling 1."""
    wild = specialists.wild_value(state.players[seat])
    return _way_to_pay(wild, state.options.strict_payment)


def shortage(state: GameState, seat: ids.Seat, cost: Cost) -> Refusal | None:
    """Say why the seat cannot pay, if it cannot."""
    player = state.players[seat]
    rules = payment_rules(state, seat)
    if not can_pay_tiles(player.tiles, cost.kind, cost.tiles, rules):
        return refuse(Reason.TILES_SHORT, kind=cost.kind, count=cost.tiles)
    if not can_pay_resources(player.resources, cost.needed, cost.any_count):
        return refuse(Reason.RESOURCES_SHORT, needed=cost.needed, any_count=cost.any_count)
    return None


def tiles_within_reach(state: GameState, seat: ids.Seat, kind: ids.ActionType) -> int:
    """The most tiles of a kind that the seat can pay for, with every substitute."""
    return most_payable(state.players[seat].tiles, kind, payment_rules(state, seat))


def _misfit(is_right: Callable[[PaymentRules], bool], rules: PaymentRules) -> Refusal | None:
    """Say why a payment does not fit: perhaps only the table's option forbids it (ruling 1)."""
    if is_right(rules):
        return None
    only_strict = rules.strict and is_right(rules._replace(strict=False))
    return refuse(Reason.SUBSTITUTE_NOT_NEEDED if only_strict else Reason.PAYMENT_WRONG)


def _payments_in_tiles(
    asked: agenda.TilePayment, state: GameState, seat: ids.Seat
) -> Iterator[actions.PayTiles]:
    hand, rules = state.players[seat].tiles, payment_rules(state, seat)
    return map(actions.PayTiles, tile_payments(hand, asked.kind, asked.count, rules))


def _tiles_refusal(
    asked: agenda.TilePayment, state: GameState, seat: ids.Seat, action: actions.PayTiles
) -> Refusal | None:
    hand, rules = state.players[seat].tiles, payment_rules(state, seat)
    is_right = partial(is_tile_payment, hand, action.tiles, asked.kind, asked.count)
    return _misfit(is_right, rules)


def _pay_tiles(draft: GameState, seat: ids.Seat, action: actions.PayTiles) -> None:
    effects.lose_tiles(draft, seat, action.tiles, events.Source.COST)


def tile_payment_rules(asked: agenda.TilePayment) -> Rules:
    """Return the payments for a price in action tiles."""
    answers, refusal = partial(_payments_in_tiles, asked), partial(_tiles_refusal, asked)
    return (Rule(actions.PayTiles, answers, refusal, _pay_tiles),)


def _payments_in_resources(
    asked: agenda.ResourcePayment, state: GameState, seat: ids.Seat
) -> Iterator[actions.PayResources]:
    supply, rules = state.players[seat].resources, payment_rules(state, seat)
    return map(
        actions.PayResources, resource_payments(supply, asked.needed, asked.any_count, rules)
    )


def _resources_refusal(
    asked: agenda.ResourcePayment, state: GameState, seat: ids.Seat, action: actions.PayResources
) -> Refusal | None:
    supply, rules = state.players[seat].resources, payment_rules(state, seat)
    paid, needed = action.resources, asked.needed
    return _misfit(partial(is_resource_payment, supply, paid, needed, asked.any_count), rules)


def _pay_resources(draft: GameState, seat: ids.Seat, action: actions.PayResources) -> None:
    effects.lose_resources(draft, seat, action.resources, events.Source.COST)


def resource_payment_rules(asked: agenda.ResourcePayment) -> Rules:
    """Return the payments for a price in resources."""
    answers, refusal = partial(_payments_in_resources, asked), partial(_resources_refusal, asked)
    return (Rule(actions.PayResources, answers, refusal, _pay_resources),)
