"""A game turn by turn: where each turn ends, what it brought about, and the points then."""

import pytest

from engine import Game, GameOptions, ids
from engine.canonical import digest
from engine.history import History, history, points_by_step
from tests.kit.games import play, play_busily, random_game


@pytest.mark.parametrize("players", [1, 2, 4])
def test_the_turns_are_all_that_happened_in_its_order(players: int) -> None:
    game = play_busily(Game.new(GameOptions(players), 3), 3)
    past = history(game)
    told = [event for turn in past.turns for event in turn.events]
    assert told == [event for move in game.moves for event in move.events]
    assert [turn.number for turn in past.turns] == sorted({turn.number for turn in past.turns})
    assert past.answers(past.last) == game.move_count
    assert past.answers(0) == 0
    for step, turn in enumerate(past.turns, 1):
        assert past.turn(step) is turn
        assert game.moves[past.answers(step - 1)].seat == turn.seat
        assert game.moves[past.answers(step) - 1].turn >= turn.number
    assert past.turn(0) is None


def test_every_answer_lies_in_one_step() -> None:
    game = random_game(2, 5, 120)
    past = history(game)
    assert past.step_of(0) == 0
    for answers in range(1, game.move_count + 1):
        step = past.step_of(answers)
        assert past.answers(step - 1) < answers <= past.answers(step)
    assert past.step_of(10**9) == past.last


@pytest.mark.parametrize("players", [1, 3])
def test_the_points_of_a_step_are_those_that_could_be_told_then(players: int) -> None:
    game = play_busily(Game.new(GameOptions(players), 4), 4)
    past = history(game)
    points = points_by_step(game, past)
    assert len(points) == past.last + 1
    for step in (0, past.last // 2, past.last):
        then = game.at(past.answers(step))
        for sheet, told in zip(then.score_sheets(), points[step], strict=True):
            unused = sum(n for source, n in sheet.points if source in ids.UNUSED_SOURCES)
            assert told == sheet.total - (unused if then.result is None else 0)


def test_before_the_first_answer_there_is_one_step() -> None:
    game = Game.new(GameOptions(2), 1)
    assert history(game) == History(0, ())
    assert points_by_step(game, history(game)) == ((0, 0),)


def test_what_older_rules_led_to_is_before_the_beginning() -> None:
    document = random_game(2, 28, 30).dump()
    document["state"]["players"][0]["novices"] = 3
    body = {key: value for key, value in document.items() if key != "digest"}
    game = Game.load(body | {"digest": digest(body)})
    assert (history(game).begin, history(game).last) == (30, 0)
    assert history(game).step_of(12) == history(game).step_of(30) == 0
    running = game.view().turn
    play(game, 9, 20)
    past = history(game)
    assert past.begin > 30
    assert past.turns[0].number == running + 1
    assert past.answers(past.last) == game.move_count == 50
    assert len(points_by_step(game, past)) == past.last + 1
