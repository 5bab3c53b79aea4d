"""What a plan costs and brings, and how its steps are told."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.present.labels import label
from bot.present.plan import Ending, Plan, Step
from bot.words import Phrase, phrase
from bot.words.pieces import bag_pieces, points_phrase
from engine.actions import Decline, Halt, Keep, PayResources, PayTiles, TakeBonus
from engine.bag import ActionTiles, Resources
from engine.events import Event, PointsScored, ResourcesChanged, Source, TilesChanged
from engine.ids import Seat
from engine.view import View

UNTOLD = (Decline, Halt)
"""Answers that do nothing, and are not worth a line of a plan."""
NOT_THE_POINT = (PayTiles, PayResources, Keep, TakeBonus, *UNTOLD)
"""Answers that a short description of a choice leaves out."""


@dataclass(frozen=True, slots=True)
class Balance:
    """What a seat pays and gains by some events."""

    paid: tuple[Phrase, ...]
    gained: tuple[Phrase, ...]

    def told(self) -> Phrase | None:
        """The balance in a sentence, None when nothing moves."""
        if self.paid and self.gained:
            return phrase("offer.both", cost=self.paid, gains=self.gained)
        if self.paid:
            return phrase("offer.pays", cost=self.paid)
        if self.gained:
            return phrase("offer.gains", gains=self.gained)
        return None


def balance(events: Iterable[Event], seat: Seat) -> Balance:
    """Sum up the tiles, resources and points of one seat."""
    tiles = lost_tiles = ActionTiles.EMPTY
    goods = lost_goods = Resources.EMPTY
    points = 0
    for event in events:
        match event:
            case TilesChanged(to, more_tiles, fewer_tiles, source) if to == seat:
                tiles += more_tiles
                lost_tiles += ActionTiles.EMPTY if source is Source.DISCARD else fewer_tiles
            case ResourcesChanged(to, more_goods, fewer_goods) if to == seat:
                goods, lost_goods = goods + more_goods, lost_goods + fewer_goods
            case PointsScored(to, scored) if to == seat:
                points += scored
            case _:
                pass
    gained = bag_pieces(tiles, goods)
    if points:
        gained = (*gained, points_phrase(points))
    return Balance(bag_pieces(lost_tiles, lost_goods), gained)


def described(plan: Plan, own: int, view: View) -> tuple[Phrase, ...]:
    """What choosing leads to: what would follow the first `own` steps, and the balance.

    `view` is the position before the plan, in which its answers are told.
    """
    told = [
        label(step.action, view, plan.seat, step.decision)
        for step in plan.steps[own:]
        if not isinstance(step.action, NOT_THE_POINT)
    ]
    summed = balance(plan.known_events, plan.seat).told()
    reveals = (phrase("offer.reveals"),) if plan.ending is Ending.REVEALS else ()
    then = (phrase("offer.then", steps=tuple(told)),) if told else ()
    return (*then, *((summed,) if summed else ()), *reveals)


def step_lines(steps: Sequence[Step], view: View, seat: Seat) -> tuple[Phrase, ...]:
    """A plan's steps as a list, without those that do nothing."""
    return tuple(
        phrase("preview.step", step=label(step.action, view, seat, step.decision))
        for step in steps
        if not isinstance(step.action, UNTOLD)
    )
