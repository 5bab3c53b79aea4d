"""The substitute knows what its seat may know, and nothing else."""

import pytest

from engine import Game, GameOptions
from engine.agents import choose, play_turn
from tests.agents.games import questions

SEED = 5
EVERY = 6
"""Every which turn is looked at."""


@pytest.mark.parametrize(("players", "seed"), [(1, 11), (2, 12), (3, 13)])
def test_dealing_hidden_pieces_anew_never_changes_an_answer(players: int, seed: int) -> None:
    game = Game.new(GameOptions(players), seed)
    for number, seat in enumerate(questions(game, (0,), seed)):
        if number % EVERY:
            continue
        chosen = choose(game, seat, SEED)
        whole = play_turn(game, seat, SEED)
        for deal in (101, 102):
            twin = game.fork(deal)
            assert twin.state_hash() != game.state_hash()
            assert choose(twin, seat, SEED) == chosen
            assert play_turn(twin, seat, SEED) == whole


def test_a_plan_ends_with_the_first_reveal() -> None:
    seen = 0
    for seed in (21, 22):
        game = Game.new(GameOptions(2), seed)
        for seat in questions(game, (0,), seed):
            *answers, last = play_turn(game, seat, seed)
            twin = game.fork(seed)
            revealed = twin.revealed
            for answer in answers:
                twin.submit(seat, answer)
                assert twin.revealed == revealed
            twin.submit(seat, last)
            seen += twin.revealed > revealed
    assert seen > 10


def test_planning_leaves_the_game_alone() -> None:
    game = Game.new(GameOptions(2), 31)
    for number, seat in enumerate(questions(game, (0, 1), 31)):
        before = game.state_hash(), game.move_count
        play_turn(game, seat, SEED)
        assert (game.state_hash(), game.move_count) == before
        if number > 12:
            break
