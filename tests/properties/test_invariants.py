"""No piece comes or goes, no limit is passed, nothing goes back: in every position of a game."""

from itertools import pairwise

import pytest

from engine.state import GameOptions
from tests.properties.games import GAME_CASES, states
from tests.properties.invariants import check_position, check_step, pieces


@pytest.mark.parametrize(("options", "maker"), GAME_CASES)
def test_every_piece_stays_on_the_table_and_every_limit_holds(
    options: GameOptions, maker: int
) -> None:
    played = list(states(options, seed=1, maker=maker))
    first = pieces(played[0])
    for number, state in enumerate(played):
        check_position(state)
        assert pieces(state) == first, f"answer {number}"
    for before, after in pairwise(played):
        check_step(before, after)
