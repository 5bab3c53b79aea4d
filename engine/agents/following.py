"""Following a game: one seat plays on briskly, the others idly, and what it comes to."""

from dataclasses import dataclass, field
from typing import Final

from engine import actions, ids
from engine.agents.care import BRISK, IDLE
from engine.agents.effort import Efforts
from engine.agents.plan import Planner
from engine.flow import apply_legal
from engine.legality import waiting
from engine.state import GameState

_ANOTHER_DEAL: Final = 1 << 20
"""Added to a seed for guesses that have nothing to do with the first ones."""


@dataclass(frozen=True, slots=True)
class FollowedGame:
    """The course of a guessed game for a seat.

    `beliefs` are what its positions looked worth at the end of each of its turns until the
    countdown began, `points` what came of it: its own, against Tom the difference; None for a game
    that was not followed so far. `rounds` are the answers of all seats, each up to the end of a
    turn of its own.
    """

    beliefs: tuple[float, ...]
    points: float | None
    rounds: tuple[tuple[actions.Action, ...], ...] = field(default=(), compare=False)


class Following:
    """Plays a guessed position on with quick plans for all; `positions` counts those judged."""

    def __init__(self, seat: ids.Seat, seed: int, *, to_win: bool = False) -> None:
        """Take the seat that is asked about, and the seed from which the position was dealt.

        A game is followed `to_win` when the others play on as well as the seat, and only its lead
        over the best of them counts.
        """
        self.seat = seat
        self.to_win = to_win
        # What a plan on the way guesses at must not be what the followed position was dealt.
        self.seed = seed + _ANOTHER_DEAL
        self.positions = 0
        self._efforts = Efforts()
        self._answers: list[actions.Action] = []

    def game(self, state: GameState, turns: int) -> FollowedGame:
        """Play a game on from a position: for so many own turns, in the countdown to its end.

        What a position looks worth cannot be compared across the beginning of the countdown.
        """
        beliefs: list[float] = []
        rounds: list[tuple[actions.Action, ...]] = []
        while state.ended is None and (state.countdown is not None or len(beliefs) < turns):
            self._answers.clear()
            state = self.reached(state, state.turn)
            rounds.append(tuple(self._answers))
            if state.countdown is None and state.ended is None:
                beliefs.append(self._worth(state))
        points = self._worth(state) if state.ended else None
        return FollowedGame(tuple(beliefs), points, tuple(rounds))

    def reached(self, state: GameState, until: int) -> GameState:
        """The position when the seat ends turn `until` or a later one, or the game is over."""
        while (asked := waiting(state)) is not None:
            own = asked.seat == state.seat == self.seat
            state = self._played(state, asked.seat)
            if own and state.turn > until:
                break
        return state

    def _worth(self, state: GameState) -> float:
        own = self._worth_of(state, self.seat)
        if not self.to_win or state.options.solo:
            return own
        others = (seat for seat in range(state.options.players) if seat != self.seat)
        return own - max(self._worth_of(state, seat) for seat in others)

    def _worth_of(self, state: GameState, seat: ids.Seat) -> float:
        self.positions += 1
        return Planner(state, seat, self.seed, BRISK, self._efforts).worth(state)

    def _played(self, state: GameState, seat: ids.Seat) -> GameState:
        """The position after the turn, or what is left of it, of a seat."""
        care = BRISK if self.to_win or seat == self.seat else IDLE
        planner = Planner(state, seat, self.seed, care, self._efforts)
        turn = state.turn
        while (asked := waiting(state)) is not None and asked.seat == seat and state.turn == turn:
            for action in planner.plan(state).answers:
                state = apply_legal(state, seat, action)
                self._answers.append(action)
        self.positions += planner.positions
        return state
