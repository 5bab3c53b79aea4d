"""Packed games: equal to what was packed, each at its revision, and no more than there is room."""

from dataclasses import replace

import pytest

from bot.services.games.active_games import GameCache, pack, unpack
from engine import STANDARD_BOX, Game, GameOptions
from tests.kit.games import random_game

OTHER_BOX = replace(STANDARD_BOX, guardian_values=(2, 3, 4, 5, 6, 8, 7))


@pytest.mark.parametrize("moves", [0, 17, 10_000])
@pytest.mark.parametrize("players", [1, 4])
def test_a_game_is_what_it_was(players: int, moves: int) -> None:
    game = random_game(players, 3, moves)
    again = unpack(pack(game))
    assert (again.dump(), again.moves, again.view()) == (game.dump(), game.moves, game.view())
    assert again.legal_actions() == game.legal_actions()
    if game.moves and not game.result:
        seat = game.moves[-1].seat
        assert again.undo_refusal(seat) == game.undo_refusal(seat)


@pytest.mark.parametrize("box", [STANDARD_BOX, OTHER_BOX])
def test_the_box_stays_the_same(box: object) -> None:
    game = Game.new(GameOptions(2), 1, box)  # type: ignore[arg-type]
    assert unpack(pack(game)).box is game.box


def test_only_the_revision_that_is_wanted_is_handed_out() -> None:
    shelf = GameCache()
    shelf.put(1, 5, b"five")
    assert (shelf.get(1, 5), shelf.get(1, 6), shelf.get(2, 5)) == (b"five", None, None)
    shelf.put(1, 6, b"six")
    assert (shelf.get(1, 5), shelf.get(1, 6)) == (None, b"six")


def test_what_was_wanted_longest_ago_makes_room() -> None:
    shelf = GameCache(limit=10)
    for number in (1, 2):
        shelf.put(number, 0, b"four")
    shelf.get(1, 0)
    shelf.put(3, 0, b"four")
    assert [shelf.get(number, 0) for number in (1, 2, 3)] == [b"four", None, b"four"]
    shelf.put(3, 1, b"seventeen bytes..")
    assert shelf.get(3, 1) is None
