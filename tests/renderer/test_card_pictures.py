"""A gnome's card, large, beside what it does: every card, in every language."""

import pytest

from bot.model.messages import CardPicture
from bot.present.rules_lookup import rules_page
from bot.words import catalog, languages
from engine import STANDARD_BOX
from renderer import ALT_LIMIT, Gnome, Options, PaletteName, draw_card, scenes
from renderer.hint_text import card_alt
from tests.renderer.contents import labels
from tests.renderer.legibility import faint, hidden
from tests.renderer.lint import all_texts, problems

GNOMES: tuple[Gnome, ...] = (*STANDARD_BOX.specialists, *STANDARD_BOX.elders)


def card_of(gnome: Gnome, language: str) -> CardPicture:
    card = rules_page(gnome.id, STANDARD_BOX, catalog(language)).card
    assert card is not None
    return card


@pytest.mark.parametrize("language", languages())
def test_every_card_stands_beside_its_whole_sentence(language: str) -> None:
    for gnome in GNOMES:
        card = card_of(gnome, language)
        assert card.gnome is gnome
        scene = scenes.card_scene(card.gnome, card.title, card.text)
        assert problems(scene) == [], gnome.id
        assert f"gnome {gnome.id}" in labels(scene)
        written = " ".join(text.text for text, _ in all_texts(scene))
        assert card.text.split()[-1] in written
        sizes = [text.size for text, _ in all_texts(scene) if not text.label]
        assert min(sizes) >= 28, gnome.id


@pytest.mark.parametrize("palette", PaletteName)
def test_a_card_can_be_read(palette: PaletteName) -> None:
    card = card_of(GNOMES[13], "en")
    scene = scenes.card_scene(card.gnome, card.title, card.text)
    assert faint(scene, palette) == []
    assert hidden(scene, palette) == []


def test_a_card_is_drawn_and_told(options: Options) -> None:
    card = card_of(GNOMES[13], "en")
    drawn = draw_card(card.gnome, card.title, card.text, options)
    assert (drawn.width, drawn.height) == (1600, 500)
    assert drawn.alt == card_alt(card.gnome, card.title, card.text, options)
    assert drawn.alt.startswith("The card S14, ")
    assert len(drawn.alt) <= ALT_LIMIT


def test_an_entry_about_something_else_has_no_card() -> None:
    assert rules_page("procession", STANDARD_BOX, catalog()).card is None
