"""The turns that cost a seat most: what was played beside what would have been better.

Turns are screened by what *hard* sees of them: it looks further than one turn, so it doubts what
looks best at once. Those where it values something else most above what was played are followed on
over guesses at what was hidden then, with what it would rather have played. Guesses look unequally
far, as a lead that is there after one more turn may be gone after three. Which turn is best is told
by some guesses, and by how much by others: of many, the best of a few guesses is often best by
chance. What is doubtful is no mistake.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Final

from engine import actions, ids
from engine.agents.following import Following
from engine.agents.lookahead import FollowedTurn, Lookahead, worths_of
from engine.agents.players import HARD
from engine.flow import apply_legal
from engine.game import Game
from engine.history import history
from engine.review.expectation import expected_points
from engine.state import GameState

FURTHEST: Final = 8
"""Own turns after it for which a turn is followed, at most: the first guesses look less far."""
MOST_COSTLY_TURNS: Final = 3
"""The most turns that are listed."""
_MARGIN: Final = 1.0
"""Points by which *hard* must value another turn more than the one that was played."""
_SUSPECTS: Final = 8
"""Turns that are followed: those of which *hard* thinks least."""
_CHOOSING: Final = 4
"""Guesses over which turns are followed to choose the better one."""
_MEASURING: Final = 16
"""Other guesses, over which the chosen one is compared with the turn that was played."""
LEAST_COST: Final = 2
"""Points that a turn must have cost at least to be listed."""
SURE: Final = 2.0
"""Standard errors that the cost must have at least."""


@dataclass(frozen=True, slots=True)
class CostlyTurn:
    """A turn of a seat, and a better one: both as answers to its end or to the first reveal.

    `turn` is how turns are counted, `before` how many answers of the game came before it; `cost`
    and its standard `error` are expected points.
    """

    turn: int
    before: int
    played: tuple[actions.Action, ...]
    better: tuple[actions.Action, ...]
    cost: float
    error: float


@dataclass(frozen=True, slots=True)
class _Suspect:
    """A turn that looks costly: the answers before it, and what *hard* would rather have played."""

    turn: int
    before: int
    played: FollowedTurn
    others: tuple[FollowedTurn, ...]
    behind: float
    """The points by which *hard* values the best of them more than the turn played."""


def costly_turns(game: Game, seat: ids.Seat, seed: int) -> tuple[CostlyTurn, ...]:
    """Return the turns that cost the seat most, the costliest first; `seed` is for the guesses."""
    suspects = sorted(_suspects(game, seat, seed), key=lambda each: -each.behind)[:_SUSPECTS]
    found = [cost for each in suspects if (cost := _judged(each, seat, seed)) is not None]
    return tuple(sorted(found, key=lambda each: -each.cost)[:MOST_COSTLY_TURNS])


def _suspects(game: Game, seat: ids.Seat, seed: int) -> Iterator[_Suspect]:
    """The turns of a seat which something else looks better than."""
    past, moves = history(game), game.moves
    twin = game.at(past.begin)
    start = past.begin
    for turn in past.turns:
        own = moves[start : turn.after]
        # What another seat answers in between was not up to this one.
        if own and all(move.seat == seat for move in own):
            state = twin.guess(seed)
            played = _followed_turn(state, seat, [move.action for move in own])
            values = _valued(state, seat, seed, played)
            others = [line for line, value in values if value >= _MARGIN]
            if others:
                behind = max(value for _, value in values)
                yield _Suspect(turn.number, start, played, tuple(others), behind)
        for move in own:
            twin.submit(move.seat, move.action)
        start = turn.after


def _valued(
    state: GameState, seat: ids.Seat, seed: int, played: FollowedTurn
) -> list[tuple[FollowedTurn, float]]:
    """Return what *hard* thinks of playing, and by how much it values each above what was played.

    It takes as many guesses as *hard*, for each turn the same.
    """
    search = Lookahead(state, seat, seed, HARD)
    lines = [played, *(line for line in search.lines() if line.answers != played.answers)]
    while len(lines) > 1:
        for line in lines:
            search.follow(line)
        if search.positions >= HARD.positions:
            break
    mine, *theirs = worths_of(lines) if len(lines) > 1 else (0.0,)
    return [(line, worth - mine) for line, worth in zip(lines[1:], theirs, strict=True)]


def _followed_turn(
    state: GameState, seat: ids.Seat, answers: Sequence[actions.Action]
) -> FollowedTurn:
    """The answers of a turn up to its end or to the first that reveals something."""
    before = after = state
    given: list[actions.Action] = []
    for action in answers:
        before, after = after, apply_legal(after, seat, action)
        given.append(action)
        if after.revealed != state.revealed:
            break
    return FollowedTurn(tuple(given), before)


def _judged(suspect: _Suspect, seat: ids.Seat, seed: int) -> CostlyTurn | None:
    """Return the cost of a turn, unless that is little or doubtful."""
    lines = (suspect.played, *suspect.others)
    choosing = range(seed, seed + _CHOOSING)
    means = [fmean(_expected(line, seat, choosing)) for line in lines]
    best = max(range(len(lines)), key=means.__getitem__)
    if means[best] - means[0] < LEAST_COST:
        return None
    measuring = range(seed + _CHOOSING, seed + _CHOOSING + _MEASURING)
    better = _expected(lines[best], seat, measuring)
    played = _expected(suspect.played, seat, measuring)
    costs = [one - other for one, other in zip(better, played, strict=True)]
    cost, error = fmean(costs), stdev(costs) / sqrt(len(costs))
    if cost < max(LEAST_COST, SURE * error):
        return None
    answers = lines[best].answers
    return CostlyTurn(suspect.turn, suspect.before, suspect.played.answers, answers, cost, error)


def _expected(
    line: FollowedTurn, seat: ids.Seat, guesses: range, furthest: int = FURTHEST
) -> list[float]:
    """Return the points of a turn in each guess, up to `furthest` own turns on."""
    seats = line.before.options.seats
    # Rounded up: few guesses are spread over near and far as many are, the last one furthest.
    turns = [-(-furthest * number // len(guesses)) for number in range(1, len(guesses) + 1)]
    return [
        expected_points(
            Following(seat, guess).reached(
                line.after(guess, seat), line.before.turn + seats * ahead
            ),
            seat,
        )
        for ahead, guess in zip(turns, guesses, strict=True)
    ]
