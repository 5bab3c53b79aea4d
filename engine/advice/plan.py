"""Plans: the answers a seat means to give, tried on a fork and filled in with what seems best."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final

from engine import agenda, bag, ids
from engine.actions import (
    Action,
    Advance,
    Decline,
    EndTurn,
    PayResources,
    PayTiles,
    RecruitGnome,
    SendNeutral,
)
from engine.advice.judgement import ADVICE_SEED, Judgement
from engine.data.council import CouncilBonus
from engine.events import Event, ResourcesChanged, Source, TilesChanged
from engine.game import Game
from engine.view import SeatView, View

_FILLED_IN: Final = (
    agenda.KeepChoice,
    agenda.TilePayment,
    agenda.ResourcePayment,
    agenda.TaskSpaceChoice,
    agenda.ProcessionChoice,
    agenda.ResourceChoice,
    agenda.RewardChoice,
    agenda.BonusChoice,
    agenda.CouncilChoice,
)
"""The questions answered beforehand by what is best; the preview lets them be changed."""

_TRIED_PAYMENTS: Final = 12
"""The number of payments tried for one that leaves what the next answer of the plan needs."""


class PlanEnding(StrEnum):
    """The reason for which a plan stops."""

    ASKS = "asks"
    DONE = "done"
    REVEALS = "reveals"
    STALE = "stale"


@dataclass(frozen=True)
class Origin:
    """The beginning of plans: a position and whose it is.

    Where it is `plain`, what can be done comes in the order of the box, and nothing is suggested.
    """

    game: Game
    seat: ids.Seat
    plain: bool = False

    @cached_property
    def view(self) -> View:
        """The position as the seat sees it."""
        return self.game.view()

    @cached_property
    def judgement(self) -> Judgement:
        """Tells what is best from here on."""
        return Judgement(self.game, self.seat)


@dataclass(frozen=True, slots=True)
class Step:
    """One answer of a plan, the question it answers, and how many answers there were.

    It is `filled_in` if nobody has chosen it.
    """

    decision: agenda.Decision
    action: Action
    choices: int
    events: tuple[Event, ...]
    filled_in: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan and where it leads.

    `base` is the game before it and `game` the fork after the last step. Once something is
    revealed the fork must not be looked at.
    """

    seat: ids.Seat
    base: Game
    steps: tuple[Step, ...]
    game: Game
    ending: PlanEnding
    misfit: Action | None = None
    """The wanted answer that does not fit, in a stale plan."""

    def view(self) -> View:
        """Return the view that the seat has in the end, or has paid for a reveal."""
        return self._end().view()

    def seat_view(self) -> SeatView:
        """Return what the seat itself has in that view."""
        return self._end().seat_view(self.seat)

    def _end(self) -> Game:
        if self.ending is not PlanEnding.REVEALS:
            return self.game
        *calm, revealing = self.actions
        twin = self.base.fork(ADVICE_SEED)
        for action in calm:
            twin.submit(self.seat, action)
        if isinstance(revealing, PayTiles | PayResources):
            twin = twin.paid_for_nothing(self.seat, revealing)
        return twin

    @property
    def actions(self) -> tuple[Action, ...]:
        """The answers of the plan."""
        return tuple(step.action for step in self.steps)

    @property
    def paid(self) -> bag.ActionTiles:
        """The action tiles that it pays."""
        return _paid_by(self.steps)

    @property
    def known_events(self) -> tuple[Event, ...]:
        """Return the effects of the plan, as far as they can be known."""
        return self.known_from(0)

    def known_from(self, first: int) -> tuple[Event, ...]:
        """Return the effects of the steps from this one on, as far as they can be known.

        Of a step that reveals something that is what is paid with it.
        """
        events = [event for step in self.steps[first:] for event in step.events]
        if self.ending is PlanEnding.REVEALS and self.steps[first:]:
            told = len(events) - len(self.steps[-1].events)
            return (*events[:told], *filter(_is_price, events[told:]))
        return tuple(events)

    @property
    def decision(self) -> agenda.Decision | None:
        """The question that is open at the end of the plan."""
        waiting = self.game.waiting
        return waiting.decision if waiting and waiting.seat == self.seat else None

    @property
    def confirmable(self) -> bool:
        """Say whether it can be submitted; in a tryout nothing face-down is turned up."""
        if self.ending is PlanEnding.REVEALS:
            return not self.base.is_tryout
        return self.ending is PlanEnding.DONE

    @property
    def ends_turn(self) -> bool:
        """Say whether nothing is left to do in this turn but to end it."""
        if not isinstance(self.decision, agenda.AfterTurn):
            return False
        return not any(isinstance(action, SendNeutral) for action in self.game.legal_actions())

    @property
    def submission(self) -> tuple[Action, ...]:
        """The answers to submit on confirmation: the plan, and the end of the turn if due."""
        return (*self.actions, EndTurn()) if self.ends_turn else self.actions


def _paid_by(steps: Iterable[Step]) -> bag.ActionTiles:
    """The action tiles that the steps of a plan pay."""
    paid = (step.action.tiles for step in steps if isinstance(step.action, PayTiles))
    return sum(paid, bag.ActionTiles.EMPTY)


def _is_price(event: Event) -> bool:
    return isinstance(event, TilesChanged | ResourcesChanged) and event.source is Source.COST


def prices(game: Game, wanted: Action) -> tuple[Action, ...]:
    """The ways to recruit the same gnome in a turn, which is one thing to do at either price."""
    if not isinstance(wanted, RecruitGnome):
        return ()
    recruits = (each for each in game.legal_actions() if isinstance(each, RecruitGnome))
    return tuple(each for each in recruits if each.gnome == wanted.gnome)


def make_plan(
    origin: Origin,
    wanted: Sequence[Action],
    later: Sequence[Action] = (),
    *,
    stop_early: bool = False,
) -> Plan:
    """Try the wanted answers, then those of `later` that still fit, and fill in the rest.

    `stop_early` asks the question after the wanted answers instead of filling it in. The plan
    is stale if a wanted answer does not fit.
    """
    return _PlanMaker(origin, list(wanted), list(later)).run(stop_early=stop_early)


class _PlanMaker:
    """Walks a fork through a plan."""

    def __init__(self, origin: Origin, wanted: list[Action], later: list[Action]) -> None:
        self.origin = origin
        self.seat = origin.seat
        self.game = origin.game.fork(ADVICE_SEED)
        self.wanted = wanted
        self.later = later
        self.advised: list[Action] = []
        self.steps: list[Step] = []

    def run(self, *, stop_early: bool) -> Plan:
        ending = self._walk(stop_early=stop_early)
        misfit = self.wanted[0] if self.wanted else None
        return Plan(self.seat, self.origin.game, tuple(self.steps), self.game, ending, misfit)

    def _walk(self, *, stop_early: bool) -> PlanEnding:
        while (waiting := self.game.waiting) and waiting.seat == self.seat:
            settled = (
                isinstance(waiting.decision, agenda.AfterTurn | agenda.TurnChoice) and self.steps
            )
            if settled and not self.wanted:
                return PlanEnding.DONE
            action = self._given(stop_early=stop_early)
            filled_in = action is None and self._may_fill_in(
                waiting.decision, stop_early=stop_early
            )
            if filled_in:
                action = self._filled_in(waiting.decision)
            if action is None:
                return PlanEnding.STALE if self.wanted else PlanEnding.ASKS
            if self._submit(waiting.decision, action, filled_in=filled_in):
                return PlanEnding.STALE if self.wanted else PlanEnding.REVEALS
        return PlanEnding.STALE if self.wanted else PlanEnding.DONE

    def _submit(self, decision: agenda.Decision, action: Action, *, filled_in: bool) -> bool:
        """Submit an answer and tell whether it revealed anything."""
        before = self.game.revealed
        choices = len(self.game.legal_actions())
        events = self.game.submit(self.seat, action)
        self.steps.append(Step(decision, action, choices, events, filled_in))
        self.advised = self.advised[1:] if self.advised[:1] == [action] else []
        return self.game.revealed > before

    def _given(self, *, stop_early: bool) -> Action | None:
        """The next answer that has been chosen, if it fits."""
        if self.wanted:
            return self.wanted.pop(0) if self._fits(self.wanted[0]) else None
        return None if stop_early else self._next_later()

    def _fits(self, action: Action) -> bool:
        return self.game.refusal(self.seat, action) is None

    def _next_later(self) -> Action | None:
        """The next later answer if it fits; one that answers this question in vain is dropped."""
        if not self.later:
            return None
        if self._fits(self.later[0]):
            return self.later.pop(0)
        if any(type(option) is type(self.later[0]) for option in self.game.legal_actions()):
            self.later.pop(0)
        return None

    def _may_fill_in(self, decision: agenda.Decision, *, stop_early: bool) -> bool:
        if stop_early and not self.wanted:
            return False
        if isinstance(decision, _FILLED_IN):
            return True
        if not isinstance(decision, agenda.IslandChoice):
            return False
        from_council = any(
            step.decision == agenda.CouncilChoice(CouncilBonus.SHIP) for step in self.steps
        )
        return from_council or self.game.legal_actions() == (Decline(),)

    def _filled_in(self, decision: agenda.Decision) -> Action | None:
        options = self.game.legal_actions()
        if len(options) == 1:
            return options[0]
        if isinstance(decision, agenda.TilePayment | agenda.ResourcePayment) and (
            following := self._after_payment()
        ):
            ranked = self.origin.judgement.best_first(self.game, options, _paid_by(self.steps))
            return self._leaving_room(ranked, following)
        judgement, paid = self.origin.judgement, _paid_by(self.steps)
        if not self.advised:
            self.advised = list(judgement.best(self.game, paid))
        if isinstance(decision, agenda.ProcessionChoice) and decision.must_move:
            whole = _whole_walks(self.game.seat_view(self.seat), decision.steps, options)
            if whole and not set(whole) & set(self.advised):
                self.advised = judgement.best_first(self.game, whole, paid)[:1]
        return self.advised[0]

    def _after_payment(self) -> Action | None:
        """The wanted answer that must still be possible once this has been paid."""
        unpaid = (each for each in self.wanted if not isinstance(each, PayTiles | PayResources))
        return next(unpaid, None)

    def _leaving_room(self, ranked: list[Action], following: Action) -> Action | None:
        """The first payment after which the following answer is possible."""
        for payment in ranked[:_TRIED_PAYMENTS]:
            trial = self._trial()
            trial.submit(self.seat, payment)
            if _leads_to(trial, self.seat, following):
                return payment
        return ranked[0] if ranked else None

    def _trial(self) -> Game:
        return self.game.fork(ADVICE_SEED)


def _whole_walks(me: SeatView, steps: int, options: Iterable[Action]) -> list[Action]:
    """The walks for which every step is needed that the procession has paid for."""
    stands = {each: spot.position for spot in me.positions for each in spot.path_guardians}
    return [
        action
        for action in options
        if isinstance(action, Advance) and _walked(action, stands) == steps
    ]


def _walked(action: Advance, stands: Mapping[ids.Guardian, int]) -> int:
    """Count the steps of a walk, from the Starting Tile where the guardian stands on no path."""
    turn_off = 1 if action.place.kind is ids.PlaceKind.BONFIRE else 0
    return action.place.position - stands.get(action.guardian, 0) + turn_off


def _leads_to(trial: Game, seat: ids.Seat, following: Action) -> bool:
    """Say whether the answer fits now, or after further payments, the first of each."""
    while (waiting := trial.waiting) and waiting.seat == seat:
        if trial.refusal(seat, following) is None:
            return True
        if not isinstance(waiting.decision, agenda.TilePayment | agenda.ResourcePayment):
            return False
        trial.submit(seat, trial.legal_actions()[0])
    return False
