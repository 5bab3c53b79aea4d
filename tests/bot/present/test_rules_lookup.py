"""The rule look-up finds every component and every term, by token and by what people type."""

import pytest

from bot.model import messages
from bot.present import rules_lookup
from bot.standin.layout import buttons
from bot.words import catalog, languages
from engine import ids
from engine.data.standard import STANDARD_BOX as BOX
from tests.kit.hall import Hall

WORDS = catalog()
ENTRIES = rules_lookup.entries(BOX, WORDS)
TOKENS = {entry.token for entry in ENTRIES}


def page(typed: str) -> str:
    return rules_lookup.rules_page(typed, BOX, WORDS).text


def test_every_component_of_the_box_has_an_entry() -> None:
    expected = {
        *(row.id for row in BOX.tasks),
        *(row.id for row in BOX.specialists),
        *(row.id for row in BOX.elders),
        *(f"council:{row.number}" for row in BOX.council),
        *(f"wheel:{row.number}" for row in BOX.wheel),
        *(f"island:{row.code}" for row in BOX.islands),
        *(f"action:{kind}" for kind in ids.ActionType),
        *(f"resource:{kind}" for kind in ids.Resource),
        *(f"portal:{kind}" for kind in ids.PortalKind),
        *(f"common:{kind}" for kind in ids.CommonTask),
        *(f"tom:{kind}" for kind in ids.TomCard),
    }
    assert expected <= TOKENS


def test_tokens_are_unique_and_every_entry_fits_a_message() -> None:
    assert len(TOKENS) == len(ENTRIES)
    for entry in ENTRIES:
        assert 40 < len(page(entry.token)) < 2000


@pytest.mark.parametrize(
    ("typed", "token"),
    [
        ("R07", "R07"),
        ("r07", "R07"),
        ("s12", "S12"),
        ("r7", "R07"),
        ("Y 22", "Y22"),
        ("s 01", "S1"),
        ("great  bonfire", "great_bonfire"),
        ("EL3", "EL3"),
        ("procession", "procession"),
        ("Countdown", "countdown"),
        ("novice", "novice"),
        ("handicap", "handicap"),
        ("moon", "portal:moon"),
        ("ties", "ties"),
    ],
)
def test_what_people_type_is_found(typed: str, token: str) -> None:
    assert rules_lookup.complete(typed, BOX, WORDS)[0].value == token
    assert page(typed) == page(token)


def test_completion_is_within_discords_limits() -> None:
    for typed in ("", "e", "task", "s1", "resource"):
        found = rules_lookup.complete(typed, BOX, WORDS)
        assert 0 < len(found) <= messages.OPTION_LIMIT
        assert all(0 < len(choice.label) <= 100 for choice in found)


def test_unknown_terms_get_a_kind_answer() -> None:
    assert "xyzzy" in page("xyzzy")
    assert rules_lookup.complete("xyzzy", BOX, WORDS) == ()
    assert page("") == page("  ").replace("  ", "")


def test_reconstructed_values_say_so() -> None:
    note = WORDS.say("lookup.reconstructed")
    assert note in page("R07")
    assert note not in page("procession")


@pytest.mark.parametrize(
    ("language", "typed", "token"),
    [
        ("pl", "sciezka", "path"),
        ("pl", "straznicz", "guardian"),
        ("pl", "Żetony ofiary", "offering"),
        ("de", "huterinnen", "guardian"),
        ("de", "hüter", "guardian"),
    ],
)
def test_marks_of_letters_may_be_left_out(language: str, typed: str, token: str) -> None:
    words = catalog(language)
    assert rules_lookup.complete(typed, BOX, words)[0].value == token


@pytest.mark.parametrize("language", languages())
def test_what_the_final_sheet_names_can_be_looked_up(language: str) -> None:
    words = catalog(language)
    found = {
        source: rules_lookup.complete(words.name(source), BOX, words) for source in ids.PointSource
    }
    assert [source for source, offered in found.items() if not offered] == []
    assert found[ids.PointSource.TOM_CARDS][0].value == "compensation"


async def test_the_card_of_a_gnome_stands_beside_its_words_and_goes_with_them(
    hall: Hall,
) -> None:
    asked = await hall.ada.slash(hall.table, "bonfire", "rules", term="S14")
    shown = await asked.response()
    await hall.calm()
    (card,) = shown.attachments
    assert card.filename.startswith("card-S14-")
    onward = buttons(shown)[0]
    pressed = await hall.ada.press(shown, onward.label)
    assert (await pressed.response()).attachments == []
