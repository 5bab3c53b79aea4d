"""What a plan costs and brings, and what would follow an answer."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.present.questions import question
from bot.present.wizard.labels import label
from bot.words import Phrase, Told, phrase
from bot.words.pieces import bag_pieces, points_phrase
from engine import actions
from engine.advice import Plan, PlanEnding
from engine.bag import ActionTiles, Resources
from engine.events import Event, PointsScored, ResourcesChanged, Source, TilesChanged
from engine.ids import Seat
from engine.view import View

Detail = tuple[Phrase, ...]
"""Sentences of a hint that are told together or not at all."""
UNTOLD = (actions.Decline, actions.Halt, actions.TakeBonus)
"""Answers that go without saying, and are not worth a line of a plan."""
NOT_THE_POINT = (
    actions.PayTiles,
    actions.PayResources,
    actions.Keep,
    actions.PutTask,
    *UNTOLD,
)
"""Answers that a short description of a choice leaves out."""


@dataclass(frozen=True, slots=True)
class Balance:
    """What a seat pays and gains by some events, and which action tiles it gives up for nothing."""

    paid: tuple[Told, ...]
    gained: tuple[Told, ...]
    discarded: ActionTiles

    def sentence(self) -> Phrase | None:
        """The balance in a sentence, None when nothing is paid or gained."""
        if self.paid and self.gained:
            return phrase("offer.both", cost=self.paid, gains=self.gained)
        if self.paid:
            return phrase("offer.pays", cost=self.paid)
        if self.gained:
            return phrase("offer.gains", gains=self.gained)
        return None


def balance(events: Iterable[Event], seat: Seat) -> Balance:
    """Sum up the tiles, resources and points of one seat."""
    tiles = lost_tiles = discarded = ActionTiles.EMPTY
    goods = lost_goods = Resources.EMPTY
    points = 0
    for event in events:
        match event:
            case TilesChanged(to, more_tiles, fewer_tiles, source) if to == seat:
                tiles += more_tiles
                if source is Source.DISCARD:
                    discarded += fewer_tiles
                else:
                    lost_tiles += fewer_tiles
            case ResourcesChanged(to, more_goods, fewer_goods) if to == seat:
                goods, lost_goods = goods + more_goods, lost_goods + fewer_goods
            case PointsScored(to, more_points) if to == seat:
                points += more_points
            case _:
                pass
    scored = (points_phrase(points),) if points else ()
    paid, gained = bag_pieces(lost_tiles, lost_goods), (*bag_pieces(tiles, goods), *scored)
    return Balance(paid, gained, discarded)


def gained_bags(events: Iterable[Event], seat: Seat) -> tuple[ActionTiles, Resources]:
    """The action tiles and the resources that a seat gains."""
    tiles, goods = ActionTiles.EMPTY, Resources.EMPTY
    for event in events:
        match event:
            case TilesChanged(to, gained) if to == seat:
                tiles += gained
            case ResourcesChanged(to, gained_goods) if to == seat:
                goods += gained_goods
            case _:
                pass
    return tiles, goods


def described(plan: Plan, own: int, view: View) -> tuple[Detail, ...]:
    """What choosing leads to: what would follow the first `own` steps, and the balance.

    `view` is the position before the plan, in which its answers are told.
    """
    following = [step for step in plan.steps[own:] if not isinstance(step.action, NOT_THE_POINT)]
    steps = tuple(
        phrase("offer.then", step=label(step.action, view, plan.seat, step.decision))
        for step in following
    )
    details: list[Detail] = [steps] if steps else []
    summed = balance(plan.known_events, plan.seat)
    if summed.discarded:
        details.append((phrase("offer.discards", tiles=summed.discarded),))
    if any(isinstance(step.action, actions.TakeRewards) for step in following):
        # The rewards have just been told.
        summed = replace(summed, gained=())
    if (sentence := summed.sentence()) is not None:
        details.append((sentence,))
    if plan.ending is PlanEnding.REVEALS:
        details.append((phrase("offer.reveals"),))
    if plan.ending is PlanEnding.ASKS and plan.decision is not None and not details:
        details.append((question(plan.decision),))
    return tuple(details)
