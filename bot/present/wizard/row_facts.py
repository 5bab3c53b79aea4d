"""The facts of a menu row for the city: tasks met or nearer, crystals, portals, points."""

from collections.abc import Iterator, Mapping
from typing import Final

from bot.present.wizard.summary import Detail
from bot.words import phrase
from bot.words.pieces import points_phrase, progress_phrase
from engine import actions
from engine.actions import Action
from engine.advice import Plan
from engine.events import PathBuilt, PortalPlaced
from engine.ids import PointSource, PortalKind
from engine.scoring import CRYSTAL_POINTS
from engine.view import SeatView, TaskView, View

_GIVES_UP: Final = (actions.PayTiles, actions.PayResources, actions.Keep, actions.Discard)
"""Answers that bring nothing by themselves; with the pieces a task may be lost from sight."""
_SCORED_LATER: Final = (
    PointSource.SPECIALISTS,
    PointSource.COMMON_TASKS,
    PointSource.GUARDIANS,
    PointSource.PORTALS,
    PointSource.CRYSTALS,
)
"""Points of the final scoring that a row tells; those of bonfires stand in its label."""


def row_facts(before: View, plan: Plan, action: Action) -> tuple[Detail, ...]:
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


def _of_answer(action: Action, plan: Plan, before: View, then: SeatView) -> Iterator[Detail]:
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
    yield (phrase("worth.guardian", points=points_phrase(spot.guardian_value)),)
    if spot.built and spot.task:
        match = spot.crystal is spot.task.task.color
        yield (phrase("worth.match" if match else "worth.no_match", n=CRYSTAL_POINTS),)


def _of_path(plan: Plan, me: SeatView) -> Iterator[Detail]:
    """The task that a path tile comes to lie at, where it is not lit and the crystal matches."""
    for event in plan.known_events:
        if isinstance(event, PathBuilt):
            held = me.positions[event.position - 1].task
            if held and not held.lit and held.task.color is event.tile.crystal:
                yield (phrase("worth.path_matches", task=held.task, n=CRYSTAL_POINTS),)


def _of_portals(there: tuple[PortalKind, ...], me: SeatView, plan: Plan) -> Iterator[Detail]:
    """The portals that fit, where the plan takes none of them."""
    fitting = tuple(dict.fromkeys(kind for kind in there if kind in me.portals_due))
    if fitting and not any(isinstance(event, PortalPlaced) for event in plan.known_events):
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
            yield (progress_phrase(task.have, task.need),)


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
