"""The review of a game that is over, for one of its seats or for who only watches."""

from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from engine.game import Game
from engine.history import history, positions
from engine.ids import Seat
from engine.review.costs import CostlyTurn, costly_turns
from engine.review.expectation import expected_points
from engine.review.luck import luck_of

REVIEW_SEED: Final = 11
"""For all guesses of a review: the same game gives the same review."""


_Cost = TypeVar("_Cost")


@dataclass(frozen=True, slots=True)
class Review(Generic[_Cost]):
    """The expectations at each turn, the luck of every seat, and the costliest turns of one seat.

    `expected` has the points of each seat at each step of the game's history.
    """

    expected: tuple[tuple[float, ...], ...]
    luck: tuple[float, ...]
    costly: tuple[_Cost, ...]

    def play(self, seat: Seat) -> float:
        """Return by how much a seat's result exceeds its first expectation, but for its luck."""
        return self.expected[-1][seat] - self.expected[0][seat] - self.luck[seat]


def review(game: Game, seat: Seat | None) -> Review[CostlyTurn]:
    """Review a game that is over; without a seat nobody's turns are judged.

    Takes seconds, with a seat some tens of them. Raises ValueError for a game that goes on.
    """
    if game.result is None:
        raise ValueError("only a game that is over can be reviewed")
    expected = tuple(_expected(then) for then in positions(game, history(game)))
    costly = () if seat is None else costly_turns(game, seat, REVIEW_SEED)
    return Review(expected, luck_of(game, REVIEW_SEED), costly)


def _expected(game: Game) -> tuple[float, ...]:
    state = game.guess(REVIEW_SEED)
    return tuple(expected_points(state, seat) for seat in range(game.options.seats))
