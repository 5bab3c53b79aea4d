"""A tryout: one seat plays on alone, nothing hidden shows, and the game stays as it is."""

import random

import pytest

from engine import Game, GameOptions, actions, agenda, bag, ids
from tests.kit.games import asked
from tests.kit.position import Position, play

SEED = 5
ONE_PATH = bag.ActionTiles.of(ids.ActionType.PATH)


def play_on(game: Game, answers: int, dice: random.Random) -> None:
    for _ in range(answers):
        if game.waiting is None:
            return
        game.submit(game.waiting.seat, dice.choice(game.legal_actions()))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_only_the_seat_of_the_tryout_is_asked_and_the_game_stays_as_it_is(players: int) -> None:
    dice = random.Random(players)
    game = Game.new(GameOptions(players), players)
    for _ in range(12):
        play_on(game, 11, dice)
        for seat in range(players):
            before = game.state_hash()
            trial = game.tryout(seat, SEED)
            for _ in range(25):
                if trial.waiting is None:
                    break
                assert asked(trial) == seat
                trial.submit(seat, dice.choice(trial.legal_actions()))
            assert game.state_hash() == before
        if game.waiting is None:
            break


@pytest.mark.parametrize("players", [1, 2, 4])
def test_what_lies_face_down_changes_nothing_in_a_tryout(players: int) -> None:
    dice = random.Random(players)
    game = Game.new(GameOptions(players), players)
    for _ in range(8):
        play_on(game, 13, dice)
        one, two = (game.fork(deal).tryout(0, SEED) for deal in (1, 2))
        for _ in range(30):
            assert one.view() == two.view()
            assert one.legal_actions() == two.legal_actions()
            if one.waiting is None:
                break
            action = dice.choice(one.legal_actions())
            assert one.submit(0, action) == two.submit(0, action)


def test_an_emptied_slot_stays_empty_from_turn_to_turn() -> None:
    trial = Position().tiles(path=3, wild=3).game().tryout(0, SEED)
    play(trial, "path 2; pay 1 path; end")
    assert asked(trial) == 0
    assert trial.view().path_display[1] is None
    assert trial.revealed == 0


def test_a_face_down_tile_that_is_wanted_counts_as_revealed() -> None:
    trial = Position().tiles(path=3).game().tryout(0, SEED)
    play(trial, "path pile; pay 1 path")
    assert trial.revealed == 1


def test_a_copy_of_a_tryout_is_one_too() -> None:
    game = Position().tiles(path=3).game()
    assert not game.fork(SEED).is_tryout
    trial = game.tryout(0, SEED).fork(1)
    assert trial.is_tryout
    play(trial, "path 1; pay 1 path; end")
    assert trial.revealed == 0


def test_a_seat_that_is_not_to_move_tries_its_next_turn_out() -> None:
    game = Game.new(GameOptions(2), 3)
    waiting = 1 - asked(game)
    trial = game.tryout(waiting, SEED)
    assert trial.waiting is not None
    assert isinstance(trial.waiting.decision, agenda.StartTileChoice)


def test_a_seat_in_the_middle_of_its_turn_goes_on_there() -> None:
    game = Position().tiles(path=3).game()
    game.submit(0, actions.TakePath(1))
    assert game.tryout(0, SEED).waiting == game.waiting


def test_tom_does_not_play_in_a_tryout() -> None:
    game = Position(players=1).tiles(path=3).game()
    trial = game.tryout(0, SEED)
    play(trial, "path 1; pay 1 path; end")
    before, after = game.view().tom, trial.view().tom
    assert asked(trial) == 0
    assert before == after


def test_a_question_about_toms_card_is_left_out() -> None:
    dice = random.Random(4)
    for seed in range(20):
        game = Game.new(GameOptions(1), seed)
        while game.waiting and not isinstance(game.waiting.decision, agenda.TomTaskChoice):
            game.submit(0, dice.choice(game.legal_actions()))
        if game.waiting:
            trial = game.tryout(0, SEED)
            assert trial.waiting is None or isinstance(trial.waiting.decision, agenda.TurnChoice)
            return
    raise AssertionError("Tom never had a choice")


@pytest.mark.parametrize("players", [1, 2, 4])
def test_the_countdown_goes_on_and_ends_a_tryout(players: int) -> None:
    trial = Position(players=players).countdown(by=0, stack=2).game().tryout(0, SEED)
    left = trial.view().seats[0].turns_left
    turns = 0
    while trial.waiting is not None:
        action = next(each for each in trial.legal_actions() if not isinstance(each, actions.Pass))
        if actions.EndTurn() in trial.legal_actions():
            action = actions.EndTurn()
            turns += 1
        trial.submit(0, action)
    assert turns == left


@pytest.mark.parametrize("players", [1, 3])
def test_a_tryout_without_any_option_is_over(players: int) -> None:
    game = Position(players=players).game()
    trial = game.tryout(0, SEED)
    dice = random.Random(players)
    for _ in range(3000):
        if trial.waiting is None:
            break
        trial.submit(0, dice.choice(trial.legal_actions()))
    assert trial.result is not None


def test_a_payment_can_be_looked_at_without_what_it_would_turn_up() -> None:
    game = Position().tiles(path=2, ship=1).game()
    play(game, "path pile")
    (payment,) = (each for each in game.legal_actions() if each == actions.PayTiles(ONE_PATH))
    before = game.view()
    paid = game.paid_for_nothing(0, payment).view()
    assert paid.seats[0].tiles == before.seats[0].tiles - ONE_PATH
    assert paid.seats[0].positions == before.seats[0].positions
    assert paid.paths_left == before.paths_left
    assert game.view() == before
