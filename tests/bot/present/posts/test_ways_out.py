"""Whoever is asked whether they are sure reads the deed on the button, and has a way out."""

from collections.abc import Iterator
from typing import Final

import pytest

from bot.model.button_forms import FORMS
from bot.model.buttons import ConfirmGoBack, LeaveIt, ShowTurns
from bot.model.messages import Button, Prompt, Style
from bot.model.people import Known, to_person
from bot.model.settings import ShowSettings, Whose
from bot.present.posts.consent_posts import (
    abandon_prompt,
    back_menu,
    back_prompt,
    end_prompt,
    forget_prompt,
    hand_over_prompt,
    managing_prompt,
    resign_prompt,
)
from bot.words import Catalog, catalog, languages
from engine import Game
from tests.kit.games import random_game
from tests.kit.stack import PEOPLE

OWNERS: Final = tuple(map(to_person, PEOPLE[:1]))
BEFORE: Final = (ShowSettings(Whose.TABLE), ShowSettings(Whose.PERSON), ShowTurns())


def played() -> Game:
    return random_game(1, 3, 25)


def confirmations(words: Catalog) -> Iterator[Prompt]:
    """Every page that asks whether somebody is sure."""
    game = played()
    for move in game.take_back_points:
        yield back_prompt(game, move, 7, OWNERS, words)
    yield abandon_prompt(words)
    yield end_prompt(words)
    yield managing_prompt("asked", words)
    for solo, last, bots in ((True, True, False), (False, True, True), (False, False, False)):
        yield resign_prompt(words, solo=solo, last=last, bots=bots)
    yield forget_prompt(Known(0, 0), words)


def buttons_of(prompt: Prompt) -> tuple[Button, ...]:
    return tuple(button for row in prompt.rows if isinstance(row, tuple) for button in row)


@pytest.mark.parametrize("locale", languages())
def test_every_question_has_the_deed_and_two_ways_out(locale: str) -> None:
    words = catalog(locale)
    out = {words.say("settings.back"), words.say("agree.button.leave"), words.say("button.back")}
    for prompt in confirmations(words):
        deed, leave, back = buttons_of(prompt)
        assert deed.style is Style.STOP
        assert deed.label not in out
        assert leave.value == LeaveIt()
        assert back.value in BEFORE


def test_every_kind_of_confirmation_is_among_them() -> None:
    asked = {type(buttons_of(prompt)[0].value) for prompt in confirmations(catalog())}
    assert {kind for kind in FORMS if kind.__name__.startswith("Confirm")} <= asked


@pytest.mark.parametrize("locale", languages())
def test_going_back_says_how_many_turns_it_takes(locale: str) -> None:
    game, words = played(), catalog(locale)
    for turns, move in enumerate(reversed(game.take_back_points), 1):
        deed, *_ = buttons_of(back_prompt(game, move, 7, OWNERS, words))
        assert deed.value == ConfirmGoBack(7, move)
        assert str(turns) in deed.label


def test_the_menus_before_lead_back_to_the_table() -> None:
    for prompt in (back_menu(played(), OWNERS, catalog()), hand_over_prompt(catalog())):
        assert [button.value for button in buttons_of(prompt)] == [ShowSettings(Whose.TABLE)]
