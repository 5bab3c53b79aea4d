"""Texts with symbols: how they read, that they fit, and that controls and files stay words."""

import re

import pytest

from bot.model.buttons import TakeTurn
from bot.model.messages import Button, Style
from bot.model.stored_post import StoredPost
from bot.words import Counted, catalog, languages, phrase
from bot.words.pieces import Symbols, holdings_phrase, island_phrase, symbols_phrase, with_symbols
from bot.words.text import clip
from engine.bag import ActionTiles, Resources
from engine.box_index import box_index
from engine.data.box import PathTile
from engine.data.standard import STANDARD_BOX
from engine.ids import ActionType, Color, Guardian, Resource
from renderer.emojis import EMOJI_DRAWINGS
from tests.kit.shown_games import EMOJIS, MARK, pictured

FIRST = 1_500_000_000_000_000_000


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
    for key in EMOJI_DRAWINGS:
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


def test_a_stored_post_keeps_the_symbols_of_its_buttons() -> None:
    """And posts that were stored before there were symbols are read as they were."""
    plain = Button("Turn", TakeTurn(), Style.GO)
    flame = Button("Turn", TakeTurn(), Style.GO, symbol="bonfire")
    for button in (plain, flame):
        post = StoredPost(3, 41, "x", ((button,),), (), (), since=40)
        assert StoredPost.load(post.dump()) == post
    assert "bonfire" not in StoredPost(3, 41, "x", ((plain,),), (), (), since=40).dump()
