"""Prices in their parts: what each payment of a plan is for."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from bot.words import Sayable, phrase
from bot.words.pieces import bag_pieces
from engine.actions import Action, MoveShip, PayResources, PayTiles, ReceiveTask, RetrieveGuardian
from engine.advice import Step
from engine.agenda import PaidAction, ResourcePayment
from engine.bag import ActionTiles, Resources
from engine.ids import Resource
from engine.view import SeatView

_PURPOSES: Final[Mapping[type, str]] = {
    MoveShip: "ship",
    ReceiveTask: "task",
    RetrieveGuardian: "guardian",
}
"""The two things that a turn pays for: a voyage, and the action on the island."""


@dataclass(frozen=True, slots=True)
class Payment:
    """One payment of a plan, by the number of its step, and the action that it pays for.

    `due` are the resources that a payment in resources stands for.
    """

    number: int
    paid: ActionTiles | Resources
    due: Resources
    action: Action | None


def payments(steps: Sequence[Step], begun: Action | None = None) -> tuple[Payment, ...]:
    """The payments among a plan's steps; `begun` is what the first ones pay for."""
    found = []
    action = begun
    for number, step in enumerate(steps):
        match step.action:
            case PayTiles(paid) | PayResources(paid):
                asked = step.decision
                due = asked.needed if isinstance(asked, ResourcePayment) else Resources.EMPTY
                found.append(Payment(number, paid, due, action))
            case chosen if isinstance(chosen, PaidAction):
                action = chosen
            case _:
                pass
    return tuple(found)


def in_sum(paid: Iterable[Payment]) -> tuple[Sayable, ...]:
    """The pieces of payments as one price."""
    return bag_pieces(*_summed(paid))


def brief(paid: Iterable[Payment]) -> tuple[Sayable, ...]:
    """A price in few letters, whose action tiles are named as such once and not each."""
    tiles, goods = _summed(paid)
    told = (phrase("price.brief", tiles=tiles),) if tiles else ()
    return (*told, *bag_pieces(goods))


def in_numbers(paid: Iterable[Payment]) -> tuple[Sayable, ...]:
    """Return the number of pieces in a price, where there is no room to name their kinds."""
    tiles, goods = _summed(paid)
    counts = {"tiles": tiles.total, "resources": goods.total}
    return tuple(phrase(f"price.{name}", n=n) for name, n in counts.items() if n)


def _summed(paid: Iterable[Payment]) -> tuple[ActionTiles, Resources]:
    tiles, goods = ActionTiles.EMPTY, Resources.EMPTY
    for payment in paid:
        match payment.paid:
            case ActionTiles() as bag:
                tiles += bag
            case Resources() as bag:
                goods += bag
    return tiles, goods


def by_action(paid: Sequence[Payment]) -> tuple[Sayable, ...]:
    """A price by what is done for it: the voyage, the task. One thing's price is its pieces."""
    groups = [(action, tuple(some)) for action, some in groupby(paid, lambda each: each.action)]
    if len(groups) == 1:
        return in_sum(paid)
    told: list[Sayable] = []
    for action, some in groups:
        name = _PURPOSES.get(type(action))
        told += (phrase(f"price.{name}", pieces=in_sum(some)),) if name else in_sum(some)
    return tuple(told)


def in_parts(paid: Sequence[Payment], me: SeatView) -> tuple[Sayable, ...]:
    """A price with what each part of it is for: ship, task, island, offering."""
    if len(paid) == 1:
        return in_sum(paid)
    return tuple(part for payment in paid for part in parts_of(payment, me))


def parts_of(payment: Payment, me: SeatView) -> tuple[Sayable, ...]:
    """One payment with what it is for, where that is not plain."""
    match payment:
        case Payment(paid=Resources() as paid, due=due, action=ReceiveTask(side=side)) if due:
            offering = next(pile.open for pile in me.offerings if pile.side is side)
            return _goods(paid, due, offering) if offering else bag_pieces(paid)
        case Payment(paid=paid, action=action) if name := _PURPOSES.get(type(action)):
            return (phrase(f"price.{name}", pieces=paid),)
        case _:
            return bag_pieces(payment.paid)


def _goods(paid: Resources, due: Resources, offering: Resource) -> tuple[Sayable, ...]:
    """The resources for a task: the island's and the offering's, one of each."""
    (island,) = due - Resources.of(offering)
    if island is not offering:
        for resource in (offering, island):
            if paid[resource]:
                own, other = Resources.of(resource), paid - Resources.of(resource)
                at_island, offered = (other, own) if resource is offering else (own, other)
                return (
                    phrase("price.island", pieces=at_island),
                    phrase("price.offering", pieces=offered),
                )
    return (phrase("price.island_and_offering", pieces=paid, island=island, offering=offering),)
