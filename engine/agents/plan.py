"""Planning a turn: a bounded search over the answers to the questions that wait."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine import agenda, bag, ids
from engine.actions import (
    Action,
    Discard,
    EndTurn,
    Keep,
    MoveGuardian,
    MoveShip,
    PayResources,
    PayTiles,
    PlaceFate,
    PutTask,
    ReceiveTask,
    RecruitGnome,
    SearchPath,
    SendNeutral,
    TakeRewards,
)
from engine.agents import looks
from engine.agents.care import BRISK, CAREFUL, Care
from engine.agents.effort import Efforts
from engine.agents.evaluation import Evaluation
from engine.box_index import box_index
from engine.face_down import redeal
from engine.flow import apply_legal
from engine.legality import legal, question
from engine.state import TOM, GameState

_OPEN_QUESTION: Final[dict[type[agenda.Frame], float]] = {
    agenda.NoviceChoice: 2.4,
    agenda.BonusChoice: 1.6,
    agenda.PathChoice: 1.6,
    agenda.IslandChoice: 0.79,
}
"""The worth of a question that waits beyond something revealed, where no plan looks."""


_POSITIONS_OF_PATIENCE: Final = 6_000
"""Positions after which the rest of a plan is made briskly: hardly any turn has so many, but with
the specialists that allow most, one had 66,000, of which a brisk plan looks at 5,600."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """Answers in a row, and what the position is worth to which they lead.

    A plan that `buys_back` pays with an action tile and gets one of the same kind for it.
    """

    worth: float
    answers: tuple[Action, ...]
    buys_back: bool = False

    def begun_with(self, *answers: Action) -> "Prospect":
        """Return the plan with answers before it."""
        return Prospect(self.worth, (*answers, *self.answers), self.buys_back)

    @property
    def rank(self) -> tuple[tuple[bool, bool, bool], float]:
        """Return the value by which plans of a position compare; the higher, the better."""
        return (self.seemly, self.worth)

    @property
    def seemly(self) -> tuple[bool, bool, bool]:
        """Return the value that precedes all worth.

        A neutral novice is sent as soon as possible, before another player does. Discarding is
        never better than keeping, and nobody should be told to pay for what comes straight back.
        """
        first = self.answers[0]
        return (
            isinstance(first, SendNeutral),
            not isinstance(first, Discard),
            not self.buys_back,
        )


class Planner:
    """Plans one turn of one seat.

    The position it begins with has everything hidden dealt again, so a plan cannot know more than
    the seat; what an answer reveals on the way is never looked at but averaged over guesses.
    `positions` counts those judged so far.
    """

    def __init__(
        self,
        state: GameState,
        seat: ids.Seat,
        seed: int,
        care: Care = CAREFUL,
        efforts: Efforts | None = None,
    ) -> None:
        self.seat = seat
        self.seed = seed
        self.positions = 0
        self._fresh = care
        self._tired = BRISK if care is CAREFUL else care
        self._evaluation = Evaluation(state, seat, efforts)

    @property
    def _care(self) -> Care:
        return self._fresh if self.positions < _POSITIONS_OF_PATIENCE else self._tired

    def plan(self, state: GameState, paid: bag.ActionTiles = bag.ActionTiles.EMPTY) -> Prospect:
        """The best answers up to the end of the action that is going on, or to a reveal.

        `paid` are the action tiles that have been paid for it so far. Raises ValueError when
        nothing is asked.
        """
        return self.prospects(state, self._candidates(state, paid), paid)[0]

    def prospects(
        self,
        state: GameState,
        options: Sequence[Action],
        paid: bag.ActionTiles = bag.ActionTiles.EMPTY,
    ) -> list[Prospect]:
        """Plans that begin with one of these answers each, the best first.

        A voyage comes once for each thing that can be done on its island. Where there are many
        answers, only those that look best are followed; of payments also others than the one that
        looks best, where that one buys back what it pays.
        """
        looked = self._by_looks(state, options)
        followed = self._care.followed.get(type(_asked(state)), len(looked))
        plans = list(self._ways(state, looked[:followed], paid))
        if isinstance(_asked(state), agenda.TilePayment) and plans[0].buys_back:
            plans += self._ways(state, looked[followed : self._care.payments], paid)
        return sorted(plans, key=lambda plan: plan.rank, reverse=True)

    def all_plans(self, state: GameState) -> list[Prospect]:
        """A plan for each answer that is worth a thought, the best first.

        Raises ValueError when nothing is asked.
        """
        return self.prospects(state, self._candidates(state, bag.ActionTiles.EMPTY))

    def best_first(
        self,
        state: GameState,
        options: Sequence[Action],
        paid: bag.ActionTiles = bag.ActionTiles.EMPTY,
    ) -> list[Action]:
        """The answers, the best first: those that are followed before the others."""
        plans = self.prospects(state, options, paid)
        looked = self._by_looks(state, options)
        return list(dict.fromkeys((*(plan.answers[0] for plan in plans), *looked)))

    def _by_looks(self, state: GameState, options: Sequence[Action]) -> Sequence[Action]:
        """The answers as they look before they are followed, where not all of them are."""
        if len(options) <= self._care.followed.get(type(_asked(state)), len(options)):
            return options
        return sorted(options, key=lambda action: -self._first_look(state, action))

    def worth(self, state: GameState) -> float:
        """Return the worth of a position; against Tom only the difference counts."""
        self.positions += 1
        return self._evaluation.worth(state) - self._toms_points(state)

    def _worth_behind(self, before: GameState, after: GameState) -> float:
        """Return the worth of the position that an answer leads to.

        Tom's points are those before it where it hands the turn to him: he gets what he gets
        behind *End turn* as well, which no plan looks at.
        """
        worth = self.worth(after)
        if after.turn == before.turn:
            return worth
        return worth + self._toms_points(after) - self._toms_points(before)

    def _toms_points(self, state: GameState) -> float:
        """Return the deduction from a position's worth: against Tom only the difference counts."""
        return self._evaluation.points(state, TOM) if state.options.solo else 0.0

    def _candidates(self, state: GameState, paid: bag.ActionTiles) -> Sequence[Action]:
        """The answers worth a thought; keeping less than one may never is, nor a swap of tiles."""
        options = legal(state)
        match _asked(state):
            case agenda.TurnChoice() | agenda.AfterTurn():
                eager = [action for action in options if isinstance(action, SendNeutral)]
                thought = [action for action in options if not isinstance(action, Discard)]
                return eager or self._considered(state, thought)
            case agenda.KeepChoice():
                sets = [action for action in options if isinstance(action, Keep)]
                most = max(action.tiles.total for action in sets)
                return [action for action in sets if action.tiles.total == most]
            case agenda.RewardChoice():
                return [each for each in options if not _buys_back(state, each, paid)] or options
            case _:
                return self._considered(state, options)

    def _considered(self, state: GameState, options: Sequence[Action]) -> Sequence[Action]:
        """The answers without those of a kind that look worse than enough others of it.

        While a task asks for certain squares, every placement is considered.
        """
        kinds = set(map(type, options))
        for kind, most in self._care.considered.items():
            if kind not in kinds:
                continue
            alike = [action for action in options if isinstance(action, kind)]
            if len(alike) <= most or (kind is PlaceFate and self._evaluation.wants_squares(state)):
                continue
            alike.sort(key=lambda action: -self._first_look(state, action))
            dropped = set(alike[most:])
            options = [action for action in options if action not in dropped]
        return options

    def _first_look(self, state: GameState, action: Action) -> float:
        """Rate an answer before its consequences are followed."""
        player = state.players[self.seat]
        match action:
            case PayTiles(paid):
                return self._evaluation.hand(state, player.tiles - paid, player.resources)
            case PayResources(given):
                return self._evaluation.hand(state, player.tiles, player.resources - given)
            case RecruitGnome(gnome):
                return looks.gnome(state, self.seat, gnome)
            case ReceiveTask(task):
                return looks.task(state, self.seat, task, self._evaluation.efforts)
            case PutTask(number) if isinstance(asked := _asked(state), agenda.TaskSpaceChoice):
                return looks.space(state, self.seat, number, asked.task)
            case SearchPath(crystal):
                return looks.path(state, self.seat, crystal)
            case MoveGuardian(_, place):
                return looks.walk(state, place)
            case PlaceFate():
                tiles, gold = looks.gains(state, self.seat, action)
                resources = player.resources.plus(ids.Resource.GOLD, gold)
                return self._evaluation.hand(state, tiles, resources)
            case Keep(kept):
                return self._evaluation.hand(state, kept, player.resources)
            case _:
                return self.worth(apply_legal(state, self.seat, action))

    def _ways(
        self, state: GameState, actions: Iterable[Action], paid: bag.ActionTiles
    ) -> Iterator[Prospect]:
        """The best plan that begins with each answer, with a voyage one for each thing to do."""
        for action in actions:
            if isinstance(action, MoveShip) and isinstance(_asked(state), agenda.TurnChoice):
                yield from self._voyages(state, action)
            else:
                yield self._follow(state, action, paid)

    def _voyages(self, state: GameState, move: MoveShip) -> Iterable[Prospect]:
        """Each thing to do on an island, by the likeliest payment that leaves enough for it."""
        sailing = apply_legal(state, self.seat, move)
        payments = sorted(legal(sailing), key=lambda action: -self._first_look(sailing, action))
        found: dict[Action | None, Prospect] = {}
        for payment in payments[: self._care.payments]:
            there = apply_legal(sailing, self.seat, payment)
            if _is_complete(sailing, there):
                found.setdefault(
                    None, Prospect(self._worth_behind(sailing, there), (move, payment))
                )
                continue
            for action in self._considered(there, legal(there)):
                if action not in found:
                    rest = self._follow(there, action, bag.ActionTiles.EMPTY)
                    found[action] = rest.begun_with(move, payment)
        return found.values()

    def _follow(self, state: GameState, action: Action, paid: bag.ActionTiles) -> Prospect:
        """The best plan that begins with an answer."""
        if isinstance(action, EndTurn):
            return Prospect(self.worth(state), (action,))
        after = apply_legal(state, self.seat, action)
        if after.revealed > state.revealed:
            return Prospect(self._guessed(state, action), (action,))
        back = _buys_back(state, action, paid)
        if _is_complete(state, after):
            return Prospect(self._worth_behind(state, after), (action,), back)
        rest = self.plan(after, paid + action.tiles if isinstance(action, PayTiles) else paid)
        return Prospect(rest.worth, (action, *rest.answers), rest.buys_back or back)

    def _guessed(self, state: GameState, action: Action) -> float:
        """The mean worth of an answer that reveals something."""
        total = 0.0
        for number in range(self._care.guesses):
            after = apply_legal(redeal(state, self.seed + number), self.seat, action)
            total += self._worth_behind(state, after)
            if after.ended is None:
                total += _OPEN_QUESTION.get(type(after.agenda[-1]), 0.0)
        return total / self._care.guesses


def _is_complete(before: GameState, after: GameState) -> bool:
    """Say whether an answer completed an action, handed the turn on or ended the game."""
    if after.ended is not None or after.turn != before.turn:
        return True
    return isinstance(after.agenda[-1], agenda.TurnChoice | agenda.AfterTurn)


def _asked(state: GameState) -> agenda.Decision:
    """The question that waits; raises ValueError when there is none."""
    asked = question(state)
    if asked is None:
        raise ValueError("nothing is asked")
    return asked


def _buys_back(state: GameState, action: Action, paid: bag.ActionTiles) -> bool:
    """Say whether an answer takes an action tile of a kind that has just been paid."""
    asked = state.agenda[-1]
    if not isinstance(action, TakeRewards) or not isinstance(asked, agenda.RewardChoice):
        return False
    tile = box_index(state.box).wheel[asked.space].tile
    return ids.Reward.TILE in action.rewards and paid[tile] > 0
