"""A whole game as one HTML file: what it holds, that it loads nothing, and how large it gets."""

import base64
import json
import re
from html.parser import HTMLParser
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.features.finished import web_page
from bot.features.finished.web_page import MOST_PAGE_BYTES, game_page
from bot.model.people import Person, escape_markdown
from bot.present.posts.turn_story import reading_of
from bot.words import Catalog, catalog, languages
from engine import Game, GameOptions
from engine.history import history
from renderer import draw_board
from renderer.options import Options
from tests.kit.games import random_game
from tests.kit.marks import long

NAMES = ("Ada", "Bo_<b>&", "Cy", "Di")
PEOPLE = tuple(Person(escape_markdown(name), f"<@{n}>") for n, name in enumerate(NAMES, 1))
WORDS = catalog()


class Reader(HTMLParser):
    """Reads a page as a browser does: its tags, its texts, and the data in it."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.data: Any = None
        self._in_data = False
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._in_data = dict(attrs).get("id") == "data"

    def handle_data(self, data: str) -> None:
        if self._in_data:
            self.data = json.loads(data)
            self._in_data = False
        else:
            self.text += data


def page_of(game: Game, words: Catalog = WORDS) -> bytes:
    people = PEOPLE[: game.options.players]
    names = NAMES[: game.options.players]
    tom = (words.say("term.tom"),) if game.options.solo else ()
    return game_page(game, people, (*names, *tom), words)


@pytest.fixture(scope="module")
def small() -> Game:
    return random_game(2, 5, 40)


@pytest.fixture(scope="module")
def page(small: Game) -> bytes:
    return page_of(small)


@pytest.mark.parametrize("language", [*map(long, languages()[:-1]), languages()[-1]])
def test_a_page_tells_every_turn_in_the_language_of_the_table(language: str, small: Game) -> None:
    words = catalog(language)
    page = Reader(page_of(small.at(12), words))
    assert dict(page.tags[0][1]) == {"lang": words.locale}
    small = small.at(12)
    reading = reading_of(small, PEOPLE[:2], words)
    for step in range(reading.past.last + 1):
        for told in (reading.heading(step, small.view()), reading.standing(step)):
            plain = re.sub(r"\*\*|\\(?=[_<>&])", "", words.spell(told))
            assert plain in page.text
    for key in ("look", "keys", "views", "curve", "log"):
        said = words.say(f"game_page.{key}")
        assert said in page.text or any(said in attrs.values() for _, attrs in page.tags)
    assert "Bo_<b>&" in page.text
    assert not any(tag == "b" for tag, _ in page.tags)


def test_a_page_loads_nothing(page: bytes) -> None:
    before, _, after = page.decode().partition('id="data">')
    text = before + after[after.index("</script>") :]
    tags = Reader(page).tags
    for tag, attrs in tags:
        assert not {"src", "href", "srcset", "action", "onclick", "data"} & set(attrs)
        assert tag not in ("link", "iframe", "object", "embed", "base", "form")
    assert not re.search(r"https?:|//[a-z]|@import|url\(|fetch\(|XMLHttp|WebSocket|import\(", text)
    policy = next(attrs["content"] for _, attrs in tags if attrs.get("http-equiv"))
    assert policy is not None
    assert policy.startswith("default-src 'none'; img-src data:;")


def test_every_picture_of_every_step_is_there_with_its_words(small: Game, page: bytes) -> None:
    data = Reader(page).data
    last = history(small).last
    assert len(data["seen"]) == last + 1
    assert len(data["strips"]) == 3
    for width, height, patches, alts in data["strips"]:
        steps = [patch[0] for patch in patches]
        assert steps == sorted(set(steps))
        assert (steps[0], alts[0][0]) == (0, 0)
        assert steps[-1] <= last
        for _, x, y, packed in patches:
            image = Image.open(BytesIO(base64.b64decode(packed)))
            assert image.format == "WEBP"
            assert x + image.width <= width
            assert y + image.height <= height
        assert all(text for _, text in alts)
    options = Options(WORDS.translate, NAMES[:2], scale=web_page.SCALES[0])
    first = draw_board(small.at(0).view(), options)
    assert data["strips"][0][3][0][1] == first.alt
    assert data["strips"][0][:2] == [first.width, first.height]


def test_who_reads_by_keys_or_by_ear_finds_all_of_it(page: bytes) -> None:
    tags = Reader(page).tags
    roles = [attrs.get("role") for _, attrs in tags]
    assert roles.count("img") == 2
    assert any(attrs.get("aria-live") == "polite" for _, attrs in tags)
    drawing = next(attrs for tag, attrs in tags if tag == "svg" and attrs.get("role") == "img")
    assert "Ada" in str(drawing["aria-label"])
    pressed = [attrs["aria-pressed"] for _, attrs in tags if "aria-pressed" in attrs]
    assert pressed == ["true", "false", "false", "false"]
    ids = [attrs["id"] for _, attrs in tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    assert [attrs["data-to"] for _, attrs in tags if "data-to" in attrs] == [
        *("first", "back", "forward", "last")
    ]


def test_nothing_hidden_is_in_the_page_of_a_running_game() -> None:
    seed = 2**127 + 12345
    game = Game.new(GameOptions(2), seed)
    while game.move_count < 8:
        assert game.waiting is not None
        game.submit(game.waiting.seat, game.legal_actions()[0])
    text = page_of(game).decode()
    assert str(seed) not in text
    assert f"{seed:x}" not in text
    assert game.state_hash() not in text


def test_a_page_that_would_be_too_large_has_smaller_pictures(
    small: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = small.at(12)
    whole = page_of(begun)
    assert len(whole) < MOST_PAGE_BYTES == 6 * 2**20
    width = Reader(whole).data["strips"][0][0]
    monkeypatch.setattr(web_page, "ROOM_FOR_TEXT", 0)
    monkeypatch.setattr(web_page, "MOST_PAGE_BYTES", len(whole) * 9 // 10)
    smaller = page_of(begun)
    assert len(smaller) <= len(whole) * 9 // 10
    assert Reader(smaller).data["strips"][0][0] < width
    monkeypatch.setattr(web_page, "MOST_PAGE_BYTES", 1000)
    with pytest.raises(ValueError, match="too long"):
        page_of(begun)


def test_how_far_it_is_can_be_heard(small: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        web_page, "draw_city", lambda view, _seat, options: draw_board(view, options)
    )
    heard = list[tuple[int, int]]()
    game_page(small, PEOPLE[:2], NAMES[:2], WORDS, lambda done, all_: heard.append((done, all_)))
    last = history(small).last + 1
    assert heard == [(done, last) for done in range(1, last + 1)]
