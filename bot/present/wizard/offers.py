"""Offers: what a seat can do in its turn, gathered by subject, the best first."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.model.controls import Subject
from bot.present.spoken import ANSWERS
from engine import actions
from engine.actions import Action
from engine.advice import Origin
from engine.notation import format_action

SAILED_TO: Final[Mapping[type, Subject]] = {
    actions.ReceiveTask: Subject.SAIL_TASK,
    actions.RetrieveGuardian: Subject.SAIL_GUARDIAN,
}
_VOYAGES: Final = frozenset({Subject.SAIL, *SAILED_TO.values()})
_ON_AN_ISLAND: Final = (*SAILED_TO, actions.Decline)


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing to do: the answers that say it, without what is filled in."""

    subject: Subject
    actions: tuple[Action, ...]


def offers(origin: Origin) -> dict[Subject, tuple[Offer, ...]]:
    """Everything possible at the choice of a turn, by subject: what is best stands first in each.

    The subjects too come with the best first, so the very first offer is the one to suggest. Only
    from a plain origin all of them come in the order of the box.
    """
    return _by_subject(origin, [each for each in origin.game.legal_actions() if _subjects(each)])


def offers_of(origin: Origin, subject: Subject) -> tuple[Offer, ...]:
    """Return the possible offers of one subject, the best first."""
    fitting = [each for each in origin.game.legal_actions() if subject in _subjects(each)]
    return _by_subject(origin, fitting).get(subject, ())


def _subjects(action: Action) -> Collection[Subject]:
    """Yield the subjects of an answer at the choice of a turn; none for any other answer."""
    subject = ANSWERS[type(action)].subject
    return _VOYAGES if subject is Subject.SAIL else {subject} - {Subject.ANSWER}


def _by_subject(origin: Origin, fitting: Sequence[Action]) -> dict[Subject, tuple[Offer, ...]]:
    """Offers by subject; each task and each gnome once: a plan lets offering and price be changed.

    Of the plans for the same thing the best one counts.
    """
    if not fitting:
        return {}
    found: dict[Subject, dict[tuple[object, ...], Offer]] = {}
    plans = origin.judgement.plans(frozenset(fitting))
    if origin.plain:
        number = {action: number for number, action in enumerate(fitting)}
        plans.sort(key=lambda plan: (number[plan.answers[0]], format_action(plan.answers[-1])))
    for plan in plans:
        offer = offer_of(plan.answers)
        about = (*offer.actions[:-1], _about(offer.actions[-1]))
        found.setdefault(offer.subject, {}).setdefault(about, offer)
    return {subject: tuple(listed.values()) for subject, listed in found.items()}


def offer_of(answers: Sequence[Action]) -> Offer:
    """The offer that a plan begins with: a voyage with what is done on the island."""
    first, *following = answers
    if not isinstance(first, actions.MoveShip):
        return Offer(ANSWERS[type(first)].subject, (first,))
    there = next((each for each in following if isinstance(each, _ON_AN_ISLAND)), None)
    if there is None:
        return Offer(Subject.SAIL, (first,))
    return Offer(SAILED_TO.get(type(there), Subject.SAIL), (first, there))


def _about(action: Action) -> object:
    """Return the subject of an offer: the task, the gnome, or all of the action."""
    match action:
        case actions.ReceiveTask(task):
            return task
        case actions.RecruitGnome(gnome):
            return gnome
        case _:
            return action
