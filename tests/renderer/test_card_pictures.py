"""A tile, card or space, large, beside its rule: each of them, in every language."""

import pytest

from bot.model import pictures
from bot.present.rules_lookup import Entry, entries, rules_page
from bot.words import DEFAULT, catalog, languages
from engine import STANDARD_BOX, ids
from engine.data.box import Elder, Specialist
from renderer import ALT_LIMIT, Options, PaletteName, draw_card, scenes
from renderer.hint_text import card_alt
from renderer.scene import Scene
from tests.kit.marks import long
from tests.renderer.contents import labels
from tests.renderer.legibility import faint, hidden
from tests.renderer.lint import all_texts, problems

SHOWN: tuple[Entry, ...] = tuple(
    entry for entry in entries(STANDARD_BOX, catalog()) if entry.piece is not None
)
OF_EACH_KIND = tuple({type(entry.piece): entry for entry in SHOWN}.values())
GNOMES = tuple(entry for entry in SHOWN if isinstance(entry.piece, Specialist | Elder))


def card_of(token: str, language: str) -> pictures.CardPicture:
    card = rules_page(token, STANDARD_BOX, catalog(language)).picture
    assert isinstance(card, pictures.CardPicture)
    return card


def scene_of(card: pictures.CardPicture) -> Scene:
    return scenes.card_scene(card.piece, card.title, card.text, card.grid)


def longest_of_each_kind(language: str) -> tuple[Entry, ...]:
    """The entry of each kind whose title and text are the longest, and so the smallest in type."""
    words = catalog(language)

    def length(entry: Entry) -> int:
        return len(words.spell(entry.title)) + len(words.spell(entry.text))

    return tuple({type(each.piece): each for each in sorted(SHOWN, key=length)}.values())


def test_every_tile_card_and_space_has_its_picture() -> None:
    plain = {entry.token for entry in entries(STANDARD_BOX, catalog()) if entry.piece is None}
    assert all(f"rules.term.{token}.title" in catalog().entries for token in plain)
    box = STANDARD_BOX
    rows = (box.tasks, box.specialists, box.elders, box.islands, box.wheel, box.council)
    assert {row for rows_of_kind in rows for row in rows_of_kind} < {e.piece for e in SHOWN}
    kinds = (ids.ActionType, ids.CommonTask, ids.PortalKind, ids.Resource, ids.TomCard)
    assert len(SHOWN) == sum(map(len, rows)) + sum(map(len, kinds))


@pytest.mark.parametrize(
    ("language", "gnomes"),
    [
        (DEFAULT, GNOMES),
        *((language, ()) for language in languages() if language != DEFAULT),
        *(long(language, GNOMES) for language in languages() if language != DEFAULT),
    ],
)
def test_every_picture_stands_beside_its_whole_sentence(
    language: str, gnomes: tuple[Entry, ...]
) -> None:
    for entry in {*gnomes, *OF_EACH_KIND, *longest_of_each_kind(language)}:
        card = card_of(entry.token, language)
        assert card.piece == entry.piece
        scene = scene_of(card)
        assert problems(scene) == [], entry.token
        if entry in GNOMES:
            assert f"gnome {entry.token}" in labels(scene)
        written = " ".join(text.text for text, _ in all_texts(scene))
        assert card.text.split()[-1] in written
        sizes = [text.size for text, _ in all_texts(scene) if not text.label]
        assert min(sizes) >= 28, entry.token


@pytest.mark.parametrize("palette", PaletteName)
def test_a_picture_can_be_read(palette: PaletteName) -> None:
    for entry in OF_EACH_KIND:
        scene = scene_of(card_of(entry.token, "en"))
        assert faint(scene, palette) == []
        assert hidden(scene, palette) == []


def test_no_two_pictures_are_of_one_name() -> None:
    keys = {entry.key for entry in SHOWN}
    assert len(keys) == len(SHOWN)
    assert card_of("island:B1", "en").name == "card-island_B1"


def test_a_card_is_drawn_and_told(options: Options) -> None:
    card = card_of("S14", "en")
    drawn = draw_card(card.piece, card.title, card.text, card.grid, options)
    assert (drawn.width, drawn.height) == (1600, 500)
    assert drawn.alt == card_alt(card.title, card.text, options)
    assert drawn.alt.startswith(f"Enlarged: {card.title}. ")
    assert len(drawn.alt) <= ALT_LIMIT


def test_an_entry_about_something_else_has_no_picture() -> None:
    assert rules_page("procession", STANDARD_BOX, catalog()).picture is None
