"""Lost places, moves and threads in words: in every language, within Discord's limits."""

import pytest

from bot.model.channel_loss import LOSSES
from bot.model.messages import CHOICE_LIMIT, POST_LIMIT, TEXT_LIMIT, Post
from bot.model.people import Person, seated_bot
from bot.model.rows import GameLine, PersonRow
from bot.present.posts.call_posts import games_page
from bot.present.posts.channel_posts import missed_text, placed_label, thread_name, with_headings
from bot.words import catalog, languages
from engine import Game, GameOptions
from engine.agents.levels import Level
from tests.kit.games import play

LONGEST_ID = 2**63 - 1
LONG = ("N" * 32,) * 4
PEOPLE = tuple(Person(f"Person {seat}", f"<@{seat}>") for seat in range(4))


def played(players: int) -> Game:
    return play(Game.new(GameOptions(players), 7), 7)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("code", LOSSES)
def test_any_number_of_lost_games_fits_one_message(language: str, code: int) -> None:
    games = [
        GameLine(at, LONGEST_ID, LONGEST_ID, LONGEST_ID, 1, "N" * 32, 1_800_000_000.0, "", code)
        for at in range(40)
    ]
    words = catalog(language)
    text = games_page(1, games, words).text
    assert len(text) <= TEXT_LIMIT
    assert text.count(words.say("place.hint")) == 1


@pytest.mark.parametrize(("code", "linked"), [(10003, False), (10004, False), (50013, True)])
def test_only_a_place_that_is_there_is_linked(code: int, *, linked: bool) -> None:
    line = GameLine(1, 7, 8, 9, 1, "Ada", 1_800_000_000.0, "", code)
    page = games_page(1, [line], catalog())
    assert [link.url for link in page.links] == ["https://discord.com/channels/8/7/9"] * linked
    assert (catalog().say("place.nowhere") in page.text) is not linked


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("lost", [None, *LOSSES])
def test_offers_and_threads_are_named_within_the_limit(language: str, lost: int | None) -> None:
    words, crowd = catalog(language), [PersonRow(seat, name) for seat, name in enumerate(LONG)]
    assert len(placed_label(LONG, lost, words)) <= CHOICE_LIMIT
    assert "Ada, Bo" in placed_label(("Ada", "Bo"), lost, words)
    assert len(thread_name(crowd, words)) <= CHOICE_LIMIT


@pytest.mark.parametrize("language", languages())
def test_a_thread_is_named_by_its_people_alone(language: str) -> None:
    seats = (PersonRow(11, "Cleo"), seated_bot(Level.EASY, 1), PersonRow(12, "Dan"))
    assert thread_name(seats, catalog(language)) == "Bonfire: Cleo, Dan"


@pytest.mark.parametrize("language", languages())
def test_a_whole_lost_game_fits_one_post(language: str) -> None:
    game = played(2)
    words = catalog(language)
    text = missed_text(game, 0, game.move_count, PEOPLE[:2], words)
    assert 0 < len(text) <= POST_LIMIT
    assert len(with_headings(Post("x" * POST_LIMIT), text).text) <= POST_LIMIT


def test_where_nothing_was_lost_nothing_is_told() -> None:
    game = played(2)
    assert missed_text(game, 3, 3, PEOPLE[:2], catalog()) == ""
    assert with_headings(Post("news"), "", "").text == "news"
