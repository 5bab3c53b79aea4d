"""Offers: what a seat can do in its turn, gathered by subject and ordered by what seems best."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from bot.present.plan import SEED, Outset
from bot.prompt import Subject
from bot.rank import Judge
from engine import Game
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
    TakePath,
    UseGreatBonfire,
)
from engine.agenda import IslandChoice
from engine.ids import Seat

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
PRICES: Final[Mapping[Subject, float]] = {
    Subject.SAIL_TASK: 2.0,
    Subject.SAIL_GUARDIAN: 1.2,
    Subject.SAIL: 4.0,
    Subject.TASK: 2.0,
    Subject.GUARDIAN: 0.6,
    Subject.PROCESSION: 0.6,
    Subject.PATH: 0.8,
    Subject.REFRESH: 2.5,
    Subject.GREAT_BONFIRE: 1.0,
    Subject.GNOME: 2.2,
    Subject.DISCARD: 9.0,
    Subject.END: 0.0,
}
"""What the subjects cost in points, roughly, so that they can be compared."""

TRIED_PAYMENTS: Final = 6


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing to do: the answers that say it, without what is filled in, and its rough worth."""

    subject: Subject
    actions: tuple[Action, ...]
    worth: float


def offers(outset: Outset) -> dict[Subject, tuple[Offer, ...]]:
    """Everything possible at the choice of a turn, the likely best first in each subject.

    The subjects too come with the likely best first.
    """
    found: dict[Subject, list[Offer]] = {}
    for offer in _all_offers(outset.game, outset.seat, outset.judge):
        found.setdefault(offer.subject, []).append(offer)
    for listed in found.values():
        listed.sort(key=lambda offer: -offer.worth)
    ranked = sorted(found.items(), key=lambda item: -item[1][0].worth)
    return {subject: one_side_each(listed) for subject, listed in ranked}


def _all_offers(game: Game, seat: Seat, judge: Judge) -> Iterator[Offer]:
    for action in game.options():
        if not isinstance(action, MoveShip):
            subject = SUBJECT_OF[type(action)]
            yield Offer(subject, (action,), _worth(subject, action, judge))
    yield from _voyages(game, seat, judge)


def _worth(subject: Subject, action: Action, judge: Judge) -> float:
    extra = 0.3 * (action.tiles - 1) if isinstance(action, RecruitGnome) else 0.0
    return judge.worth(action) - PRICES.get(subject, 0.0) - extra


def _voyages(game: Game, seat: Seat, judge: Judge) -> Iterator[Offer]:
    """Ship moves together with what can be done on the island after some payment."""
    for move in game.options():
        if not isinstance(move, MoveShip):
            continue
        sail = Subject.SAIL
        stays = (Decline(),) if _asks_on_arrival(game, seat, move) else ()
        yield Offer(sail, (move, *stays), _worth(sail, move, judge))
        for action in sorted(_on_arrival(game, seat, move), key=repr):
            subject = (
                Subject.SAIL_TASK if isinstance(action, ReceiveTask) else Subject.SAIL_GUARDIAN
            )
            yield Offer(subject, (move, action), _worth(subject, action, judge))


def _asks_on_arrival(game: Game, seat: Seat, move: MoveShip) -> bool:
    trial = game.fork(SEED)
    trial.submit(seat, move)
    trial.submit(seat, trial.options()[0])
    return isinstance(trial.waiting.decision if trial.waiting else None, IslandChoice)


def _on_arrival(game: Game, seat: Seat, move: MoveShip) -> set[Action]:
    """What can be done on the island, at least after one of the first payments."""
    trial = game.fork(SEED)
    trial.submit(seat, move)
    found: set[Action] = set()
    for payment in trial.options()[:TRIED_PAYMENTS]:
        trial.submit(seat, payment)
        waiting = trial.waiting
        if waiting is not None and isinstance(waiting.decision, IslandChoice):
            found.update(trial.options())
        trial.undo(seat)
    return {action for action in found if not isinstance(action, Decline)}


def one_side_each(listed: Iterable[Offer]) -> tuple[Offer, ...]:
    """Each task once, for the better offering; the plan lets the side be changed.

    The offers come best first.
    """
    best: dict[tuple[object, ...], Offer] = {}
    for offer in listed:
        last = offer.actions[-1]
        about = last.task if isinstance(last, ReceiveTask) else last
        best.setdefault((*offer.actions[:-1], about), offer)
    return tuple(best.values())
