"""Whole games in every language: each is played once, and many things hold of what it shows."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from bot.model import messages
from bot.words import catalog, languages
from engine import Game, GameOptions
from tests.kit.judged_once import quick_advice
from tests.kit.marks import long
from tests.kit.shown_games import Kind, ShownGame, check_post, check_prompt, controls_of
from tests.kit.texts import Measured, controls, keys, marks, only_english, too_near, words_in

LEADS_ON = ("table_button.cities", "table_button.more", "keep.button")
"""Labels that end with an ellipsis since they lead to other buttons."""


@dataclass(frozen=True, slots=True)
class Walk:
    """How much of a game is played, and in how many languages at each press."""

    players: int
    presses: int
    thorough: bool = True

    def __str__(self) -> str:
        return f"{self.players}-{self.presses}"


@pytest.fixture(
    scope="module",
    params=[
        Walk(1, 80, thorough=False),
        Walk(2, 80, thorough=False),
        *map(long, (Walk(1, 600), Walk(2, 1500), Walk(4, 2500))),
    ],
    ids=str,
)
def walk(request: pytest.FixtureRequest) -> Walk:
    """The first turns; in the long run all to the end."""
    chosen: Walk = request.param
    return chosen


@pytest.fixture(scope="module")
def shown(walk: Walk) -> ShownGame:
    """A game, played once."""
    game = Game.new(GameOptions(walk.players), walk.players)
    played = ShownGame(game, random.Random(walk.players))
    with quick_advice():
        played.play(walk.presses, thorough=walk.thorough)
    return played


def test_the_game_is_played_as_far_as_it_should(shown: ShownGame, walk: Walk) -> None:
    """Random presses end a game in some hundreds."""
    assert (shown.game.waiting is None) is (walk.presses >= 600)
    assert {one.language for one in shown.plain} == set(languages())
    assert {one.kind for one in shown.plain} == set(Kind)


def test_everything_is_within_limits(shown: ShownGame) -> None:
    for one in (*shown.plain, *shown.symbols):
        if isinstance(one.message, messages.Post):
            check_post(one.message)
        elif one.kind in (Kind.PRIVATE, Kind.LOG):
            check_prompt(one.message)


def test_everything_in_words_has_a_margin(shown: ShownGame, walk: Walk) -> None:
    """Only the status of a table for more than two, with the longest names, has none: it is cut."""

    def measured() -> Iterator[Measured]:
        for one in shown.plain:
            is_cut = walk.players > 2 and one.text.endswith("…")
            if one.kind not in (Kind.FILE, Kind.LOG) and not is_cut:
                yield Measured(one.kind, one.text)
            yield from controls(one.message)

    assert too_near(measured()) == []


def test_nothing_has_to_be_cut(shown: ShownGame, walk: Walk) -> None:
    """Only the longest names of four fill the status of the table."""
    told = [one.text for one in shown.plain if one.kind is not Kind.ALT]
    labels = [label for one in shown.plain for label in controls_of(one.message.rows, ("label",))]
    whole = {catalog(language).say(key) for language in languages() for key in LEADS_ON}
    cut = [text for text in (*told, *labels) if text.endswith("…") and text not in whole]
    assert walk.players > 2 or cut == []


def test_nothing_is_english(shown: ShownGame) -> None:
    english = {language: only_english(language) for language in languages()}
    told = [
        (text, one.language)
        for one in shown.plain
        for text in (one.text, *controls_of(one.message.rows))
    ]
    assert {
        text: found for text, language in told if (found := words_in([text]) & english[language])
    } == {}


def test_symbols_stand_whole_and_in_texts_alone(shown: ShownGame) -> None:
    for language in languages():
        spoken = [one for one in shown.symbols if one.language == language]
        assert sum(map(marks, spoken)) > 20
        assert len(set[str]().union(*map(keys, spoken))) > 5


def test_symbols_change_no_control_and_no_completion(shown: ShownGame) -> None:
    for plain, pictured in shown.pages:
        assert controls_of(plain.rows) == controls_of(pictured.rows)
    for in_words, with_symbols in shown.offered:
        assert in_words == with_symbols
