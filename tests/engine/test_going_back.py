"""Going back across turns: to any turn's beginning, with everything hidden as it lay then."""

import pytest

from engine import Game, actions
from engine.canonical import digest
from engine.record import Verified, make_record, replay, verify
from tests.kit.games import play, play_busily, random_game


@pytest.mark.parametrize("count", [-1, 31])
def test_a_game_cannot_go_to_where_it_never_was(count: int) -> None:
    game = random_game(2, 3, 30)
    before = game.state_hash()
    with pytest.raises(ValueError, match="30 answers"):
        game.at(count)
    assert (game.state_hash(), game.move_count) == (before, 30)


@pytest.mark.parametrize("players", [1, 2, 4])
def test_a_game_comes_back_to_the_same_state_and_goes_on_to_the_same_pieces(players: int) -> None:
    game = play_busily(Game.new(random_game(players, 1, 0).options, 41), 41)
    assert game.revealed
    whole, last, starts = game.moves, game.state_hash(), game.turn_starts
    for count in reversed(starts):
        game = game.at(count)
        assert (game.moves, game.result) == (whole[:count], None)
        assert game.undo_refusal(0) is not None, "an earlier turn cannot be undone by oneself"
    for move in whole:
        assert game.submit(move.seat, move.action) == move.events
    assert game.state_hash() == last


@pytest.mark.parametrize("players", [1, 3])
def test_turns_start_where_somebody_else_is_to_move_or_the_same_person_anew(players: int) -> None:
    game = random_game(players, 5, 200)
    starts = game.turn_starts
    assert starts[0] == 0
    turns = [game.moves[start].turn for start in starts]
    assert turns == sorted(set(turns))
    between = [move for number, move in enumerate(game.moves) if number not in starts]
    assert {move.turn for move in between if not isinstance(move.action, actions.TomTakes)} <= set(
        turns
    )
    assert not any(isinstance(game.moves[start].action, actions.TomTakes) for start in starts)


def test_a_copy_goes_on_by_itself_to_the_same_pieces() -> None:
    game = random_game(2, 8, 60)
    before, moves = game.state_hash(), game.moves
    twin = game.copy()
    assert (twin.state_hash(), twin.moves) == (before, moves)
    play(twin, 8)
    assert twin.result
    assert (game.state_hash(), game.moves) == (before, moves)
    for move in twin.moves[60:]:
        assert game.submit(move.seat, move.action) == move.events
    assert game.state_hash() == twin.state_hash()


def test_an_answer_taken_back_in_a_copy_stands_in_the_game() -> None:
    game = random_game(2, 6, 40)
    game = game.at(game.turn_starts[-2])
    assert game.waiting is not None
    seat = game.waiting.seat
    game.submit(seat, game.legal_actions()[0])
    game.copy().undo(seat)
    assert game.undo_refusal(seat) is None
    assert len(game.moves) == game.copy().move_count


def test_an_answer_given_after_going_back_can_be_undone() -> None:
    game = random_game(2, 6, 40)
    game = game.at(game.turn_starts[-2])
    before, asked = game.state_hash(), game.waiting
    assert asked is not None
    revealed = game.revealed
    game.submit(asked.seat, game.legal_actions()[0])
    assert game.revealed == revealed
    game.undo(asked.seat)
    assert game.state_hash() == before


def test_the_record_holds_the_moves_that_stand() -> None:
    game = random_game(2, 7, 60)
    game = game.at(game.turn_starts[2])
    assert verify(make_record(game)) == Verified(game.move_count, finished=False)
    play(game, 8)
    record = make_record(game)
    assert verify(record) == Verified(game.move_count, finished=True)
    assert replay(record).state_hash() == game.state_hash()


def test_a_game_that_outlived_a_correction_goes_back_to_there_at_most() -> None:
    document = random_game(2, 28, 30).dump()
    document["state"]["players"][0]["novices"] = 3
    body = {key: value for key, value in document.items() if key != "digest"}
    game = Game.load(body | {"digest": digest(body)})
    there = game.state_hash()
    play(game, 9, 20)
    assert min(game.turn_starts) > 30
    with pytest.raises(ValueError, match="no position"):
        game.at(29)
    back = game.at(30)
    assert (back.state_hash(), back.move_count, back.restored_at) == (there, 30, 30)
    assert Game.load(back.dump()).state_hash() == there
