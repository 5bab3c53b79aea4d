"""Offers: what a seat can do in its turn, gathered by subject and ordered by what seems best."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from bot.model.drafts import Subject
from engine.actions import (
    Action,
    Decline,
    Discard,
    EndTurn,
    Ignite,
    MakeProcession,
    MoveShip,
    Pass,
    PlaceFate,
    ReceiveTask,
    RecruitGnome,
    RefreshPaths,
    RetrieveGuardian,
    SendNeutral,
    TakeGuardian,
    TakePath,
    UseGreatBonfire,
)
from engine.advice import SEED, Origin, make_plan
from engine.agenda import IslandChoice, PaidAction
from engine.box_index import box_index

SUBJECT_OF: Final[Mapping[type, Subject]] = {
    Ignite: Subject.IGNITE,
    ReceiveTask: Subject.TASK,
    RetrieveGuardian: Subject.GUARDIAN,
    MakeProcession: Subject.PROCESSION,
    TakePath: Subject.PATH,
    RefreshPaths: Subject.REFRESH,
    UseGreatBonfire: Subject.GREAT_BONFIRE,
    RecruitGnome: Subject.GNOME,
    PlaceFate: Subject.FATE,
    SendNeutral: Subject.NEUTRAL,
    Discard: Subject.DISCARD,
    Pass: Subject.PASS,
    EndTurn: Subject.END,
}
SAILING: Final[Mapping[type, Subject]] = {
    ReceiveTask: Subject.SAIL_TASK,
    RetrieveGuardian: Subject.SAIL_GUARDIAN,
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


def offers(outset: Origin) -> dict[Subject, tuple[Offer, ...]]:
    """Everything possible at the choice of a turn, the likely best first in each subject.

    The subjects too come with the likely best first; in the last turn, those whose best scores
    the most, as nothing can be prepared any more.
    """
    grouped: dict[Subject, list[Offer]] = {}
    for offer in _some_offers(outset, frozenset(Subject)):
        grouped.setdefault(offer.subject, []).append(offer)
    ordered = {subject: _best_first(listed) for subject, listed in grouped.items()}
    last = outset.view.seats[outset.seat].turns_left == 1

    def rank(item: tuple[Subject, tuple[Offer, ...]]) -> tuple[int, float]:
        best = item[1][0]
        return -_score(outset, best) if last else 0, -best.worth

    return dict(sorted(ordered.items(), key=rank))


def _score(outset: Origin, offer: Offer) -> int:
    """What the score will be at the end if this is done now and nothing else."""
    return make_plan(outset, offer.actions).view().seats[outset.seat].sheet.total


def offers_of(outset: Origin, subject: Subject) -> tuple[Offer, ...]:
    """What is possible of one subject, the likely best first."""
    return _best_first(_some_offers(outset, frozenset({subject})))


def _best_first(listed: Iterable[Offer]) -> tuple[Offer, ...]:
    """Offers by worth; each task and each gnome once: a plan lets offering and price be changed."""
    best: dict[tuple[object, ...], Offer] = {}
    for offer in sorted(listed, key=lambda offer: -offer.worth):
        best.setdefault((*offer.actions[:-1], _about(offer.actions[-1])), offer)
    return tuple(best.values())


def _about(action: Action) -> object:
    """What an offer is about: the task, the gnome, or all of the action."""
    match action:
        case ReceiveTask(task):
            return task
        case RecruitGnome(gnome):
            return gnome
        case _:
            return action


def _some_offers(outset: Origin, wanted: frozenset[Subject]) -> Iterator[Offer]:
    market = _Market(outset)
    for action in outset.game.legal_actions():
        if isinstance(action, MoveShip):
            if wanted & VOYAGES:
                yield from (offer for offer in market.voyages(action) if offer.subject in wanted)
        elif (subject := SUBJECT_OF.get(type(action))) in wanted and subject:
            worth = outset.evaluator.worth(action) - market.price(action)
            yield Offer(subject, (action,), worth)


class _Market:
    """A fork on which prices are asked; every question leaves it as it was."""

    def __init__(self, outset: Origin) -> None:
        self.seat = outset.seat
        self.evaluator = outset.evaluator
        self.trial = outset.game.fork(SEED)

    def price(self, action: Action) -> float:
        """What the likely payments of an answer are worth."""
        if not isinstance(action, PaidAction):
            return 0.0
        ways = self.trial.payments(action)
        return -sum(max(map(self.evaluator.worth, way)) for way in ways)

    def voyages(self, move: MoveShip) -> Iterator[Offer]:
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
                stays = (Decline(),)
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

    def _worth_there(self, move: MoveShip, action: Action) -> float:
        island = box_index(self.trial.box).islands[move.island]
        if isinstance(action, RetrieveGuardian) and island.guardian is not None:
            return self.evaluator.worth(TakeGuardian(island.guardian))
        return self.evaluator.worth(action)
