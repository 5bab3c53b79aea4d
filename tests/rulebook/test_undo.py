"""Undo within the turn, never past something revealed (ruling 52)."""

import random

import pytest

from engine import Game, GameOptions, IllegalAction, Reason
from tests.kit.players.fulfil import SIX_PATHS
from tests.kit.position import Position, city_of, options, play, state_of


def why_no_undo(game: Game, seat: int = 0) -> Reason | None:
    refusal = game.undo_refusal(seat)
    return None if refusal is None else refusal.key


def test_every_answer_of_the_turn_is_taken_back_one_by_one() -> None:
    game = Position().ship("A1").tiles(ship=1, guardian=1).game()
    before = state_of(game)
    play(game, "ship B1; pay ship; guardian; pay guardian")
    for _ in range(4):
        game.undo(0)
    assert state_of(game) == before
    assert game.moves == ()
    assert why_no_undo(game) is Reason.NOTHING_TO_UNDO


def test_another_seat_takes_nothing_back() -> None:
    game = Position().ship("A1").tiles(ship=1).game()
    play(game, "ship B1")
    assert why_no_undo(game, 1) is Reason.NOT_YOUR_DECISION


def test_an_ended_turn_is_not_taken_back() -> None:
    game = Position().tiles(ship=1).game()
    play(game, "ship B1; pay ship; end")
    assert why_no_undo(game) is Reason.NOTHING_TO_UNDO
    assert why_no_undo(game, 1) is Reason.NOTHING_TO_UNDO


def test_ruling_52_a_tile_of_the_pile_is_revealed_and_stays() -> None:
    game = Position().tiles(path=1, ship=1).game()
    play(game, "path pile")
    assert why_no_undo(game) is None
    play(game, "pay path")
    assert why_no_undo(game) is Reason.UNDO_REVEALED
    with pytest.raises(IllegalAction):
        game.undo(0)


def test_ruling_52_what_comes_after_a_reveal_is_taken_back_up_to_it() -> None:
    game = Position().tiles(path=1, ship=2).game()
    play(game, "path pile; pay path; discard ship; discard ship")
    game.undo(0)
    game.undo(0)
    assert city_of(game).tiles.total == 2
    assert why_no_undo(game) is Reason.UNDO_REVEALED


def test_ruling_52_taking_from_the_display_is_taken_back() -> None:
    game = Position().tiles(path=1).game()
    display = state_of(game).path_display
    play(game, "path 2; pay path")
    game.undo(0)
    game.undo(0)
    assert state_of(game).path_display == display
    assert city_of(game).path == ()


def test_ruling_52_a_council_choice_before_the_main_action_refills_first() -> None:
    game = Position().path(*SIX_PATHS).specialists("S4", "S5", "S1", "S2", "S7", "S8").game()
    play(game, "neutral paths; council 5; bonus; recruit S5 free")
    # The turn is asked again, so the display is full again.
    assert None not in state_of(game).specialists
    assert why_no_undo(game) is Reason.UNDO_REVEALED


def test_a_refused_answer_changes_nothing() -> None:
    game = Position().tiles(path=1).game()
    before, moves = state_of(game), game.moves
    with pytest.raises(IllegalAction):
        play(game, "ship A1")
    assert state_of(game) is before
    assert game.moves == moves
    assert "path 1" in options(game)


def test_ruling_71_a_challenge_is_taken_back_within_the_running_turn_alone() -> None:
    challenge, plain = (Game.new(GameOptions(1, handicap=each), 1) for each in (-10, None))
    for game in (challenge, plain):
        dice = random.Random(4)
        while game.view().turn < 5 or game.moves[-1].turn < 5:
            answers = game.legal_actions()
            assert game.waiting is not None
            game.submit(game.waiting.seat, dice.choice(answers))
    (start,) = challenge.take_back_points
    assert challenge.moves[start].turn == challenge.view().turn
    assert plain.take_back_points == plain.turn_starts
    assert len(plain.take_back_points) > 2
