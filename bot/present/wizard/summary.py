"""The gains of a plan at its price, the change in points, and what would follow an answer.

Unused tiles and resources count in the final scoring, so that at first nearly every good turn
lowers the sum of all points. It stands alone only when the end is near.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import starmap

from bot.present.wizard.labels import brief
from bot.words import Phrase, Sayable, phrase, pieces
from engine import actions, bag, ids
from engine.advice import Plan
from engine.events import Event, PointsScored, ResourcesChanged, Source, TilesChanged
from engine.view import View

Detail = tuple[Phrase, ...]
"""Sentences of a hint that are told together or not at all."""
UNTOLD = (actions.Decline, actions.Halt, actions.TakeBonus)
"""Answers that go without saying, and are not worth a line of a plan."""
NOT_THE_POINT = (actions.PayTiles, actions.PayResources, actions.Keep, actions.PutTask, *UNTOLD)
"""Answers that a short description of a choice leaves out."""


@dataclass(frozen=True, slots=True)
class Balance:
    """The gains of a seat by some events, and the action tiles that it loses for nothing."""

    tiles: bag.ActionTiles
    goods: bag.Resources
    points: int
    discarded: bag.ActionTiles

    @property
    def gained(self) -> tuple[Sayable, ...]:
        """Everything gained, as a list."""
        return (*pieces.bag_pieces(self.tiles, self.goods), *self._scored)

    @property
    def counted(self) -> tuple[Sayable, ...]:
        """Return the gains with a number of tiles, where a fate tile brings several kinds."""
        if not self.tiles:
            return self.gained
        tiles = phrase("offer.tiles", n=self.tiles.total, tiles=self.tiles)
        return (*pieces.bag_pieces(self.goods), *self._scored, tiles)

    @property
    def _scored(self) -> tuple[Sayable, ...]:
        return (pieces.points_phrase(self.points),) if self.points else ()


def balance(events: Iterable[Event], seat: ids.Seat) -> Balance:
    """Sum up the tiles, resources and points that one seat gains."""
    tiles = discarded = bag.ActionTiles.EMPTY
    goods = bag.Resources.EMPTY
    points = 0
    for event in events:
        match event:
            case TilesChanged(to, gained, lost, source) if to == seat:
                tiles += gained
                discarded += lost if source is Source.DISCARD else bag.ActionTiles.EMPTY
            case ResourcesChanged(to, brought) if to == seat:
                goods += brought
            case PointsScored(to, more_points) if to == seat:
                points += more_points
            case _:
                pass
    return Balance(tiles, goods, points, discarded)


def points_change(before: View, after: View, seat: ids.Seat) -> Phrase:
    """Return the change in a seat's points from one position to another."""
    then, now = before.seats[seat], after.seats[seat]
    if after.end_is_near:
        return phrase("preview.score", before=then.sheet.total, after=now.sheet.total)
    return phrase(
        "preview.points",
        total=_change(before.expected(seat), after.expected(seat)),
        scored=_change(then.score, now.score),
    )


def _change(before: int, after: int) -> int | Phrase:
    if before == after:
        return after
    return phrase("preview.change", before=before, after=after)


def followed(plan: Plan, own: int, view: View) -> Detail:
    """Yield the events after the first `own` steps of a plan, without the obvious ones.

    `view` is the position before the plan, in which its answers are told.
    """
    return tuple(
        phrase("offer.then", step=brief(step.action, view, plan.seat, step.decision))
        for step in plan.steps[own:]
        if not isinstance(step.action, NOT_THE_POINT)
    )


def exchanged(
    plan: Plan, first: int, cost: tuple[Sayable, ...], *, terse: bool = False
) -> tuple[Detail, ...]:
    """Return the discards and gains of a plan from its step `first` on, at this price.

    A terse hint tells of what is discarded only how much it is, as the plan names the tiles, and
    has the price in a sentence of its own, for which there is room.
    """
    summed = balance(plan.known_from(first), plan.seat)
    details: list[Detail] = []
    if terse and summed.discarded:
        details.append((phrase("offer.discards_some", n=summed.discarded.total),))
    elif summed.discarded:
        details.append((phrase("offer.discards", tiles=summed.discarded),))
    kinds = {type(step.action) for step in plan.steps[first:]}
    gained = summed.counted if actions.PlaceFate in kinds else summed.gained
    # Rewards are told by the answer that takes them.
    gained = () if actions.TakeRewards in kinds else gained
    pairs = (((), gained), (cost, ())) if terse else ((cost, gained),)
    return (*details, *((sentence,) for sentence in filter(None, starmap(_sentence, pairs))))


def _sentence(cost: tuple[Sayable, ...], gained: tuple[Sayable, ...]) -> Phrase | None:
    if cost and gained:
        return phrase("offer.both", cost=cost, gains=gained)
    if cost:
        return phrase("offer.pays", cost=cost)
    return phrase("offer.gains", gains=gained) if gained else None
