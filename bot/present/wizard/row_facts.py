"""The facts of a menu row: what each payment of a plan is for, and its gains for the city.

These are tasks met or nearer, crystals, portals and points.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from bot.present.wizard.summary import Detail
from bot.words import Sayable, phrase, pieces
from engine import actions, agenda, events, ids
from engine.advice import Plan, Step
from engine.bag import ActionTiles, Resources
from engine.scoring import CRYSTAL_POINTS
from engine.view import SeatView, TaskView, View

_PURPOSES: Final[Mapping[type, str]] = {
    actions.MoveShip: "ship",
    actions.ReceiveTask: "task",
    actions.RetrieveGuardian: "guardian",
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
    action: actions.Action | None


def payments(steps: Sequence[Step], begun: actions.Action | None = None) -> tuple[Payment, ...]:
    """The payments among a plan's steps; `begun` is what the first ones pay for."""
    found = []
    action = begun
    for number, step in enumerate(steps):
        match step.action:
            case actions.PayTiles(paid) | actions.PayResources(paid):
                asked = step.decision
                due = asked.needed if isinstance(asked, agenda.ResourcePayment) else Resources.EMPTY
                found.append(Payment(number, paid, due, action))
            case chosen if isinstance(chosen, agenda.PaidAction):
                action = chosen
            case _:
                pass
    return tuple(found)


def in_sum(paid: Iterable[Payment]) -> tuple[Sayable, ...]:
    """The pieces of payments as one price."""
    return pieces.bag_pieces(*_summed(paid))


def brief(paid: Iterable[Payment]) -> tuple[Sayable, ...]:
    """A price in few letters, whose action tiles are named as such once and not each."""
    tiles, goods = _summed(paid)
    told = (phrase("price.brief", tiles=tiles),) if tiles else ()
    return (*told, *pieces.bag_pieces(goods))


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
        case Payment(paid=Resources() as paid, due=due, action=actions.ReceiveTask(side=side)) if (
            due
        ):
            offering = next(pile.open for pile in me.offerings if pile.side is side)
            return _goods(paid, due, offering) if offering else pieces.bag_pieces(paid)
        case Payment(paid=paid, action=action) if name := _PURPOSES.get(type(action)):
            return (phrase(f"price.{name}", pieces=paid),)
        case _:
            return pieces.bag_pieces(payment.paid)


def _goods(paid: Resources, due: Resources, offering: ids.Resource) -> tuple[Sayable, ...]:
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


_GIVES_UP: Final = (actions.PayTiles, actions.PayResources, actions.Keep, actions.Discard)
"""Answers that bring nothing by themselves; with the pieces a task may be lost from sight."""
_SCORED_LATER: Final = (
    ids.PointSource.SPECIALISTS,
    ids.PointSource.COMMON_TASKS,
    ids.PointSource.GUARDIANS,
    ids.PointSource.PORTALS,
    ids.PointSource.CRYSTALS,
)
"""Points of the final scoring that a row tells; those of bonfires stand in its label."""


def row_facts(before: View, plan: Plan, action: actions.Action) -> tuple[Detail, ...]:
    """Return the gains of an answer that leads from a position to the end of a plan."""
    me, then = before.seats[plan.seat], plan.seat_view()
    old, new = _unlit(me), _unlit(then)
    if isinstance(action, _GIVES_UP):
        return tuple(_broken(old, new))
    return (
        *_of_answer(action, plan, before, then),
        *_scored(me, then),
        *(() if isinstance(action, actions.PutTask) else _taken(old, new)),
        *_moved(old, new),
        *_broken(old, new),
        *_met(old, new),
    )


def _of_answer(
    action: actions.Action, plan: Plan, before: View, then: SeatView
) -> Iterator[Detail]:
    """Yield the facts that belong to one kind of answer alone."""
    match action:
        case actions.PutTask(space):
            yield from space_worth(space, then)
        case actions.TakePath() | actions.SearchPath():
            yield from _of_path(plan, then)
        case actions.UseGreatBonfire(space):
            yield from _of_portals(before.wheel[space - 1].portals, before.seats[plan.seat], plan)
        case _:
            pass


def space_worth(space: int, me: SeatView) -> Iterator[Detail]:
    """Return the worth of a task space of a city for the task that lies there."""
    spot = me.positions[space - 1]
    if spot.portal:
        yield (phrase("worth.portal_placed"),)
    elif spot.fits in me.portals_due:
        yield (phrase("worth.portal_next", portal=spot.fits),)
    else:
        yield (phrase("worth.portal_later", n=me.next_portals.index(spot.fits), portal=spot.fits),)
    if not spot.built:
        built = sum(each.built for each in me.positions)
        yield (phrase("worth.path", n=spot.position - built),)
    yield (phrase("worth.guardian", points=pieces.points_phrase(spot.guardian_value)),)
    if spot.built and spot.task:
        match = spot.crystal is spot.task.task.color
        yield (phrase("worth.match" if match else "worth.no_match", n=CRYSTAL_POINTS),)


def _of_path(plan: Plan, me: SeatView) -> Iterator[Detail]:
    """The task that a path tile comes to lie at, where it is not lit and the crystal matches."""
    for event in plan.known_events:
        if isinstance(event, events.PathBuilt):
            held = me.positions[event.position - 1].task
            if held and not held.lit and held.task.color is event.tile.crystal:
                yield (phrase("worth.path_matches", task=held.task, n=CRYSTAL_POINTS),)


def _of_portals(there: tuple[ids.PortalKind, ...], me: SeatView, plan: Plan) -> Iterator[Detail]:
    """The portals that fit, where the plan takes none of them."""
    fitting = tuple(dict.fromkeys(kind for kind in there if kind in me.portals_due))
    if fitting and not any(isinstance(event, events.PortalPlaced) for event in plan.known_events):
        yield (phrase("worth.portal_there", portals=fitting),)


def _scored(me: SeatView, then: SeatView) -> Iterator[Detail]:
    """The points that the final scoring has more, by their source."""
    for source in _SCORED_LATER:
        if more := then.sheet[source] - me.sheet[source]:
            yield (phrase("worth.points", source=source, more=f"{more:+d}"),)


Held = Mapping[str, TaskView]


def _unlit(me: SeatView) -> Held:
    """The tasks of a city that still wait to be lit, by their ids."""
    spots = (spot.task for spot in me.positions)
    return {task.task.id: task for task in spots if task is not None and not task.lit}


def _taken(old: Held, new: Held) -> Iterator[Detail]:
    for name, task in new.items():
        if name not in old:
            yield (pieces.progress_phrase(task.have, task.need),)


def _moved(old: Held, new: Held) -> Iterator[Detail]:
    for name, task in new.items():
        had = old.get(name, task)
        if had.have != task.have and not had.met and not task.met:
            slots = {"before": had.have, "have": task.have, "need": task.need}
            yield (phrase("worth.moves", task=task.task, **slots),)


def _broken(old: Held, new: Held) -> Iterator[Detail]:
    for name, task in new.items():
        if old.get(name, task).met and not task.met:
            yield (phrase("worth.breaks", task=task.task),)


def _met(old: Held, new: Held) -> Iterator[Detail]:
    for name, task in new.items():
        if task.met and not old.get(name, task).met:
            yield (phrase("worth.meets", task=task.task),)
