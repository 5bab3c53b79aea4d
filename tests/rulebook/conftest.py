"""In every position of the rulebook's tests, the list of legal answers is what is not refused."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine import Game
from engine.state import GameState
from tests.kit.position import state_of
from tests.properties.listed import check_list


@pytest.fixture(autouse=True)
def listed_as_refused(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Compare list and refusals in each position that a test came to."""
    seen: dict[int, GameState] = {}
    monkeypatch.setattr(Game, "__init__", _watched(Game.__init__, seen))
    monkeypatch.setattr(Game, "submit", _watched(Game.submit, seen))
    yield
    for state in seen.values():
        if state.ended is None:
            check_list(state)


def _watched(method: Callable[..., Any], seen: dict[int, GameState]) -> Callable[..., Any]:
    """Return the method of a game, which also keeps the state to which it led."""

    def watched(game: Game, *args: Any) -> Any:
        found = method(game, *args)
        seen[id(state_of(game))] = state_of(game)
        return found

    return watched
