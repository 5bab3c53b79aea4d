"""Nothing hidden shows: dealt again, it leaves every view, every option and every refusal alike."""

import pytest

from engine import GameOptions
from engine.build_view import build_view
from engine.face_down import redeal
from engine.flow import apply
from engine.legality import legal, refusal, waiting
from engine.state import GameState
from tests.properties.games import GAME_CASES, TABLE_CASES, states
from tests.properties.universe import fixed


@pytest.mark.parametrize(("options", "maker"), GAME_CASES)
def test_hidden_pieces_dealt_anew_change_no_view_and_no_option(
    options: GameOptions, maker: int
) -> None:
    exchanged = 0
    for number, state in enumerate(states(options, seed=21, maker=maker)):
        if number % 2:
            continue
        twin = redeal(state, seed=number + 1000)
        exchanged += twin.hidden.path_pile != state.hidden.path_pile
        assert build_view(twin, number) == build_view(state, number)
        assert legal(twin) == legal(state)
        if number % 10 == 0:
            _compare_refusals(state, twin)
    assert exchanged > 25


def _compare_refusals(state: GameState, twin: GameState) -> None:
    asked = waiting(state)
    if asked is None:
        return
    for action in fixed():
        assert refusal(twin, asked.seat, action) == refusal(state, asked.seat, action), action


@pytest.mark.parametrize("options", TABLE_CASES)
def test_what_an_answer_reveals_is_counted_and_everything_else_is_public(
    options: GameOptions,
) -> None:
    """An answer that reveals nothing brings the same about whatever lies face down."""
    for number, state in enumerate(states(options, seed=22, maker=1)):
        asked = waiting(state)
        if asked is None or number % 5:
            continue
        twin = redeal(state, seed=number + 1000)
        for answer in legal(state)[:12]:
            after, other = apply(state, asked.seat, answer), apply(twin, asked.seat, answer)
            if after.revealed == state.revealed:
                assert after.events == other.events, f"answer {number}: {answer}"
                assert build_view(after, 0) == build_view(other, 0)
