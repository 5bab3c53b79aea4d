"""Looking ahead: the best few turns, each followed on guesses to see where it leads.

The plan of a single turn adds up prospects as if each could be had on its own, and notices only
turns later that they cannot. Here the best turns by that plan are played on over guesses at what
is hidden, the same guesses for each; those that lead to less are dropped, half of them a round,
and the others get more guesses.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from statistics import fmean
from typing import Final

from engine import actions, ids
from engine.agents.following import FollowedGame, Following
from engine.agents.plan import Planner, Prospect
from engine.face_down import redeal
from engine.flow import apply_legal
from engine.legality import waiting
from engine.state import GameState

_OVERTIME: Final = 2.5
"""The number of positions that a turn with very many answers may take beyond those of its depth."""
TURNS_BELIEVED: Final = 12
"""Own turns for which a game is followed, unless it ends first."""


@dataclass(frozen=True, slots=True)
class Depth:
    """The effort of a player.

    Its best `plans` are followed, `last_plans` from the countdown on, when little is left to
    follow. Once `positions` have been judged no line is followed over another guess, and after
    `_OVERTIME` times as many none is followed at all. Lines are compared by points, or `to_win` by
    the lead over the best of the others.
    """

    plans: int
    last_plans: int
    positions: int
    to_win: bool = False


@dataclass(slots=True)
class FollowedTurn:
    """A turn that is looked into: its answers, up to a reveal, and the position `before` the last.

    `games` are how it went on, one a guess.
    """

    answers: tuple[actions.Action, ...]
    before: GameState
    games: list[FollowedGame] = field(default_factory=list)

    def after(self, guess: int, seat: ids.Seat) -> GameState:
        """Return the state after the line, with everything that it reveals dealt as guessed."""
        return apply_legal(redeal(self.before, guess), seat, self.answers[-1])


Followed = dict[tuple[tuple[actions.Action, ...], int], tuple[FollowedGame, int]]
"""Followed games by the answers and the guess they begin with, and the positions of each."""


class UnfinishedError(Exception):
    """A search has judged as many positions as it may at once, in the games `followed`."""

    def __init__(self, followed: Followed) -> None:
        super().__init__(followed)
        self.followed = followed


class Lookahead:
    """Plans a turn of one seat by following the best ways; `positions` counts those judged.

    `plans` are all that were thought of, the best first: once `lines` has been asked for, or
    given before. `followed` are the games so far. A search that is given those of an earlier one
    goes on from there. After `at_once` new positions it stops, and raises
    UnfinishedError.
    """

    def __init__(self, state: GameState, seat: ids.Seat, seed: int, depth: Depth) -> None:
        """Take a position whose hidden pieces are guessed already."""
        self.seat = seat
        self.seed = seed
        self.depth = depth
        self.positions = 0
        self.plans: Sequence[Prospect] = ()
        self.followed: Followed = {}
        self.at_once = inf
        self._state = state
        self._planner = Planner(state, seat, seed)

    def turn(self) -> tuple[actions.Action, ...]:
        """The answers up to the end of the turn or to a reveal."""
        return self.ranked()[0].answers

    def ranked(self) -> list[FollowedTurn]:
        """The best turns by where they lead, the best first: those dropped early come last.

        A turn that is the only one is not followed.
        """
        lines, dropped = self.lines(), list[FollowedTurn]()
        rounds = max(len(lines) - 1, 1).bit_length()
        share = (self.depth.positions - self.positions) / rounds
        allowed = float(self.positions)
        while len(lines) > 1:
            allowed += share
            self._follow(lines, allowed)
            worths = dict(zip(map(id, lines), worths_of(lines), strict=True))
            # The sort is stable: of equals, what looked best in the beginning stays.
            lines.sort(key=lambda line: -worths[id(line)])
            if self.positions >= self.depth.positions:
                break
            kept = (len(lines) + 1) // 2
            dropped[:0] = lines[kept:]
            del lines[kept:]
        return [*lines, *dropped]

    def lines(self) -> list[FollowedTurn]:
        """The best turns by the plan of a single turn, the best first."""
        most = self.depth.last_plans if self._state.countdown else self.depth.plans
        if not self.plans:
            self.plans = self._planner.all_plans(self._state)
            self.positions += self._planner.positions
        return [self.completed(plan.answers) for plan in varied(self.plans, most)]

    def completed(self, answers: tuple[actions.Action, ...]) -> FollowedTurn:
        """Answers that begin a turn, and those that end it or reveal something."""
        judged = self._planner.positions
        state = before = self._state
        turn, revealed = state.turn, state.revealed
        given: list[actions.Action] = []
        while True:
            for action in answers:
                before, state = state, apply_legal(state, self.seat, action)
                given.append(action)
            if state.turn != turn or state.revealed != revealed or waiting(state) is None:
                self.positions += self._planner.positions - judged
                return FollowedTurn(tuple(given), before)
            answers = self._planner.plan(state).answers

    def follow(self, line: FollowedTurn) -> None:
        """Follow a line over its next guess. Raises UnfinishedError."""
        guess = self.seed + len(line.games)
        key = line.answers, guess
        if key not in self.followed:
            if self.at_once <= 0:
                raise UnfinishedError(self.followed)
            following = Following(self.seat, guess, to_win=self.depth.to_win)
            game = following.game(line.after(guess, self.seat), TURNS_BELIEVED)
            self.followed[key] = game, following.positions
            self.at_once -= following.positions
        game, positions = self.followed[key]
        line.games.append(game)
        self.positions += positions

    def _follow(self, lines: list[FollowedTurn], allowed: float) -> None:
        """Follow each line over the next guesses while the positions last, at least over one.

        In overtime the lines that nobody has followed are given up: they looked worst.
        """
        limit = _OVERTIME * self.depth.positions
        while True:
            for line in lines:
                if lines[0].games and self.positions >= limit > 0:
                    lines[:] = [each for each in lines if each.games]
                    return
                self.follow(line)
            # Where no line leaves anything to play, every guess comes to the same.
            if self.positions >= allowed or not any(line.games[-1].rounds for line in lines):
                return


def worths_of(lines: Sequence[FollowedTurn]) -> list[float]:
    """Estimate the worth of each line: the mean of what its games are worth."""
    return [fmean(games) for games in worths_by_guess(lines)]


def worths_by_guess(lines: Sequence[FollowedTurn]) -> list[list[float]]:
    """Estimate the worth of each game: what was believed on the way, and what came of it.

    The end of one followed game is a matter of chance; a belief is less so, but promises too much.
    How much too much after each turn, the games that came to their end tell together, of whichever
    line. So corrected, the beliefs of all turns count alike, and in place of those that there are
    none of, as the countdown ran by then, the end.
    """
    games = [game for line in lines for game in line.games]
    errors, error = [], 0.0
    for turn in range(TURNS_BELIEVED):
        known = [
            game.points - game.beliefs[turn]
            for game in games
            if game.points is not None and len(game.beliefs) > turn
        ]
        error = fmean(known) if known else error
        errors.append(error)

    def worth(game: FollowedGame) -> float:
        told = [belief + error for belief, error in zip(game.beliefs, errors, strict=False)]
        if game.points is not None:
            told += [game.points] * (TURNS_BELIEVED - len(told) + 1)
        return fmean(told)

    return [[worth(game) for game in line.games] for line in lines]


def varied(plans: Sequence[Prospect], most: int) -> list[Prospect]:
    """The best plans of those as seemly as the very best, the best first.

    No kind of action begins more than half of them while there are others. `plans` come the best
    first.
    """
    chosen: list[Prospect] = []
    spare: list[Prospect] = []
    begun: list[type[actions.Action]] = []
    for plan in plans:
        if plan.seemly != plans[0].seemly:
            continue
        kind = type(plan.answers[0])
        (spare if begun.count(kind) >= (most + 1) // 2 else chosen).append(plan)
        begun.append(kind)
    return sorted([*chosen, *spare][:most], key=lambda plan: plan.rank, reverse=True)
