"""Public messages: the story of a turn, whose turn it is, the result, status, score, log, lobby."""

import re

import pytest

from bot.model import messages
from bot.model.buttons import ShowStatus, TakeTurn
from bot.model.custom_ids import BUTTON_LIMIT, write_button
from bot.model.people import leaders
from bot.present.posts.consent_posts import abandon_post, take_back_post
from bot.present.posts.score_pages import left_page, log_page, score_text, status_text
from bot.present.posts.turn_posts import lobby_post, turn_notice, turn_post
from bot.words import catalog, languages
from engine import Game, GameOptions, ids
from tests.kit.games import play, play_busily
from tests.kit.marks import long
from tests.kit.outcomes import NAMED
from tests.kit.players.brisk_games import brisk_game
from tests.kit.position import Position
from tests.kit.position import play as answer
from tests.kit.shown_games import as_played

WORDS = catalog()


def buttons(post: messages.Post) -> list[str]:
    return [write_button(button.value) for row in post.rows for button in row]


def check_limits(post: messages.Post) -> None:
    assert 0 < len(post.told) <= messages.POST_LIMIT
    assert len(post.rows) <= 5
    for row in post.rows:
        assert 0 < len(row) <= 5
        for button in row:
            assert 0 < len(button.label) <= messages.LABEL_LIMIT
            assert 0 < len(write_button(button.value)) <= BUTTON_LIMIT
    assert len(set(buttons(post))) == len(buttons(post))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_turn_of_a_game_has_a_post_within_the_limits(players: int) -> None:
    game = Game.new(GameOptions(players), players)
    people, told, turn = NAMED[:players], 0, 1
    post = turn_notice(game, people, WORDS)
    check_limits(post)
    while game.waiting is not None:
        play_busily(game, game.move_count, moves=1)
        if game.result is not None or game.view().turn != turn:
            turn = game.view().turn
            post = turn_post(game, told, people, WORDS)
            check_limits(post)
            assert post.pictures or "sits" in post.told
            told = game.move_count
    assert post.ping == tuple(range(players))
    mentions = tuple(one.mention for one in people)
    assert (WORDS.say("result.thanks", names=mentions) in post.told) is (players > 1)
    assert write_button(TakeTurn()) not in buttons(post)
    assert post.text.splitlines()[1].startswith("Final score: ")


def test_the_next_player_is_pinged_and_told_what_they_hold() -> None:
    game = Position().tiles(path=1).game()
    answer(game, "path 1; pay 1 path; end")
    post = turn_post(game, 0, NAMED[:2], WORDS)
    assert "Ada built path space 2:" in post.told
    assert "Paid 1 path action tile." in post.told
    assert "<@2>, your turn." in post.told
    assert post.ping == (1,)
    assert post.foot.startswith("<@2>, your turn.")
    assert write_button(TakeTurn()) in buttons(post)


def test_a_post_has_the_colour_of_who_played_and_before_the_start_of_who_is_asked() -> None:
    game = Position().tiles(path=1).game()
    asked = turn_notice(game, NAMED[:2], WORDS)
    assert asked.accent == 0
    assert asked.foot.startswith("<@1>, your turn.")
    answer(game, "path 1; pay 1 path; end")
    assert turn_post(game, 0, NAMED[:2], WORDS).accent == 0
    assert turn_notice(game, NAMED[:2], WORDS).accent == 1


def test_solo_tells_toms_card_in_the_same_post() -> None:
    game = Game.new(GameOptions(1), 5)
    turn = game.view().turn
    while game.view().turn == turn:
        play(game, game.move_count, moves=1)
    post = turn_post(game, 0, NAMED[:1], WORDS)
    assert post.text.splitlines()[-1].startswith("**Tom ")
    assert post.ping == (0,)


def test_a_start_says_who_goes_first() -> None:
    game = Game.new(GameOptions(2), 3)
    post = turn_notice(game, NAMED[:2], WORDS)
    assert NAMED[game.view().starter].name in post.told
    assert "Tom" in turn_notice(Game.new(GameOptions(1), 3), NAMED[:1], WORDS).told


@pytest.mark.parametrize("players", [1, 2, 4])
def test_who_has_not_begun_learns_where_the_first_tiles_come_from(players: int) -> None:
    game, people = Game.new(GameOptions(players), 3), NAMED[:players]
    assert game.waiting is not None
    calls = [turn_notice(game, people, WORDS).foot]
    for _ in range(players - 1):
        turn, told = game.view().turn, game.move_count
        while game.view().turn == turn:
            play_busily(game, game.move_count, moves=1)
        calls.append(turn_post(game, told, people, WORDS).foot)
    told_of = WORDS.say("turn.first_tile")
    assert [call.partition("your turn. ")[2] for call in calls] == [told_of] * players


@pytest.mark.parametrize("players", [1, 2, *map(long, (3, 4))])
def test_status_takes_at_most_120_words_at_any_time(players: int) -> None:
    game = brisk_game(GameOptions(players), 5)
    for part in range(1, 10):
        then = game.at(game.move_count * part // 10)
        for locale in languages():
            told = status_text(then, NAMED[:players], catalog(locale))
            assert len(re.findall(r"\S*\w\S*", told)) <= 120, told


def test_the_page_of_what_is_left_tells_how_far_everybody_is_with_common_tasks() -> None:
    game = Position().portals(7, 6).countdown(4, handed=5).game()
    assert "turns left" in status_text(game, NAMED[:2], WORDS)
    page = left_page(game, NAMED[:2], WORDS)
    text = page.text
    assert len(text) <= messages.TEXT_LIMIT
    (row,) = page.rows
    assert isinstance(row, tuple)
    assert [each.value for each in row] == [ShowStatus()]
    assert "7 portals: Ada 2 of 7 and Bo 0 of 7. Neutral Novice still there." in text
    for color in ("blue", "red", "yellow"):
        assert f"Path tiles with a {color} crystal" in text
    assert "Portals: " in text


def test_status_tells_of_the_end_only_what_still_holds() -> None:
    novices, running = "Novices in the High Council", "countdown is running"
    assert f"{novices}: 0 of 7." in status_text(Position().game(), NAMED[:2], WORDS)
    counted = Position().countdown(4, handed=5).game()
    text = status_text(counted, NAMED[:2], WORDS)
    assert f"{running}; its stack shows tile 4" in text
    assert novices not in text
    last = Position().countdown(0, handed=1).game()
    assert WORDS.say("status.countdown_last") in status_text(last, NAMED[:2], WORDS)
    over = status_text(play(Game.new(GameOptions(2), 3), 3), NAMED[:2], WORDS)
    assert running not in over


def test_the_status_of_a_game_that_is_over_tells_the_final_scores() -> None:
    game = play(Game.new(GameOptions(2), 3), 3)
    text = status_text(game, NAMED[:2], WORDS)
    for seat, person in zip(game.view().seats, NAMED, strict=False):
        points = WORDS.say("count.points", n=seat.sheet.total)
        assert f"{person.name}: {points}," in text
    assert "so far" not in text


@pytest.mark.parametrize(
    ("asked", "told"), [((1,), "<@2>, do you agree?"), ((1, 3), "all of you have to agree")]
)
def test_a_question_is_put_to_one_person_as_to_one(asked: tuple[int, ...], told: str) -> None:
    people = tuple(NAMED[at] for at in asked)
    assert told in take_back_post(1, people, "Back?", WORDS).text
    assert told in abandon_post(1, NAMED[0], people, WORDS).text


def test_score_goes_by_source() -> None:
    game = Position().scored(ids.PointSource.ELDERS, 5).game()
    text = score_text(game, NAMED[:2], WORDS)
    assert "Elders 5" in text
    assert WORDS.say("score.heading") in text


def test_a_tie_is_decided_by_lit_bonfires() -> None:
    game = Position().lit(1, "B01").of(1).scored(ids.PointSource.ELDERS, 2).countdown(3).game()
    totals = [seat.sheet.total for seat in game.view().seats]
    assert totals[0] == totals[1]
    assert leaders(game.view(), (0, 1)) == ((0,), (1,))
    assert "tie" in score_text(game, NAMED[:2], WORDS)


def test_who_would_win_agrees_with_the_engine_in_the_end() -> None:
    for seed in range(8):
        game = play(Game.new(GameOptions(2), seed), seed)
        assert game.result is not None
        winners, beaten = leaders(game.view(), (0, 1))
        assert (winners, bool(beaten)) == (game.result.winners, game.result.tie_broken)


def test_the_log_is_paged_with_the_newest_first() -> None:
    game = play_busily(Game.new(GameOptions(2), 4), 4)
    seen = 0
    page = log_page(game, as_played(game), NAMED[:2], WORDS, 0)
    while True:
        assert len(page.text) <= messages.TEXT_LIMIT
        seen += 1
        older = f"log:{seen}"
        row = page.rows[0] if page.rows else ()
        assert isinstance(row, tuple)
        if older not in [write_button(button.value) for button in row]:
            break
        page = log_page(game, as_played(game), NAMED[:2], WORDS, seen)
    assert seen > 2
    assert WORDS.say("log.turn", turn=1, who="Ada") in page.text or "Bo" in page.text


def test_an_empty_log_says_so() -> None:
    game = Game.new(GameOptions(2), 4)
    assert log_page(game, as_played(game), NAMED[:2], WORDS, 0).text == WORDS.say("log.empty")


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_a_lobby_shows_who_sits_there_and_its_options(count: int) -> None:
    options = GameOptions(max(count, 2), beginner=True)
    post = lobby_post(messages.Lobby(NAMED[:count], options), WORDS)
    check_limits(post)
    assert all(person.name in post.text for person in NAMED[:count])
    assert {"join", "leave", "start", "options:beginner"} <= set(buttons(post))
    for option, meaning in WORDS.part("option_means").items():
        assert f"-# **{WORDS.say(f'table_option.{option}')}.** {meaning}" in post.text
    labels = [button.label for row in post.rows for button in row]
    assert any(label.startswith("✓") for label in labels)
