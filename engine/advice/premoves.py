"""Premoves: what a turn would cost and bring, and whether it still does when it comes.

All of it is read in copies whose hidden pieces are dealt again or sealed, so that whether a planned
turn is played tells nothing that the table does not show.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine import ids
from engine.actions import Action, EndTurn
from engine.advice.judgement import ADVICE_SEED
from engine.advice.outlook import Holdings
from engine.events import (
    CountdownHanded,
    Event,
    GameEnded,
    OfferingRevealed,
    PathRevealed,
    ResourcesChanged,
    SpecialistRevealed,
    TilesChanged,
    TurnBegan,
    TurnEnded,
    TurnSkipped,
)
from engine.game import Game
from engine.refusal import Refusal

BESIDE_THE_TURN: Final = (
    TurnBegan,
    TurnEnded,
    TurnSkipped,
    CountdownHanded,
    GameEnded,
    PathRevealed,
    SpecialistRevealed,
    OfferingRevealed,
)
"""The events at the end of a turn that concern all, and pieces that nobody could know."""


@dataclass(frozen=True, slots=True)
class TurnOutcome:
    """The costs, gains and other effects of a turn for its seat, each fact as a text."""

    paid: Holdings
    gained: Holdings
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Premove:
    """The answers of one whole turn, and what came of them where they were planned."""

    actions: tuple[Action, ...]
    outcome: TurnOutcome


class MisfitReason(StrEnum):
    """The reasons for which a turn that was planned does not fit the position any more."""

    ANSWER = "answer"
    """An answer is not allowed."""
    HIDDEN = "hidden"
    """Something face-down would come to light before the turn is over."""
    PRICE = "price"
    GAIN = "gain"
    LENGTH = "length"
    """The turn would not be over, or be over before."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """The part of a premove that does not fit, from the answer of this number on.

    `refusal` says why an answer is not allowed. Where price or gain differ, `planned` is the
    outcome that the turn was planned for, and `now` its outcome now.
    """

    why: MisfitReason
    at: int
    refusal: Refusal | None = None
    planned: TurnOutcome | None = None
    now: TurnOutcome | None = None


def premoves(game: Game, seat: ids.Seat, actions: Iterable[Action]) -> tuple[Premove, ...] | Misfit:
    """The whole turns that the answers make for a seat that waits, as if the others did nothing.

    `Misfit` where one is not allowed or goes on past something face-down, or where the last turn is
    not over.
    """
    sealed = game.tryout(seat, ADVICE_SEED)
    opened: Game | None = game.tryout(seat, ADVICE_SEED, sealed=False)
    turns: list[Premove] = []
    turn: list[Action] = []
    events: list[Event] = []
    number = sealed.view().turn
    known, revealed = sealed.revealed, False
    for at, action in enumerate(actions):
        refusal = sealed.refusal(seat, action)
        if refusal is not None:
            return Misfit(MisfitReason.ANSWER, at, refusal)
        if revealed and action != EndTurn():
            return Misfit(MisfitReason.HIDDEN, at)
        turn.append(action)
        events += sealed.submit(seat, action)
        if sealed.revealed != known:
            return Misfit(MisfitReason.HIDDEN, at)
        if opened is not None:
            before = opened.revealed
            # What lies in a place that was filled again is unknown: it is judged when it comes.
            opened = _after(opened, seat, action)
            revealed = opened is not None and opened.revealed > before
        if sealed.waiting is None or sealed.view().turn != number:
            turns.append(Premove(tuple(turn), outcome_of(seat, events)))
            turn, events, revealed = [], [], False
            number = sealed.view().turn
    if turn or not turns:
        return Misfit(MisfitReason.LENGTH, sum(len(each.actions) for each in turns))
    return tuple(turns)


def misfit(game: Game, seat: ids.Seat, planned: Premove) -> Misfit | None:
    """Say why a premove of the seat to move cannot be played as it was planned; None if it can.

    It must bring the same as where it was planned, with the others in the game too.
    """
    for copy in (game.tryout(seat, ADVICE_SEED), game.fork(ADVICE_SEED)):
        found = _played(copy, seat, planned.actions)
        if isinstance(found, Misfit):
            return found
        if found.paid != planned.outcome.paid:
            return Misfit(MisfitReason.PRICE, 0, None, planned.outcome, found)
        if found.facts != planned.outcome.facts:
            return Misfit(MisfitReason.GAIN, 0, None, planned.outcome, found)
    return None


def _played(copy: Game, seat: ids.Seat, actions: Sequence[Action]) -> TurnOutcome | Misfit:
    """Return the effects of the whole turn in a copy, which is played on in."""
    events: list[Event] = []
    turn, revealed = copy.view().turn, copy.revealed
    for at, action in enumerate(actions):
        if copy.waiting is None or copy.view().turn != turn:
            return Misfit(MisfitReason.LENGTH, at)
        refusal = copy.refusal(seat, action)
        if refusal is not None:
            return Misfit(MisfitReason.ANSWER, at, refusal)
        if copy.revealed != revealed and action != EndTurn():
            return Misfit(MisfitReason.HIDDEN, at)
        events += copy.submit(seat, action)
        if copy.is_tryout and copy.revealed != revealed:
            return Misfit(MisfitReason.HIDDEN, at)
    if copy.waiting is not None and copy.view().turn == turn:
        return Misfit(MisfitReason.LENGTH, len(actions))
    return outcome_of(seat, events)


def _after(game: Game, seat: ids.Seat, action: Action) -> Game | None:
    """The copy after an answer, None where that is not allowed in it."""
    if game.refusal(seat, action) is not None:
        return None
    game.submit(seat, action)
    return game


def outcome_of(seat: ids.Seat, events: Iterable[Event]) -> TurnOutcome:
    """Return the effects of events for a seat."""
    paid, gained, facts = Holdings(), Holdings(), list[str]()
    for event in events:
        if event.seat != seat or isinstance(event, BESIDE_THE_TURN):
            continue
        facts.append(repr(event))
        match event:
            case TilesChanged(gained=got, lost=lost):
                paid = Holdings(paid.tiles + lost, paid.resources)
                gained = Holdings(gained.tiles + got, gained.resources)
            case ResourcesChanged(gained=goods, lost=given):
                paid = Holdings(paid.tiles, paid.resources + given)
                gained = Holdings(gained.tiles, gained.resources + goods)
    return TurnOutcome(paid, gained, tuple(facts))
