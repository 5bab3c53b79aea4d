"""How many sequences of answers a position allows: a change of any rule shows in the numbers.

The numbers were counted once and looked through; a deliberate change of a rule changes them.
"""

import pytest

from engine.data.standard import STANDARD_BOX
from engine.flow import apply_legal
from engine.legality import legal, waiting
from engine.rules.setup import new_game
from engine.state import GameOptions, GameState
from tests.kit.position import Position, state_of


def sequences(state: GameState, depth: int) -> int:
    """How many sequences of so many answers there are, ends counted as they come."""
    asked = waiting(state)
    if depth == 0 or asked is None:
        return 1
    if depth == 1:
        return len(legal(state))
    return sum(
        sequences(apply_legal(state, asked.seat, action), depth - 1) for action in legal(state)
    )


@pytest.mark.parametrize(
    ("players", "counts"),
    [(1, (4, 476, 3904)), (2, (4, 476, 3912)), (3, (4, 476, 3904)), (4, (4, 476, 3898))],
)
def test_sequences_from_the_set_up(players: int, counts: tuple[int, ...]) -> None:
    state = new_game(GameOptions(players), 1, STANDARD_BOX)
    assert tuple(sequences(state, depth) for depth in (1, 2, 3)) == counts


def middle() -> Position:
    """A city in the middle of a game, with something of everything."""
    position = Position(players=3).path("blue herb", "red herb", "yellow fruit")
    position.portals(7, 6, 5).guardian("own", "path 2").guardian("pink").lit(2, "B01")
    position.task(1, "B05").tiles(path=1, guardian=2, wild=1, gnome=2, ship=1)
    return position.resources(herb=1, gold=1, shell=2).ship("C1").wheel(3)


@pytest.mark.parametrize(
    ("name", "position", "counts"),
    [
        ("plain", middle(), (129, 1608, 9996)),
        ("processions", middle().gnomes("S1", "S2", "S6"), (128, 1597, 10006)),
        ("prices", middle().gnomes("S3", "S5", "S9", "S21", "S26"), (129, 1484, 9585)),
        ("fate", middle().gnomes("S14", "S16", "S27"), (161, 4840, 38924)),
        ("countdown", middle().countdown(stack=3), (130, 1678, 10664)),
    ],
)
def test_sequences_from_the_middle(name: str, position: Position, counts: tuple[int, ...]) -> None:
    state = state_of(position.game())
    assert tuple(sequences(state, depth) for depth in (1, 2, 3)) == counts
