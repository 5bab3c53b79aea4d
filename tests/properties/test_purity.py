"""An answer changes nothing but what comes after it: states, copies and forks stay apart."""

from copy import deepcopy

import pytest

from engine import Game, GameOptions
from engine.codec import state_hash
from engine.flow import apply
from engine.legality import legal, waiting
from tests.kit.position import state_of
from tests.properties.games import TABLE_CASES, players_of, states


@pytest.mark.parametrize("options", TABLE_CASES)
def test_no_state_of_a_game_is_changed_by_what_comes_later(options: GameOptions) -> None:
    kept = []
    for state in states(options, seed=11, maker=1):
        kept.append((state, deepcopy(state)))
        legal(state)
    for number, (state, copy) in enumerate(kept):
        assert state == copy, f"the state before answer {number} was changed"


@pytest.mark.parametrize("options", TABLE_CASES)
def test_the_same_answer_to_the_same_state_brings_the_same_about(options: GameOptions) -> None:
    for state in states(options, seed=12, maker=0):
        asked = waiting(state)
        if asked is not None and state.turn % 3 == 0:
            answer = legal(state)[0]
            first, second = (apply(state, asked.seat, answer) for _ in range(2))
            assert first == second
            assert first.events == second.events


@pytest.mark.parametrize("options", TABLE_CASES)
def test_a_fork_shows_the_same_and_never_changes_the_original(options: GameOptions) -> None:
    game = Game.new(options, seed=13)
    players = players_of(1, 13)
    while (asked := game.waiting) is not None:
        if game.move_count % 7 == 0:
            _try_a_fork(game, players_of(0, game.move_count))
        game.submit(asked.seat, players[asked.seat](state_of(game)))


def _try_a_fork(game: Game, players: list) -> None:  # type: ignore[type-arg]
    before = state_hash(state_of(game))
    fork = game.fork(seed=game.move_count)
    assert fork.legal_actions() == game.legal_actions()
    assert fork.score_sheets() == game.score_sheets()
    for _ in range(12):
        asked = fork.waiting
        if asked is None:
            break
        fork.submit(asked.seat, players[asked.seat](state_of(fork)))
    assert state_hash(state_of(game)) == before
