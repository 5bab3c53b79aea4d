"""Luck: what the pieces that were turned brought beyond what they bring on average.

As in backgammon, luck is measured apart from play: where an answer reveals something, what could
be expected with what was revealed is compared with the mean over other deals of what nobody could
know. The deals are as likely as the true one, so over many games luck sums to nothing.
"""

from statistics import fmean
from typing import Final

from engine import actions, ids
from engine.face_down import redeal
from engine.flow import apply_legal
from engine.game import Game
from engine.history import history
from engine.review.expectation import expected_points
from engine.state import GameState

_DEALS: Final = 8
"""Other deals to which what was revealed is compared."""


def luck_by_turn(game: Game, seed: int) -> tuple[tuple[float, ...], ...]:
    """The luck of each seat in points, by what everybody's answers revealed in each turn.

    It goes back as far as the game's history; `seed` (0 to 2**127) is for the other deals.
    """
    past = history(game)
    twin, moves = game.at(past.begin), game.moves
    found = []
    for turn in past.turns:
        total = [0.0] * game.options.seats
        for move in moves[twin.move_count : turn.after]:
            before = twin.guess(seed) if move.revealed else None
            twin.submit(move.seat, move.action)
            if before is not None:
                lucks = _luck(before, move.seat, move.action, twin.guess(seed))
                total = [sum(pair) for pair in zip(total, lucks, strict=True)]
        found.append(tuple(total))
    return tuple(found)


def _luck(
    before: GameState, mover: ids.Seat, action: actions.Action, after: GameState
) -> tuple[float, ...]:
    """Return by how much a reveal raised each seat's expectation above the average."""
    deals = [
        apply_legal(redeal(before, before.hidden.seed + deal), mover, action)
        for deal in range(1, _DEALS + 1)
    ]
    return tuple(
        expected_points(after, seat) - fmean(expected_points(deal, seat) for deal in deals)
        for seat in range(before.options.seats)
    )
