"""The points a seat can expect in the end: the judgement of a position, calibrated on games.

The judgement adds up what a city promises, and promises too much in the middle of a game. Games
that were played to their end correct it: for each phase a line leads from the judgement, and from
the points already there, to the final points.
"""

from dataclasses import dataclass
from typing import Final

from engine import ids
from engine.agents.evaluation import Evaluation
from engine.effects import is_tom
from engine.review.tables import expectation_lines
from engine.rules.countdown import turns_left
from engine.scoring import score_sheet
from engine.state import GameState

_ROUNDS_A_PHASE: Final = 3
RUNNING_PHASES: Final = 10
"""Phases before the countdown; the last one is open."""
LAST_TURNS: Final = 5
"""Each of the last turns of the countdown is a phase of its own, after those before it."""


@dataclass(frozen=True, slots=True)
class Signs:
    """The basis of an expectation: the points if the game ended now, and the judgement."""

    sheet: int
    worth: float


def expected_points(state: GameState, seat: ids.Seat) -> float:
    """Return the points that a seat can expect in the end, Tom too.

    `state` has its hidden pieces guessed. A seat without a turn left expects those that it has.
    """
    if (phase := phase_of(state, seat)) is None:
        return float(score_sheet(state, seat).total)
    return promised(kind_of(state, seat), phase, signs_of(state, seat))


def promised(kind: str, phase: int, signs: Signs) -> float:
    """Return the final points that such signs led to in a phase of a kind of game."""
    constant, by_sheet, by_worth = expectation_lines()[kind][phase]
    return constant + by_sheet * signs.sheet + by_worth * signs.worth


def signs_of(state: GameState, seat: ids.Seat) -> Signs:
    """Return the signs of a seat's position; Tom plans nothing and has only his points."""
    sheet = score_sheet(state, seat).total
    if is_tom(state, seat):
        return Signs(sheet, 0.0)
    return Signs(sheet, Evaluation(state, seat).worth(state))


def kind_of(state: GameState, seat: ids.Seat) -> str:
    """Return the kind of game, which has its own lines: the number of players, or Tom's seat."""
    return "tom" if is_tom(state, seat) else str(state.options.players)


def phase_of(state: GameState, seat: ids.Seat) -> int | None:
    """Return the phase of a game for a seat, from 0; None once it has no turn left."""
    if state.ended is not None:
        return None
    # Tom's deck may end before the countdown does, and he plays as long as the person.
    left = turns_left(state, 0 if is_tom(state, seat) else seat)
    if left is None:
        rounds = (state.turn - 1) // state.options.seats
        return min(rounds // _ROUNDS_A_PHASE, RUNNING_PHASES - 1)
    if left == 0:
        return None
    return RUNNING_PHASES + max(LAST_TURNS - left, 0)
