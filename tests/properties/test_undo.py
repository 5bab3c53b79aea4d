"""Undo goes back exactly, within a turn, and never past something revealed (ruling 52)."""

import pytest

from engine import Game, GameOptions, IllegalAction
from engine.state import GameState
from tests.kit.position import state_of
from tests.properties.games import GAME_CASES, players_of


@pytest.mark.parametrize(("options", "maker"), GAME_CASES)
def test_undo_returns_to_the_earlier_states_and_stops_at_what_was_revealed(
    options: GameOptions, maker: int
) -> None:
    game = Game.new(options, seed=31)
    players = players_of(maker, 31)
    earlier: list[GameState] = []
    while (asked := game.waiting) is not None:
        before = state_of(game)
        game.submit(asked.seat, players[asked.seat](before))
        after = state_of(game)
        if after.revealed > before.revealed or after.turn > before.turn:
            earlier.clear()
        else:
            earlier.append(before)
        if game.move_count % 4 == 0 and game.waiting is not None:
            _undo_and_return(game, asked.seat, earlier)
    with pytest.raises(IllegalAction):
        game.undo(game.moves[-1].seat)


def _undo_and_return(game: Game, seat: int, earlier: list[GameState]) -> None:
    """Take back all that can be taken back, one by one, and give the answers again."""
    last, moves = state_of(game), game.moves
    for state in reversed(earlier):
        for other in range(len(state.players)):
            if other != seat:
                with pytest.raises(IllegalAction):
                    game.undo(other)
        assert game.undo_refusal(seat) is None
        game.undo(seat)
        assert state_of(game) == state
    assert game.moves == moves[: len(moves) - len(earlier)]
    assert game.undo_refusal(seat) is not None
    with pytest.raises(IllegalAction):
        game.undo(seat)
    for move in moves[len(moves) - len(earlier) :]:
        game.submit(move.seat, move.action)
    assert state_of(game) == last
    assert game.moves == moves
