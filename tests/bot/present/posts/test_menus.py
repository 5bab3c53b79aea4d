"""Menus leave nothing out in silence: what one cannot hold stands in several, or is told."""

import pytest

from bot.model.buttons import AskToGoBack, ShowTurns
from bot.model.messages import OPTION_LIMIT, ROW_LIMIT, Choice, Menu, in_menus
from bot.model.settings import MoveHere, Setting, Whose
from bot.present.posts.consent_posts import back_menu
from bot.present.posts.settings_pages import choice_page, no_table_page
from bot.words import catalog
from tests.kit.games import random_game
from tests.kit.shown_games import PEOPLE
from tests.kit.wizard_player import check_limits

WORDS = catalog()


@pytest.mark.parametrize("count", [0, 1, 25, 26, 51, 125])
def test_choices_stand_in_as_many_menus_as_they_need(count: int) -> None:
    choices = tuple(Choice(str(n), AskToGoBack(n)) for n in range(count))
    menus = in_menus(ShowTurns(), "Turns", choices)
    assert [choice for menu in menus for choice in menu.choices] == list(choices)
    assert all(len(menu.choices) <= OPTION_LIMIT for menu in menus)
    assert len({menu.value for menu in menus}) == len(menus) <= ROW_LIMIT
    assert len({menu.placeholder for menu in menus}) == len(menus)


def test_every_turn_of_a_long_game_can_be_gone_back_to() -> None:
    game = random_game(4, 3, 700)
    prompt = back_menu(game, PEOPLE[:4], WORDS)
    check_limits(prompt)
    offered = {
        choice.value for row in prompt.rows if isinstance(row, Menu) for choice in row.choices
    }
    points = {game.moves[at].turn for at in game.turn_starts if at in game.take_back_points}
    assert len(points) > OPTION_LIMIT
    assert offered == {AskToGoBack(turn) for turn in points}


def test_every_game_can_be_moved_and_every_value_chosen() -> None:
    games = [(n, f"Game {n}") for n in range(1, 61)]
    page = no_table_page(games, WORDS, was_played=True)
    check_limits(page)
    menus = [row for row in page.rows if isinstance(row, Menu)]
    assert {choice.value for menu in menus for choice in menu.choices} == {
        MoveHere(n) for n, _ in games
    }
    values = [(f"v{n}", f"Value {n}") for n in range(60)]
    chosen = choice_page(page, Whose.SERVER, Setting.FORUM, values, WORDS)
    check_limits(chosen)
    assert sum(len(row.choices) for row in chosen.rows if isinstance(row, Menu)) == len(values)
