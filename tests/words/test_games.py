"""Whole games in every language: nothing of them is English, and nothing has to be cut."""

import random
import re
import sys
from collections.abc import Iterable, Iterator

import pytest

from bot.chat.messages.components import ClassicMessage
from bot.model.drafts import Draft
from bot.model.lookback import Sight
from bot.model.messages import Prompt
from bot.model.pages import Page
from bot.model.people import Person
from bot.present import rules_lookup
from bot.present.posts.replay_page import replay_page
from bot.present.posts.score_pages import log_page, score_text, status_text
from bot.present.posts.turn_posts import turn_notice, turn_post
from bot.present.wizard.wizard import wizard_page
from bot.words import DEFAULT, Catalog, catalog, languages, read_language
from bot.words import text as fitting
from engine import Game, GameOptions
from engine.data.standard import STANDARD_BOX
from renderer import Options, text_board
from renderer.text import board_alt, city_alt
from tests.bot.test_limits import CONTROL, as_played, check_post, check_prompt, follow, press, walk
from tests.marks import long

OTHERS = tuple(language for language in languages() if language != DEFAULT)
LONG = "ż" * 28
"""Names are as long as Discord lets them be."""
PEOPLE = tuple(Person(f"{name} {LONG}", f"<@{n}>") for n, name in enumerate(("Ada", "Bo"), 1))
WORD = re.compile(r"[^\W\d_]{3,}")
NOT_WORDS = re.compile(r"\{[^}]*\}|`[^`]*`|https?://[^\s)]*|<[^>]*>")


def words_in(texts: Iterable[str]) -> set[str]:
    return {word.lower() for text in texts for word in WORD.findall(NOT_WORDS.sub(" ", text))}


def texts_of(language: str) -> Iterator[str]:
    for entry in read_language(language).values():
        yield from [entry] if isinstance(entry, str) else entry.values()


def only_english(language: str) -> set[str]:
    """Words that the English catalog says and this one never does."""
    return words_in(texts_of(DEFAULT)) - words_in(texts_of(language)) - {"ada"}


def labels(prompt: Page | Prompt) -> Iterator[str]:
    """What stands on the controls of a prompt and cannot be told in two places."""
    view = ClassicMessage(prompt.text, prompt.rows, CONTROL).view()
    for one in walk(list(view.to_components()) if view is not None else []):
        yield one.get("label") or ""
        yield one.get("placeholder") or ""
        yield from (option["label"] for option in one.get("options", ()))


def hints(prompt: Page | Prompt) -> Iterator[str]:
    view = ClassicMessage(prompt.text, prompt.rows, CONTROL).view()
    for one in walk(list(view.to_components()) if view is not None else []):
        yield from (option.get("description") or "" for option in one.get("options", ()))


def everything_about(game: Game, words: Catalog) -> Iterator[str]:
    """What can be asked for besides the turn itself."""
    people, view = PEOPLE[: game.options.players], game.view()
    options = Options(words.translate, tuple(person.name for person in people))
    yield status_text(game, people, words)
    yield score_text(game, people, words)
    yield text_board(view, options)
    yield board_alt(view, options)
    for seat in view.seats:
        yield city_alt(view, seat.seat, options)
    for step in (0, view.turn // 2, view.turn):
        yield replay_page(game, step, people, words, sight=Sight.BOARD).text
    for page in range(3):
        yield log_page(game, as_played(game), people, words, page).text


@pytest.fixture
def uncut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a text that is cut fail the test, wherever that is done."""

    def clip(text: str, limit: int) -> str:
        assert len(text) <= limit, text
        return text

    for module in tuple(sys.modules.values()):
        if getattr(module, "clip", None) is fitting.clip:
            monkeypatch.setattr(module, "clip", clip)


@pytest.mark.usefixtures("uncut")
@pytest.mark.parametrize(("players", "presses"), [(1, 25), (2, 25), long(1, 250), long(2, 1500)])
@pytest.mark.parametrize("language", languages())
def test_a_game_is_told_in_the_language_and_nothing_of_it_is_cut(
    language: str, players: int, presses: int
) -> None:
    """Two play to the end, in the short run some turns; alone, some of Tom's turns."""
    words, dice, english = catalog(language), random.Random(players), only_english(language)
    game, people = Game.new(GameOptions(players), players), PEOPLE[:players]
    draft, told, seen = Draft(), 0, [turn_notice(game, people, words).told]
    for _ in range(presses):
        if game.waiting is None:
            break
        seat, turn = game.waiting.seat, game.view().turn
        prompt = wizard_page(game, seat, draft, words)
        check_prompt(prompt)
        seen += (prompt.text, *labels(prompt), *hints(prompt))
        draft = follow(game, seat, draft, press(prompt, dice))
        if game.view().turn != turn:
            post = turn_post(game, told, people, words)
            check_post(post)
            told = game.move_count
            seen.append(post.told)
    assert players == 1 or presses < 1500 or game.waiting is None
    seen += everything_about(game, words)
    left = {text: found for text in seen if (found := words_in([text]) & english)}
    assert left == {}


@pytest.mark.parametrize("language", OTHERS)
def test_the_rule_look_up_is_in_the_language(language: str) -> None:
    words, english = catalog(language), only_english(language)
    for entry in rules_lookup.entries(STANDARD_BOX, words):
        told = rules_lookup.rules_page(entry.token, STANDARD_BOX, words).text
        assert len(told) <= 2000
        assert words_in([told]) & english == set(), told
        assert len(words.spell(entry.title)) <= 100, entry.token
