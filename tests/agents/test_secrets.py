"""The substitute knows what its seat may know, and nothing else."""

from itertools import islice

import pytest

from engine import Game, GameOptions
from engine.agents import choose, play_turn
from tests.kit.games import questions
from tests.kit.marks import long

SEED = 5
EVERY = 6
"""Every which turn is looked at."""
ALL = 1000
"""More turns than a game has."""


@pytest.mark.parametrize(
    ("players", "seed", "turns"),
    [(2, 12, 7), long(1, 11, ALL), long(2, 12, ALL), long(3, 13, ALL)],
)
def test_dealing_hidden_pieces_anew_never_changes_an_answer(
    players: int, seed: int, turns: int
) -> None:
    game = Game.new(GameOptions(players), seed)
    for number, seat in enumerate(islice(questions(game, (0,), seed), turns)):
        if number % EVERY:
            continue
        chosen = choose(game, seat, SEED)
        whole = play_turn(game, seat, SEED)
        for deal in (101, 102):
            twin = game.fork(deal)
            assert twin.state_hash() != game.state_hash()
            assert choose(twin, seat, SEED) == chosen
            assert play_turn(twin, seat, SEED) == whole


@pytest.mark.parametrize(("seed", "turns"), [(21, 6), long(21, ALL), long(22, ALL)])
def test_a_plan_ends_with_the_first_reveal(seed: int, turns: int) -> None:
    seen = 0
    game = Game.new(GameOptions(2), seed)
    for seat in islice(questions(game, (0,), seed), turns):
        *answers, last = play_turn(game, seat, seed)
        twin = game.fork(seed)
        revealed = twin.revealed
        for answer in answers:
            twin.submit(seat, answer)
            assert twin.revealed == revealed
        twin.submit(seat, last)
        seen += twin.revealed > revealed
    assert seen > 2


@pytest.mark.parametrize("turns", [4, long(14)])
def test_planning_leaves_the_game_alone(turns: int) -> None:
    game = Game.new(GameOptions(2), 31)
    for seat in islice(questions(game, (0, 1), 31), turns):
        before = game.state_hash(), game.move_count
        play_turn(game, seat, SEED)
        assert (game.state_hash(), game.move_count) == before
