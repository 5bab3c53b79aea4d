"""Every page of the rule look-up in every language: made once, and many things hold of it."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from bot.model import messages
from bot.present import rules_lookup
from bot.words import DEFAULT, catalog, languages
from engine.data.standard import STANDARD_BOX
from tests.kit.shown_games import Kind, Shown, check_prompt, pictured
from tests.kit.texts import Measured, marks, only_english, too_near, words_in


class RulePage(NamedTuple):
    """An entry with its page, in words alone and with symbols."""

    token: str
    title: str
    plain: messages.Prompt
    pictured: messages.Prompt


@pytest.fixture(scope="module", params=languages())
def language(request: pytest.FixtureRequest) -> str:
    chosen: str = request.param
    return chosen


@pytest.fixture(scope="module")
def pages(language: str) -> list[RulePage]:
    words = catalog(language)
    return [
        RulePage(
            entry.token,
            words.spell(entry.title),
            rules_lookup.rules_page(entry.token, STANDARD_BOX, words),
            rules_lookup.rules_page(entry.token, STANDARD_BOX, pictured(language)),
        )
        for entry in rules_lookup.entries(STANDARD_BOX, words)
    ]


def test_every_page_is_within_limits_and_has_a_margin(pages: list[RulePage]) -> None:
    def measured() -> Iterator[Measured]:
        for page in pages:
            yield Measured("rule", page.plain.text)
            yield Measured("choice of a command", page.title)

    assert too_near(measured()) == []
    for page in pages:
        check_prompt(page.plain)
        check_prompt(page.pictured)


def test_no_page_is_english(pages: list[RulePage], language: str) -> None:
    english = only_english(language)
    for page in pages:
        assert language == DEFAULT or words_in([page.plain.text]) & english == set(), page.token


def test_symbols_stand_whole_and_in_texts_alone(pages: list[RulePage], language: str) -> None:
    assert sum(marks(Shown(language, Kind.PRIVATE, page.pictured)) for page in pages) > 200


def test_symbols_change_no_completion(language: str) -> None:
    plain, symbols = catalog(language), pictured(language)
    assert rules_lookup.complete("r", STANDARD_BOX, symbols) == rules_lookup.complete(
        "r", STANDARD_BOX, plain
    )
