"""The judge of puzzles: every line is played to its end, so that what it says is exact.

A line consists of all answers that the goal's turns allow, with two exceptions. Answers that turn
up something face-down belong to no puzzle. Discarding is left out, because it takes away tiles and
opens nothing: whatever can be reached after it can be reached without it, and leftover tiles score
(this holds by the ordinary payment; with `strict_payment` there are no puzzles).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.features.puzzle.puzzle import PUZZLE_SEED, Goal, Puzzle, tiles_of_fate
from engine.actions import Action, Discard, Ignite, PlaceFate, SendNeutral
from engine.agenda import KeepChoice, TurnChoice
from engine.flow import apply_legal
from engine.ids import Seat
from engine.legality import legal, waiting
from engine.scoring import score_sheet
from engine.state import GameState

BUDGET: Final = 4_000
"""Positions after which a search is given up: what it asks is no puzzle for a person either."""
MARGIN: Final = 2
"""By how many points the best beginning leads; of anything else 1 is enough."""
FEWEST: Final = 5
"""Beginnings among which there is something to choose."""


class TooLargeError(Exception):
    """A puzzle has more positions than the budget allows."""

    def __str__(self) -> str:
        return "it has too many positions"


@dataclass(frozen=True, slots=True)
class Beginning:
    """A main action to begin with, the best that it can lead to, and the line that does it."""

    answer: Action
    worth: int
    line: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """Every beginning of a puzzle, the best first, and how many positions were looked at.

    Where something happens in more ways than were asked for, the search has ended there.
    """

    goal: Goal
    beginnings: tuple[Beginning, ...]
    positions: int

    @property
    def best(self) -> Beginning:
        """The solution, if this is a puzzle at all."""
        return self.beginnings[0]

    @property
    def is_sound(self) -> bool:
        """Say whether one beginning among several is clearly better than every other.

        Something happens by that one alone.
        """
        if len(self.beginnings) < FEWEST:
            return False
        best, second = (each.worth for each in self.beginnings[:2])
        points = self.goal in {Goal.POINTS, Goal.SCORE}
        return best >= second + (MARGIN if points else 1)


def judge(puzzle: Puzzle, budget: int = BUDGET, most_ways: int = 1) -> Judged:
    """The exact worth of every beginning, or of some where something happens in too many ways.

    Raises TooLargeError beyond so many positions.
    """
    return _Search(puzzle, budget, most_ways).judged()


class _Search:
    """Plays all lines of a puzzle; positions that were reached before are not played again."""

    def __init__(self, puzzle: Puzzle, budget: int, most_ways: int) -> None:
        self._puzzle = puzzle
        self._budget = budget
        self._most_ways = most_ways
        self._seat: Seat = puzzle.seat
        self._positions = 0
        self._known: dict[tuple[Any, ...], tuple[int | None, Action | None]] = {}

    def judged(self) -> Judged:
        found: dict[Action, Beginning] = {}
        for before, state in self._openings(self._puzzle.game.guess(PUZZLE_SEED)):
            for action in self._open(state, self._puzzle.turns):
                if isinstance(action, SendNeutral):
                    continue
                worth = self._after(state, action, self._puzzle.turns)
                if worth is not None and (action not in found or worth > found[action].worth):
                    line = (*before, action, *self._rest(state, action))
                    found[action] = Beginning(action, worth, line)
                    if self._is_spoilt(found):
                        return self._ranked(found)
        return self._ranked(found)

    def _is_spoilt(self, found: dict[Action, Beginning]) -> bool:
        """Say whether too many ways are known, so that this is no puzzle anyway."""
        ways = sum(beginning.worth for beginning in found.values())
        return self._puzzle.goal.happens and ways > self._most_ways

    def _ranked(self, found: dict[Action, Beginning]) -> Judged:
        ranked = sorted(found.values(), key=lambda beginning: -beginning.worth)
        return Judged(self._puzzle.goal, tuple(ranked), self._positions)

    def _openings(self, state: GameState) -> Iterator[tuple[tuple[Action, ...], GameState]]:
        """The positions in which the main action can be chosen: bonus actions may come before."""
        waits: list[tuple[tuple[Action, ...], GameState]] = [((), state)]
        seen: set[tuple[Any, ...]] = set()
        while waits:
            before, state = waits.pop()
            at_choice = isinstance(state.agenda[-1], TurnChoice)
            if at_choice:
                yield before, state
            for action in self._open(state, self._puzzle.turns):
                if at_choice and not isinstance(action, SendNeutral):
                    continue
                after = self._apply(state, action)
                if after.revealed == state.revealed and (key := _key(after, 0)) not in seen:
                    seen.add(key)
                    waits.append(((*before, action), after))

    def _open(self, state: GameState, turns: int) -> Sequence[Action]:
        """The answers that a line may go on with, while so many turns are left."""
        answers: Sequence[Action] = [
            answer for answer in legal(state) if not isinstance(answer, Discard)
        ]
        if not isinstance(state.agenda[-1], TurnChoice):
            return answers
        match self._puzzle.goal:
            case Goal.TILES:
                return [answer for answer in answers if isinstance(answer, PlaceFate)]
            case Goal.BONFIRE if turns == 1:
                return [each for each in answers if isinstance(each, Ignite | SendNeutral)]
            case _:
                return answers

    def _apply(self, state: GameState, action: Action) -> GameState:
        self._positions += 1
        if self._positions > self._budget:
            raise TooLargeError
        return apply_legal(state, self._seat, action)

    def _after(self, state: GameState, action: Action, turns: int) -> int | None:
        """The best that an answer leads to; None where it leads nowhere without a draw."""
        after = self._apply(state, action)
        if after.revealed > state.revealed:
            return None
        match self._puzzle.goal:
            case Goal.TILES:
                # What is kept beside the fate tile changes nothing of what it brings.
                if isinstance(after.agenda[-1], KeepChoice):
                    after = self._apply(after, legal(after)[0])
                return tiles_of_fate(after.events)
            case goal if goal.happened(after.events):
                return 1
        return self._best(after, turns - (after.turn != state.turn))

    def _best(self, state: GameState, turns: int) -> int | None:
        """The best that a position leads to."""
        asked = waiting(state)
        if asked is None or turns == 0:
            return self._end(state)
        key = _key(state, turns)
        if key not in self._known:
            best: tuple[int | None, Action | None] = (None, None)
            for action in self._open(state, turns):
                worth = self._after(state, action, turns)
                if worth is not None and (best[0] is None or worth > best[0]):
                    best = worth, action
                    if self._puzzle.goal.happens and worth:
                        break
            if best == (None, None) and self._puzzle.goal.happens:
                best = 0, None
            self._known[key] = best
        return self._known[key][0]

    def _end(self, state: GameState) -> int:
        """Return the worth of the position after the last turn."""
        match self._puzzle.goal:
            case Goal.POINTS | Goal.SCORE:
                return score_sheet(state, self._seat).total
            case Goal.RESOURCES:
                return state.players[self._seat].resources.total
            case _:
                return 0

    def _rest(self, state: GameState, action: Action) -> tuple[Action, ...]:
        """The answers after a beginning that lead to the best of it."""
        line: list[Action] = []
        turns = self._puzzle.turns
        while True:
            after = apply_legal(state, self._seat, action)
            turns -= after.turn != state.turn
            following = self._following(after, turns)
            if following is None:
                return tuple(line)
            state, action = after, following
            line.append(action)

    def _following(self, state: GameState, turns: int) -> Action | None:
        """The best answer in a position that has been searched; None where the line ends."""
        asked = waiting(state)
        if asked is None or turns == 0:
            return None
        if self._puzzle.goal is Goal.TILES and isinstance(asked.decision, KeepChoice):
            return legal(state)[0]
        return self._known.get(_key(state, turns), (None, None))[1]


def _key(state: GameState, turns: int) -> tuple[Any, ...]:
    """Return a key that tells positions of one puzzle apart; sealed and past things do not."""
    return (
        turns,
        *(
            value
            for name, value in state.__dict__.items()
            if name not in {"options", "box", "players", "hidden", "agenda", "events"}
        ),
        tuple(state.agenda),
        *(value for player in state.players for value in player.__dict__.values()),
    )
