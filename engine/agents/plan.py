"""Planning a turn: a bounded search over the answers to the questions that wait."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.actions import Action, Discard, EndTurn, Keep, PayResources, PayTiles, SendNeutral
from engine.agenda import (
    AfterTurn,
    BonusChoice,
    Decision,
    Frame,
    IslandChoice,
    KeepChoice,
    NoviceChoice,
    PathChoice,
    ProcessionChoice,
    ResourcePayment,
    TilePayment,
    TurnChoice,
)
from engine.agents.evaluation import Evaluation
from engine.face_down import redeal
from engine.flow import apply_legal
from engine.ids import Seat
from engine.legality import legal, waiting
from engine.scoring import score_sheet
from engine.state import TOM, GameState

GUESSES: Final = 3
"""Deals over which an answer that reveals something is averaged."""

FOLLOWED: Final[dict[type[Decision], int]] = {
    TilePayment: 1,
    ResourcePayment: 1,
    ProcessionChoice: 2,
    KeepChoice: 8,
}
"""How many answers are followed, those that look best first; all where nothing is said.

Payments differ in nothing but the hand that is left. Without specialist 14 a KeepChoice never has
more than eight answers, so placing a fate tile is searched completely.
"""

OPEN_QUESTION: Final[dict[type[Frame], float]] = {
    NoviceChoice: 3.0,
    BonusChoice: 2.0,
    PathChoice: 2.0,
    IslandChoice: 1.0,
}
"""What a question is worth that waits beyond something revealed, where no plan looks."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """Answers in a row, and what the position is worth to which they lead."""

    worth: float
    answers: tuple[Action, ...]


class Planner:
    """Plans one turn of one seat.

    The position it begins with has everything hidden dealt anew, so a plan cannot know more than
    the seat; what an answer reveals on the way is never looked at but averaged over guesses.
    `positions` counts those judged so far.
    """

    def __init__(self, state: GameState, seat: Seat, seed: int) -> None:
        self.seat = seat
        self.seed = seed
        self.positions = 0
        self._evaluation = Evaluation(state, seat)

    def plan(self, state: GameState) -> Prospect:
        """The best answers up to the end of the action that is going on, or to a reveal.

        Raises ValueError when nothing is asked.
        """
        asked = waiting(state)
        if asked is None:
            raise ValueError("nothing is asked")
        options = self._candidates(state, asked.decision)
        followed = FOLLOWED.get(type(asked.decision), len(options))
        if followed < len(options):
            options = sorted(options, key=lambda action: -self._first_look(state, action))
        plans = (self._follow(state, action) for action in options[:followed])
        return max(plans, key=lambda plan: plan.worth)

    def worth(self, state: GameState) -> float:
        """What a position is worth; against Tom only the difference counts."""
        self.positions += 1
        own = self._evaluation.worth(state)
        return own - score_sheet(state, TOM).total if state.options.solo else own

    def _candidates(self, state: GameState, decision: Decision) -> Sequence[Action]:
        """The answers worth a thought.

        A neutral novice is sent as soon as possible, before another player does. Discarding is
        never better than keeping, nor is keeping less than one may.
        """
        options = legal(state)
        match decision:
            case TurnChoice() | AfterTurn():
                eager = [action for action in options if isinstance(action, SendNeutral)]
                return eager or [action for action in options if not isinstance(action, Discard)]
            case KeepChoice():
                sets = [action for action in options if isinstance(action, Keep)]
                most = max(action.tiles.total for action in sets)
                return [action for action in sets if action.tiles.total == most]
            case _:
                return options

    def _first_look(self, state: GameState, action: Action) -> float:
        """What an answer looks like before its consequences are followed."""
        player = state.players[self.seat]
        match action:
            case PayTiles(paid):
                return self._evaluation.hand(state, player.tiles - paid, player.resources)
            case PayResources(given):
                return self._evaluation.hand(state, player.tiles, player.resources - given)
            case Keep(kept):
                return self._evaluation.hand(state, kept, player.resources)
            case _:
                return self.worth(apply_legal(state, self.seat, action))

    def _follow(self, state: GameState, action: Action) -> Prospect:
        """The best plan that begins with an answer."""
        if isinstance(action, EndTurn):
            return Prospect(self.worth(state), (action,))
        after = apply_legal(state, self.seat, action)
        if after.revealed > state.revealed:
            return Prospect(self._guessed(state, action), (action,))
        if _is_complete(state, after):
            return Prospect(self.worth(after), (action,))
        rest = self.plan(after)
        return Prospect(rest.worth, (action, *rest.answers))

    def _guessed(self, state: GameState, action: Action) -> float:
        """The mean worth of an answer that reveals something."""
        total = 0.0
        for number in range(GUESSES):
            after = apply_legal(redeal(state, self.seed + number), self.seat, action)
            total += self.worth(after)
            if after.ended is None:
                total += OPEN_QUESTION.get(type(after.agenda[-1]), 0.0)
        return total / GUESSES


def _is_complete(before: GameState, after: GameState) -> bool:
    """Whether an answer completed an action, handed the turn on or ended the game."""
    if after.ended is not None or after.turn != before.turn:
        return True
    return isinstance(after.agenda[-1], TurnChoice | AfterTurn)
