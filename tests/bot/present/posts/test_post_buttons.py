"""The newest post has five buttons at most; private pages have all that lead to its game."""

from dataclasses import replace

import pytest

from bot.model import button_forms, buttons, messages
from bot.present.posts.turn_posts import ended_post, keepsakes_page, page_rows, turn_notice
from bot.words import catalog, languages
from engine import Game, GameOptions
from tests.kit.games import play
from tests.kit.outcomes import NAMED
from tests.kit.stack import OFFERS

WORDS = catalog()
OF_TURNS = tuple(way.value for way in OFFERS.turns)
LOOKS = {
    buttons.ShowBoard(),
    buttons.ShowStatus(),
    buttons.ShowLog(),
    buttons.ShowScore(),
    *OF_TURNS,
}


def values(rows: tuple[messages.Row, ...]) -> list[button_forms.ButtonValue]:
    return [button.value for row in rows if isinstance(row, tuple) for button in row]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_newest_post_has_one_row_of_five_at_most(players: int) -> None:
    game = Game.new(GameOptions(players), 7)
    ways = {
        buttons.TakeTurn(),
        buttons.ShowBoard(),
        buttons.ShowCities(),
        *OF_TURNS,
        buttons.ShowMore(),
    }
    (row,) = turn_notice(game, NAMED[:players], WORDS, OFFERS).rows
    assert {button.value for button in row} == ways
    assert len(row) == len(ways)


@pytest.mark.parametrize("players", [1, 4])
def test_the_last_post_has_one_row_too(players: int) -> None:
    over = play(Game.new(GameOptions(players), 7), 7)
    (row,) = turn_notice(over, NAMED[:players], WORDS, OFFERS).rows
    assert [button.value for button in row] == [
        buttons.AskRematch(),
        buttons.ShowBoard(),
        buttons.ShowScore(),
        *OF_TURNS,
        buttons.ShowKeepsakes(),
    ]
    (early,) = ended_post("", over.at(5), WORDS, OFFERS).rows
    assert [button.value for button in early][-1] == buttons.ShowMore()


@pytest.mark.parametrize("language", languages())
def test_what_is_kept_of_a_game_stands_on_a_page(language: str) -> None:
    page = keepsakes_page(catalog(language), OFFERS)
    kept = {*(way.value for way in OFFERS.results), buttons.AskForRecord()}
    assert set(values(page.rows)) == kept


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_page_has_all_buttons_but_its_own(players: int) -> None:
    game, people = Game.new(GameOptions(players), 7), NAMED[:players]
    cities = {buttons.ShowCity(seat) for seat in range(game.options.seats)}
    every = {buttons.TakeTurn(), *cities, *LOOKS, *(() if players == 1 else (buttons.ShowSince(),))}
    for page in (buttons.ShowMore(), buttons.ShowBoard(), buttons.ShowCity(0)):
        rows = page_rows(game, people, WORDS, OFFERS, page, over=False, plays=True)
        found = values(rows)
        assert sorted(map(str, found)) == sorted(map(str, every - {page}))
        assert len(rows) <= messages.ROW_LIMIT
        assert page == buttons.ShowMore() or len(rows) <= 2
    over = values(page_rows(game, people, WORDS, OFFERS, buttons.ShowMore(), over=True, plays=True))
    assert buttons.AskRematch() in over
    assert buttons.TakeTurn() not in over
    watching = page_rows(game, people, WORDS, OFFERS, buttons.ShowMore(), over=False, plays=False)
    assert set(values(watching)) == every - {buttons.TakeTurn()}


def test_where_no_rematch_can_begin_nothing_offers_one() -> None:
    none = replace(OFFERS, rematch=False)
    over = play(Game.new(GameOptions(1), 7), 7)
    for offers, offered in ((OFFERS, True), (none, False)):
        posts = (
            turn_notice(over, NAMED[:1], WORDS, offers).rows,
            ended_post("", over.at(5), WORDS, offers).rows,
            page_rows(over, NAMED[:1], WORDS, offers, buttons.ShowMore(), over=True, plays=True),
        )
        assert [buttons.AskRematch() in values(rows) for rows in posts] == [offered] * 3
