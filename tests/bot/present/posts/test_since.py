"""What the others did since a seat's last turn: told, weighed for the seat, and shown."""

import random

import pytest

from bot.model import messages
from bot.model.people import Person
from bot.present.posts.since_page import since_page
from bot.words import catalog
from engine import Game, GameOptions, events, ids
from engine.refusal import IllegalAction, Reason, refuse
from tests.kit.games import asked

PEOPLE = tuple(Person(name, f"<@{seat}>") for seat, name in enumerate(("Ada", "Bo", "Cy"), 1))
WORDS = catalog()


def play(game: Game, dice: random.Random, until: int) -> None:
    while game.waiting is not None and game.move_count < until:
        game.submit(game.waiting.seat, dice.choice(game.legal_actions()))


def play_turn(game: Game, dice: random.Random) -> None:
    turn = game.view().turn
    while game.waiting is not None and game.view().turn == turn:
        game.submit(game.waiting.seat, dice.choice(game.legal_actions()))


def test_before_anybody_else_has_played_there_is_nothing_to_tell() -> None:
    game = Game.new(GameOptions(2), 3)
    news = since_page(game, asked(game), PEOPLE[:2], WORDS)
    assert WORDS.say("since.nothing_start") in news.text
    assert news.changes == ()


def test_each_other_player_is_told_of_and_oneself_not() -> None:
    game, dice = Game.new(GameOptions(3), 5), random.Random(5)
    for _ in range(6):
        play_turn(game, dice)
    me = asked(game)
    news = since_page(game, me, PEOPLE, WORDS)
    for seat, person in enumerate(PEOPLE):
        assert (f"**{person.name}**" in news.text) is (seat != me)


def test_answers_of_the_running_turn_do_not_count_as_the_last_turn() -> None:
    game, dice = Game.new(GameOptions(2), 5), random.Random(2)
    for _ in range(4):
        play_turn(game, dice)
    me = asked(game)
    before = since_page(game, me, PEOPLE[:2], WORDS)
    turn = game.view().turn
    game.submit(me, dice.choice(game.legal_actions()))
    assert game.view().turn == turn
    after = since_page(game, me, PEOPLE[:2], WORDS)
    assert before.changes
    assert (after.text, after.changes) == (before.text, before.changes)


def test_who_is_not_to_move_is_told_of_the_running_turn() -> None:
    game, dice = Game.new(GameOptions(2), 5), random.Random(2)
    for _ in range(4):
        play_turn(game, dice)
    mover = asked(game)
    game.submit(mover, dice.choice(game.legal_actions()))
    news = since_page(game, 1 - mover, PEOPLE[:2], WORDS)
    assert {event.seat for event in news.changes} <= {mover}


@pytest.mark.parametrize("seed", range(3))
def test_any_position_is_told_within_the_limit(seed: int) -> None:
    game, dice = Game.new(GameOptions(3), seed), random.Random(seed)
    for count in range(10, 120, 10):
        play(game, dice, count)
        for seat in range(3):
            news = since_page(game, seat, PEOPLE, WORDS)
            assert 0 < len(news.text) <= messages.TEXT_LIMIT
            assert news.picture is not None


@pytest.mark.parametrize("seed", range(4))
def test_what_touches_a_seat_is_named(seed: int) -> None:
    game, dice = Game.new(GameOptions(2), seed), random.Random(seed)
    seen = set()
    for _ in range(24):
        if game.waiting is None:
            break
        me = asked(game)
        news = since_page(game, me, PEOPLE[:2], WORDS)
        for event in news.changes:
            match event:
                case events.GreatBonfireTurned():
                    seen.add("wheel")
                    assert "The Great Bonfire is now at space" in news.text
                case events.PathBuilt(_, _, int(source), _) if source:
                    seen.add("path")
                    assert "gone from the display" in news.text
                case events.PathsRefreshed():
                    seen.add("refresh")
                    assert "replaced the path display" in news.text
                case events.TaskReceived(_, task, island, _, _) if (
                    island == game.view().seats[me].ship
                ):
                    seen.add("task")
                    assert f"took task {task}" in news.text
                case _:
                    continue
        play_turn(game, dice)
    assert seen


def test_a_solo_player_is_told_of_tom() -> None:
    game, dice = Game.new(GameOptions(1), 5), random.Random(5)
    for _ in range(4):
        play_turn(game, dice)
    news = since_page(game, 0, PEOPLE[:1], WORDS)
    assert "**Tom**" in news.text
    assert any(isinstance(event, events.TomCardTurned) for event in news.changes)


def test_a_game_that_went_on_by_new_rules_says_what_it_cannot_tell(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, dice = Game.new(GameOptions(2), 5), random.Random(5)
    for _ in range(3):
        play_turn(game, dice)
    stored = game.dump()
    monkeypatch.setattr(Game, "submit", _refuse)
    again = Game.load(stored)
    assert again.restored_at == game.move_count
    news = since_page(again, asked(again), PEOPLE[:2], WORDS)
    assert WORDS.say("since.forgotten") in news.text


def _refuse(_game: Game, _seat: ids.Seat, _action: object) -> None:
    raise IllegalAction(refuse(Reason.GAME_OVER))
