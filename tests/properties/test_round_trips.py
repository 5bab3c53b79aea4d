"""Every answer can be typed, and a game that was stored goes on as if nothing had happened."""

import json

import pytest

from engine import Game, GameOptions
from engine.codec import action_from_json, action_to_json
from engine.notation import format_action, parse_action
from tests.games.directed import late_positions
from tests.kit.position import state_of
from tests.properties.games import TABLE_CASES, players_of


def check_answers(game: Game) -> None:
    for action in game.legal_actions():
        typed = format_action(action)
        assert parse_action(typed) == action
        assert parse_action(typed.upper()) == action
        assert action_from_json(json.loads(json.dumps(action_to_json(action)))) == action


def check_stored(game: Game) -> None:
    stored = Game.load(json.loads(json.dumps(game.dump())))
    assert state_of(stored) == state_of(game)
    assert stored.moves == game.moves
    assert stored.legal_actions() == game.legal_actions()
    assert stored.view() == game.view()
    for seat in range(game.options.seats):
        assert stored.undo_refusal(seat) == game.undo_refusal(seat)


@pytest.mark.parametrize("options", TABLE_CASES)
def test_answers_and_stored_games_come_back(options: GameOptions) -> None:
    game, players = Game.new(options, seed=61), players_of(1, 61)
    while (asked := game.waiting) is not None:
        check_answers(game)
        if game.move_count % 60 == 0:
            check_stored(game)
        game.submit(asked.seat, players[asked.seat](state_of(game)))
    check_stored(game)


def test_the_answers_of_late_positions_come_back() -> None:
    for late in late_positions():
        check_answers(late.game)
