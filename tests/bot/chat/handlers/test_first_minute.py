"""The first minute: what the game is, in a picture and three sentences, and the ways into it."""

import re

import pytest

from bot.model import button_choices
from bot.model.buttons import OpenNewLobby, PlaySolo, ShowHelp
from bot.model.offers import NO_OFFERS
from bot.present.posts.help_pages import help_prompt, picture_names
from bot.standin.layout import text
from bot.words import catalog, languages
from renderer import Options, draw_city
from renderer.text import city_alt
from tests.kit.hall import Hall
from tests.kit.pictured import pictured
from tests.kit.stack import OFFERS
from tests.kit.wizard_player import buttons

SENTENCE = re.compile(r"[.!?](?:\s|$)")
MOST_WORDS = 100


@pytest.mark.parametrize("language", languages())
def test_it_is_a_picture_and_four_sentences(language: str) -> None:
    """Below a greeting; and no command, which nobody wants to know yet."""
    page = help_prompt(catalog(language), OFFERS)
    _, told = page.text.split("\n", 1)
    assert len(SENTENCE.findall(told)) == 4
    assert len(told.split()) <= MOST_WORDS
    assert "`" not in told


@pytest.mark.parametrize("language", languages())
def test_its_sentences_speak_of_the_three_marked_places(language: str) -> None:
    page = help_prompt(catalog(language), OFFERS)
    marked = [sign for sign, _ in pictured(page).hints.signs]
    assert marked == ["A", "B", "C"]
    assert re.findall(r"\*\*(\w)\*\*", page.text) == marked


def test_the_marked_bonfire_burns_in_the_city_of_the_picture() -> None:
    picture = pictured(help_prompt(catalog("en"), OFFERS))
    bonfire, square, _ = picture.hints.told
    (position,) = (
        each for each in picture.view.seats[0].positions if each.position == bonfire.position
    )
    assert position.task is not None
    assert position.task.lit
    assert square.cell in [cell for tile in picture.view.seats[0].fate for cell in tile.cells]


def test_its_buttons_open_games_and_then_lead_to_the_commands() -> None:
    page = help_prompt(catalog("en"), OFFERS)
    values = [button.value for button in buttons(page)]
    ways = [way.value for way in OFFERS.newcomers]
    assert values == [*ways, PlaySolo(), OpenNewLobby(), ShowHelp(button_choices.HelpPage.PLAYING)]


@pytest.mark.parametrize("language", languages())
def test_features_bring_their_own_lines(language: str) -> None:
    words = catalog(language)
    for line in OFFERS.help:
        told = words.say(line.key)
        assert told in help_prompt(words, OFFERS, line.page).text.splitlines()
        assert told not in help_prompt(words, NO_OFFERS, line.page).text.splitlines()


def test_each_topic_leads_to_all_the_others() -> None:
    for topic in set(button_choices.HelpPage) - {button_choices.HelpPage.START}:
        led = {button.value for button in buttons(help_prompt(catalog("en"), OFFERS, topic))}
        assert {ShowHelp(other) for other in button_choices.HelpPage if other != topic} < led


@pytest.mark.parametrize("language", languages())
def test_the_words_of_the_picture_name_the_marked_places_first(language: str) -> None:
    words, picture = catalog(language), pictured(help_prompt(catalog(language), OFFERS))
    options = Options(words.translate, picture_names(words), hints=picture.hints)
    told = city_alt(picture.view, 0, options)
    places = ("space", "fate", "supplies")
    for letter, place in zip("ABC", places, strict=True):
        said = words.say(f"alt.line_at.{place}", position=4, cell="d2")
        assert f"{letter}: {said}." in told
    assert words.say("alt.line", number=1, place="") not in told


def test_marks_change_the_picture() -> None:
    words, picture = catalog("en"), pictured(help_prompt(catalog("en"), OFFERS))
    plain = Options(words.translate, picture_names(words), scale=0.25)
    marked = Options(words.translate, picture_names(words), hints=picture.hints, scale=0.25)
    shown = draw_city(picture.view, 0, marked)
    assert shown.png != draw_city(picture.view, 0, plain).png


async def test_the_command_answers_with_it(hall: Hall) -> None:
    asked = await hall.ada.slash(hall.table, "bonfire", "help")
    page = await asked.response()
    await hall.calm()
    assert catalog("en").say("help.start").strip() in text(page)
    assert len(page.attachments) == 1


async def test_the_picture_goes_with_the_page(hall: Hall) -> None:
    """And comes back with it."""
    asked = await hall.ada.slash(hall.table, "bonfire", "help")
    pressed = await hall.ada.press(await asked.response(), "Commands by topic")
    page = await pressed.response()
    assert page.attachments == []
    again = await hall.ada.press(page, "What is Bonfire?")
    back = await again.response()
    await hall.calm()
    assert len(back.attachments) == 1
