"""The table in words comes in pages that a phone shows, and nothing of it is lost between them."""

import pytest

from bot.model import buttons, messages
from bot.present.posts.score_pages import described_page
from bot.words import catalog, languages, pieces
from engine import Game, GameOptions
from renderer import Options, text_board
from tests.kit.games import play_busily
from tests.kit.pictured import NAMES
from tests.kit.wizard_player import check_limits


def turned_to(page: messages.Prompt) -> list[int]:
    values = [button.value for row in page.rows if isinstance(row, tuple) for button in row]
    return [value.page for value in values if isinstance(value, buttons.ReadOn)]


@pytest.mark.parametrize("language", languages())
def test_all_pages_together_are_the_whole_table(language: str) -> None:
    words = catalog(language)
    game = play_busily(Game.new(GameOptions(4), 4), 4, moves=150)
    told = text_board(game.view(), Options(words.translate, NAMES))
    assert len(told) > messages.TEXT_LIMIT
    shown, number = [], 0
    while True:
        page = described_page(told, number, words)
        check_limits(page)
        heading, *lines = page.text.split("\n")
        assert heading.startswith(words.say("shell.described"))
        shown += lines
        assert (number - 1 in turned_to(page)) is (number > 0)
        if number + 1 not in turned_to(page):
            break
        number += 1
    assert "".join(shown) == told.replace("\n", "")


@pytest.mark.parametrize("language", languages())
def test_the_gnomes_on_display_have_their_names(language: str) -> None:
    words, view = catalog(language), Game.new(GameOptions(2), 4).view()
    told = text_board(view, Options(words.translate, NAMES[:2]))
    for gnome in (*view.specialists, *view.elders):
        assert gnome is not None
        assert f"{gnome.number} ({words.spell(pieces.gnome_title(gnome))})" in told


def test_a_short_text_is_one_page_and_a_page_too_far_is_the_last() -> None:
    words = catalog()
    assert described_page("Nothing.", 7, words) == messages.Prompt(
        f"{words.say('shell.described')}\nNothing."
    )
