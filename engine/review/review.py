"""The review of a game that is over, for one of its seats or for who only watches."""

from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from engine import ids
from engine.game import Game
from engine.history import history, positions
from engine.review.costs import CostlyTurn, costly_turns
from engine.review.expectation import expected_points
from engine.review.luck import luck_by_turn
from engine.state import GameState

REVIEW_SEED: Final = 11
"""For all guesses of a review: the same game gives the same review."""


_Cost = TypeVar("_Cost")


@dataclass(frozen=True, slots=True)
class Review(Generic[_Cost]):
    """The expectations at each turn, what made each seat's result, and one seat's costliest turns.

    `expected` has the points of each seat at each step of the game's history. From the first to the
    last of them, `luck` and the turns of the `others` changed a seat's by so much; its own turns
    did the rest.
    """

    expected: tuple[tuple[float, ...], ...]
    luck: tuple[float, ...]
    others: tuple[float, ...]
    costly: tuple[_Cost, ...]

    def change(self, seat: ids.Seat) -> float:
        """Return by how much a seat's result exceeds its first expectation."""
        return self.expected[-1][seat] - self.expected[0][seat]

    def own(self, seat: ids.Seat) -> float:
        """Return the part of this that a seat's own turns made."""
        return self.change(seat) - self.luck[seat] - self.others[seat]


def review(game: Game, seat: ids.Seat | None) -> Review[CostlyTurn]:
    """Review a game that is over; without a seat nobody's turns are judged.

    Takes seconds, with a seat up to a minute. Raises ValueError for a game that goes on.
    """
    if game.result is None:
        raise ValueError("only a game that is over can be reviewed")
    past = history(game)
    seats = range(game.options.seats)
    states = [then.guess(REVIEW_SEED) for then in positions(game, past)]
    expected = tuple(tuple(expected_points(state, each) for each in seats) for state in states)
    lucks = luck_by_turn(game, REVIEW_SEED)
    others = [0.0 for _ in seats]
    for step, (turn, luck) in enumerate(zip(past.turns, lucks, strict=True)):
        held = _without_time(states[step], states[step + 1])
        for each in seats:
            # Tom's card is part of a turn that is the person's.
            if each != turn.seat and not game.options.solo:
                others[each] += expected_points(held, each) - expected[step][each] - luck[each]
    return Review(
        expected,
        tuple(sum(luck[each] for luck in lucks) for each in seats),
        tuple(others),
        () if seat is None else costly_turns(game, seat, REVIEW_SEED),
    )


def _without_time(before: GameState, after: GameState) -> GameState:
    """Return the position after another seat's turn as if it had taken no time.

    That time goes by is nobody else's doing, but that the countdown begins is.
    """
    held = after.copy()
    held.turn, held.seat, held.starter = before.turn, before.seat, before.starter
    held.countdown = before.countdown or after.countdown
    return held
