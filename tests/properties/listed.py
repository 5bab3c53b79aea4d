"""The list of legal answers beside the refusals of all answers that there are."""

from engine.legality import legal, refusal, waiting
from engine.state import GameState
from tests.properties.universe import universe


def check_list(state: GameState) -> None:
    """Raise AssertionError where the list is not exactly what is not refused."""
    asked = waiting(state)
    assert asked is not None
    listed = legal(state)
    assert listed, "nobody can answer"
    assert len(set(listed)) == len(listed), "an answer is listed twice"
    allowed = {
        action
        for action in universe(asked, state.players[asked.seat])
        if refusal(state, asked.seat, action) is None
    }
    assert set(listed) == allowed
    other = (asked.seat + 1) % len(state.players)
    assert all(refusal(state, other, action) is not None for action in listed)
