"""Offers: what a seat can do in its turn, gathered by subject and ordered by what seems best."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from bot.model.drafts import Subject
from engine import Game, actions
from engine.actions import Action
from engine.advice import SEED, Evaluator, Origin, make_plan
from engine.agenda import IslandChoice, PaidAction
from engine.box_index import box_index
from engine.ids import Seat

SUBJECT_OF: Final[Mapping[type, Subject]] = {
    actions.Ignite: Subject.IGNITE,
    actions.ReceiveTask: Subject.TASK,
    actions.RetrieveGuardian: Subject.GUARDIAN,
    actions.MakeProcession: Subject.PROCESSION,
    actions.TakePath: Subject.PATH,
    actions.RefreshPaths: Subject.REFRESH,
    actions.UseGreatBonfire: Subject.GREAT_BONFIRE,
    actions.RecruitGnome: Subject.GNOME,
    actions.PlaceFate: Subject.FATE,
    actions.SendNeutral: Subject.NEUTRAL,
    actions.Discard: Subject.DISCARD,
    actions.Pass: Subject.PASS,
    actions.EndTurn: Subject.END,
}
SAILING: Final[Mapping[type, Subject]] = {
    actions.ReceiveTask: Subject.SAIL_TASK,
    actions.RetrieveGuardian: Subject.SAIL_GUARDIAN,
}
VOYAGES: Final = frozenset({Subject.SAIL, *SAILING.values()})
TRIED_PAYMENTS: Final = 3
"""How many payments of a voyage are tried for what they leave for the island."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing to do: the answers that say it, without what is filled in, and its rough worth."""

    subject: Subject
    actions: tuple[Action, ...]
    worth: float


def offers(origin: Origin) -> dict[Subject, tuple[Offer, ...]]:
    """Everything possible at the choice of a turn, the likely best first in each subject.

    The subjects too come with the likely best first; in the last turn, those whose best scores
    the most, as nothing can be prepared any more.
    """
    grouped: dict[Subject, list[Offer]] = {}
    for offer in _some_offers(origin, frozenset(Subject)):
        grouped.setdefault(offer.subject, []).append(offer)
    ordered = {subject: _best_first(listed) for subject, listed in grouped.items()}
    last = origin.view.seats[origin.seat].turns_left == 1

    def rank(subject: Subject) -> tuple[int, float]:
        best = ordered[subject][0]
        # What the score will be at the end if this is done now and nothing else.
        score = make_plan(origin, best.actions).view().seats[origin.seat].sheet.total if last else 0
        return -score, -best.worth

    return {subject: ordered[subject] for subject in sorted(ordered, key=rank)}


def offers_of(origin: Origin, subject: Subject) -> tuple[Offer, ...]:
    """What is possible of one subject, the likely best first."""
    return _best_first(_some_offers(origin, frozenset({subject})))


def _best_first(listed: Iterable[Offer]) -> tuple[Offer, ...]:
    """Offers by worth; each task and each gnome once: a plan lets offering and price be changed."""
    best: dict[tuple[object, ...], Offer] = {}
    for offer in sorted(listed, key=lambda offer: -offer.worth):
        best.setdefault((*offer.actions[:-1], _about(offer.actions[-1])), offer)
    return tuple(best.values())


def _about(action: Action) -> object:
    """What an offer is about: the task, the gnome, or all of the action."""
    match action:
        case actions.ReceiveTask(task):
            return task
        case actions.RecruitGnome(gnome):
            return gnome
        case _:
            return action


def _some_offers(origin: Origin, wanted: frozenset[Subject]) -> Iterator[Offer]:
    market = _Market(origin.seat, origin.evaluator, origin.game.fork(SEED))
    for action in origin.game.legal_actions():
        if isinstance(action, actions.MoveShip):
            if wanted & VOYAGES:
                yield from (offer for offer in market.voyages(action) if offer.subject in wanted)
        elif (subject := SUBJECT_OF.get(type(action))) in wanted and subject:
            worth = origin.evaluator.worth(action) - market.price(action)
            yield Offer(subject, (action,), worth)


@dataclass(frozen=True, slots=True)
class _Market:
    """Asks prices on a fork; every question leaves it as it was."""

    seat: Seat
    evaluator: Evaluator
    trial: Game

    def price(self, action: Action) -> float:
        """What the likely payments of an answer are worth."""
        if not isinstance(action, PaidAction):
            return 0.0
        ways = self.trial.payments(action)
        return -sum(max(map(self.evaluator.worth, way)) for way in ways)

    def voyages(self, move: actions.MoveShip) -> Iterator[Offer]:
        """A ship move alone, and with each thing that can be done on the island."""
        self.trial.submit(self.seat, move)
        payments = self.evaluator.best_first(self.trial.legal_actions())
        fare = -self.evaluator.worth(payments[0])
        best: dict[Action, float] = {}
        stays: tuple[Action, ...] = ()
        for payment in payments[:TRIED_PAYMENTS]:
            self.trial.submit(self.seat, payment)
            waiting = self.trial.waiting
            if waiting and isinstance(waiting.decision, IslandChoice):
                stays = (actions.Decline(),)
                for action in self.trial.legal_actions():
                    cost = self.price(action) - self.evaluator.worth(payment)
                    net = self._worth_there(move, action) - cost
                    best[action] = max(best.get(action, net), net)
            self.trial.undo(self.seat)
        self.trial.undo(self.seat)
        yield Offer(Subject.SAIL, (move, *stays), self.evaluator.worth(move) / 2 - fare - 2)
        for action, worth in best.items():
            if subject := SAILING.get(type(action)):
                yield Offer(subject, (move, action), worth)

    def _worth_there(self, move: actions.MoveShip, action: Action) -> float:
        island = box_index(self.trial.box).islands[move.island]
        if isinstance(action, actions.RetrieveGuardian) and island.guardian is not None:
            return self.evaluator.worth(actions.TakeGuardian(island.guardian))
        return self.evaluator.worth(action)
