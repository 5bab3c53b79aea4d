"""Texts with symbols: how they read, that they fit, and that controls and files stay words."""

import random
import re
from collections.abc import Sequence

import pytest

from bot.chat.messages.components import ClassicMessage
from bot.model.buttons import TakeTurn
from bot.model.controls import Subject
from bot.model.drafts import Draft
from bot.model.messages import POST_LIMIT, TEXT_LIMIT, Button, Menu, Post, Prompt, Row, Style
from bot.model.pages import Page
from bot.model.people import Person
from bot.model.stored_post import StoredPost
from bot.present import rules_lookup
from bot.present.posts.score_pages import log_page, status_text
from bot.present.posts.since_page import since_page
from bot.present.posts.turn_posts import turn_notice, turn_post
from bot.present.wizard.wizard import subject_completions, wizard_page
from bot.words import Catalog, Counted, catalog, languages, phrase
from bot.words.pieces import holdings_phrase, island_phrase, symbols_phrase
from bot.words.symbols import Symbols, with_symbols
from bot.words.text import clip
from engine import Game, GameOptions
from engine.bag import ActionTiles, Resources
from engine.box_index import box_index
from engine.data.box import PathTile
from engine.data.standard import STANDARD_BOX
from engine.ids import ActionType, Color, Guardian, Resource
from renderer.emojis import DRAWINGS
from tests.bot.test_limits import CONTROL, as_played, follow, press, walk
from tests.marks import long

FIRST = 1_500_000_000_000_000_000
EMOJIS = {key: FIRST + number for number, key in enumerate(DRAWINGS)}
MARK = re.compile(r"<:(\w{2,32}):(\d{19})>")
PEOPLE = tuple(Person(f"{name} {'ż' * 28}", f"<@{n}>") for n, name in enumerate(("Ada", "Bo"), 1))


def pictured(language: str) -> Catalog:
    symbols = Symbols()
    symbols.show(EMOJIS)
    return symbols.on(catalog(language))


def seen(text: str) -> str:
    """A text with the names of its symbols in brackets, and _ for a blank that does not break."""
    return MARK.sub(r"[\1]", text).replace("\N{NO-BREAK SPACE}", "_")


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Paid 2_[herb] and 1_[yellow_tile]."),
        ("de", "Gibt 2_[kraut] und 1_[gelber_marker] ab."),
        ("pl", "Zużywa 2_[ziolo] i 1_[zolty_zeton]."),
    ],
)
def test_what_is_counted_is_a_number_and_a_symbol(language: str, told: str) -> None:
    cost = (Counted(Resource.HERB, 2), Counted(ActionType.WILD, 1))
    assert seen(pictured(language).pictured.say("story.paid", cost=cost)) == told


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Action tiles: [path_action_tile]_2  [ship_tile]_1. Resources: [shell]_3."),
        ("de", "Aktionsmarker: [weg_marker]_2  [schiff_marker]_1. Ressourcen: [muschel]_3."),
        ("pl", "Masz [zeton_sciezki]_2  [zeton_statku]_1. Zasoby: [muszla]_3."),
    ],
)
def test_what_somebody_holds_is_a_line_of_symbols(language: str, told: str) -> None:
    tiles = ActionTiles.of(ActionType.PATH, ActionType.PATH, ActionType.SHIP)
    holdings = holdings_phrase(tiles, Resources.of(*[Resource.SHELL] * 3))
    assert seen(pictured(language).pictured.spell(holdings)) == told


def test_names_have_their_symbol_in_front_and_short_lists_the_symbol_alone() -> None:
    words, box = pictured("de").pictured, box_index(STANDARD_BOX)
    tile = PathTile(Color.BLUE, Resource.FRUIT)
    assert seen(words.say("story.guardian_retrieved", who="Ada", guardian=Guardian.PINK)) == (
        "Ada holt die [rosa_hueterin]_rosa Hüterin ab."
    )
    assert seen(words.spell(tile)) == "[frucht]_[blauer_kristall]"
    assert seen(words.spell(box.tasks["R07"])) == "[rote_aufgabe]_R07"
    assert seen(words.spell(box.gnomes["S12"])) == "[spezialist]_S12"
    assert seen(words.spell(island_phrase(box.islands["A1"]))) == "A1 ([bluete])"
    first = STANDARD_BOX.fate_tiles[0]
    assert seen(words.spell(symbols_phrase(first))).count("[") == 3
    assert not re.search(r"[a-z]", MARK.sub("", words.spell(symbols_phrase(first))))


@pytest.mark.parametrize("language", languages())
def test_every_symbol_has_a_name_in_every_language(language: str) -> None:
    words = pictured(language).pictured
    assert isinstance(words, type(words.pictured))
    for key in DRAWINGS:
        assert f"symbol.{key}" in words or key in words


@pytest.mark.parametrize("language", languages())
def test_without_emojis_there_are_words(language: str) -> None:
    symbols, words = Symbols(), catalog(language)
    assert symbols.on(words) is words
    assert words.pictured is words
    symbols.show(EMOJIS)
    assert symbols.on(words) is symbols.on(words)
    assert symbols.on(words).say("resource.fruit") == words.say("resource.fruit")
    symbols.show({})
    assert symbols.on(words) is words


def test_a_symbol_that_is_missing_is_a_word_among_the_others() -> None:
    symbols = Symbols()
    symbols.show({"resource.fruit": FIRST})
    words = symbols.on(catalog("en")).pictured
    bag = Resources.of(Resource.FRUIT, Resource.HERB)
    assert seen(words.spell(bag)) == "1_[fruit] and 1 Herb"
    assert seen(words.spell(bag, "tally")) == "1_[fruit] and 1 Herb"
    assert seen(words.spell(PathTile(Color.RED, Resource.FRUIT))) == "[fruit]_Fruit, red crystal"


def test_where_there_is_no_room_for_symbols_there_are_words() -> None:
    words = pictured("en")
    cost = phrase("story.paid", cost=(Counted(Resource.HERB, 2),))
    told = with_symbols(lambda words: (words.spell(cost),), words, 100)
    assert seen(told[0]) == "Paid 2_[herb]."
    assert with_symbols(lambda words: (words.spell(cost),), words, 20) == ("Paid 2 Herbs.",)


def test_no_symbol_is_cut_in_half() -> None:
    words = pictured("en").pictured
    text = " ".join(words.spell(Counted(kind, 2)) for kind in Resource) + " <@123> </bonfire new:5>"
    for limit in range(2, len(text)):
        cut = clip(text, limit)
        assert len(cut) <= limit
        assert "<" not in MARK.sub("", cut).replace("<@123>", "")


def labels(rows: object) -> list[str]:
    """Everything that stands on controls."""
    assert isinstance(rows, tuple)
    view = ClassicMessage("x", rows, CONTROL).view()
    every = list(walk(list(view.to_components()))) if view is not None else []
    options = [option for one in every for option in one.get("options", ())]
    keys = ("label", "placeholder", "description")
    return [str(one[key]) for one in (*every, *options) for key in keys if one.get(key)]


def keys(rows: Sequence[Row]) -> set[str]:
    """The symbols in front of controls, by key."""
    options = [choice.symbol for row in rows if isinstance(row, Menu) for choice in row.choices]
    buttons = [button.symbol for row in rows if isinstance(row, tuple) for button in row]
    return {*options, *buttons} - {""}


def check(prompt: Page | Prompt | Post, limit: int) -> int:
    """A message holds whole symbols in its text alone; returns how many."""
    assert len(prompt.text) <= limit
    assert "…" not in prompt.text
    assert "<:" not in MARK.sub("", prompt.text)
    assert not [
        label for label in labels(prompt.rows) if "<" in label or "\N{NO-BREAK SPACE}" in label
    ]
    assert keys(prompt.rows) <= DRAWINGS.keys()
    return len(MARK.findall(prompt.text))


@pytest.mark.parametrize(("players", "presses"), [long(1, 150), (2, 60), long(4, 800)])
@pytest.mark.parametrize("language", languages())
def test_a_game_is_told_with_symbols(language: str, players: int, presses: int) -> None:
    dice, words, plain = random.Random(players), pictured(language), catalog(language)
    people = (*PEOPLE, *PEOPLE)[:players]
    game = Game.new(GameOptions(players=players), seed=players)
    draft, told, turn, marks = Draft(), 0, game.view().turn, 0
    controls: set[str] = set()
    for number in range(presses):
        if game.waiting is None:
            break
        seat = game.waiting.seat
        prompt = wizard_page(game, seat, draft, words)
        marks += check(prompt, TEXT_LIMIT)
        controls |= keys(prompt.rows)
        if number % 5 == 0:
            assert labels(prompt.rows) == labels(wizard_page(game, seat, draft, plain).rows)
        draft = follow(game, seat, draft, press(prompt, dice))
        if game.view().turn != turn:
            for post in (turn_post(game, told, people, words), turn_notice(game, people, words)):
                marks += check(post, POST_LIMIT)
            told, turn = game.move_count, game.view().turn
            if players > 1:
                marks += check(since_page(game, seat, people, words), TEXT_LIMIT)
    assert marks > 20
    assert len(controls) > 5
    for page in range(3):
        check(log_page(game, as_played(game), people, words, page), TEXT_LIMIT)
    status = status_text(game, people, words)
    if "…" not in status_text(game, people, plain):  # four of the longest names fill it
        check(Prompt(status), TEXT_LIMIT)
    if game.waiting is not None:
        offered = subject_completions(game, game.waiting.seat, Subject.ANSWER, words)
        assert offered == subject_completions(game, game.waiting.seat, Subject.ANSWER, plain)


@pytest.mark.parametrize("language", languages())
def test_the_rule_look_up_shows_symbols(language: str) -> None:
    words, plain, marks = pictured(language), catalog(language), 0
    for entry in rules_lookup.entries(STANDARD_BOX, words):
        text = rules_lookup.rules_page(entry.token, STANDARD_BOX, words).text
        marks += check(Prompt(text), TEXT_LIMIT)
    assert marks > 200
    assert rules_lookup.complete("r", STANDARD_BOX, words) == rules_lookup.complete(
        "r", STANDARD_BOX, plain
    )


def test_a_stored_post_keeps_the_symbols_of_its_buttons() -> None:
    """And posts that were stored before there were symbols are read as they were."""
    plain = Button("Turn", TakeTurn(), Style.GO)
    flame = Button("Turn", TakeTurn(), Style.GO, symbol="bonfire")
    for button in (plain, flame):
        post = StoredPost(3, 41, "x", ((button,),), (), (), since=40)
        assert StoredPost.load(post.dump()) == post
    assert "bonfire" not in StoredPost(3, 41, "x", ((plain,),), (), (), since=40).dump()
