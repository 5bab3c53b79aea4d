"""Looking ahead: the best few turns, each followed through the seat's next turns on guesses.

The plan of a single turn adds up prospects as if each could be had on its own, and notices only
turns later that they cannot. Here the best turns by that plan are played on, with the same plan
for every seat, over guesses at what is hidden; the mean of where they lead decides.
"""

from dataclasses import dataclass
from statistics import fmean

from engine.actions import Action
from engine.agents.plan import Planner
from engine.face_down import redeal
from engine.flow import apply_legal
from engine.ids import Seat
from engine.legality import waiting
from engine.state import GameState


@dataclass(frozen=True, slots=True)
class Depth:
    """How far a player looks: its best `plans`, over `guesses`, so many own `turns` on."""

    plans: int
    guesses: int
    turns: int


class Lookahead:
    """Plans turns of one seat by following the best of them; `positions` counts those judged."""

    def __init__(self, state: GameState, seat: Seat, seed: int, depth: Depth) -> None:
        """Take a position whose hidden pieces are guessed already."""
        self.seat = seat
        self.seed = seed
        self.depth = depth
        self.positions = 0
        self._state = state

    def turn(self) -> tuple[Action, ...]:
        """The answers up to the end of the turn or to a reveal."""
        planner = Planner(self._state, self.seat, self.seed)
        plans = planner.all_plans(self._state)[: self.depth.plans]
        lines = [self._completed(planner, plan.answers) for plan in plans]
        self.positions += planner.positions
        if len(lines) == 1:
            return lines[0][0]
        return max(lines, key=lambda line: self._followed(line[1]))[0]

    def second_best(self) -> tuple[Action, ...]:
        """The answers of `turn` by the second best plan, where there are two."""
        planner = Planner(self._state, self.seat, self.seed)
        plan = planner.all_plans(self._state)[:2][-1]
        answers, _ = self._completed(planner, plan.answers)
        self.positions += planner.positions
        return answers

    def _completed(
        self, planner: Planner, answers: tuple[Action, ...]
    ) -> tuple[tuple[Action, ...], GameState]:
        """Answers that begin a turn and those that end it or reveal something; where they lead."""
        state = self._state
        turn, revealed = state.turn, state.revealed
        given: list[Action] = []
        while True:
            for action in answers:
                state = apply_legal(state, self.seat, action)
                given.append(action)
            if state.turn != turn or state.revealed != revealed or waiting(state) is None:
                return tuple(given), state
            answers = planner.plan(state).answers

    def _followed(self, state: GameState) -> float:
        """The mean worth of a position some turns later, over guesses."""
        return fmean(
            self._later(redeal(state, self.seed + guess)) for guess in range(self.depth.guesses)
        )

    def _later(self, state: GameState) -> float:
        """The worth of a position when all have played on, by the plan of a single turn."""
        left = self.depth.turns
        own = Planner(state, self.seat, self.seed)
        while (asked := waiting(state)) is not None:
            if asked.seat == self.seat and left == 0:
                break
            mover = own if asked.seat == self.seat else Planner(state, asked.seat, self.seed)
            turn = state.turn
            while (now := waiting(state)) is not None:
                if now.seat != asked.seat or state.turn != turn:
                    break
                for action in mover.plan(state).answers:
                    state = apply_legal(state, asked.seat, action)
            if mover is own:
                left -= 1
            else:
                self.positions += mover.positions
        worth = own.worth(state)
        self.positions += own.positions
        return worth
