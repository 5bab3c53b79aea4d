"""What is true of German alone: cases after verbs, and action tiles that are no pieces."""

import re
from typing import Final

import pytest

from bot.words import Catalog, Counted, Told, catalog, phrase
from bot.words.pieces import bag_pieces, holdings_phrase
from engine.bag import ActionTiles, Resources
from engine.data.box import PathTile
from engine.ids import ActionType, Color, PortalKind, Resource
from tests.words.test_catalogs import Entry, forms

GERMAN: Final = catalog("de")
GUARDIAN_AND_WILD: Final = ActionTiles.of(ActionType.GUARDIAN) + ActionTiles.of(ActionType.WILD)
SHELL_AND_GOLD: Final = Resources.of(Resource.SHELL) + Resources.of(Resource.GOLD)
BOTH: Final = bag_pieces(GUARDIAN_AND_WILD, SHELL_AND_GOLD)
TIMES: Final = "\N{MULTIPLICATION SIGN}"
TALLIED: Final = re.compile(r"\{tiles:tally\}")


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (
            phrase("choose.pay", pieces=GUARDIAN_AND_WILD),
            "Abgeben: 1 Hüterinnen-Marker und 1 gelben Marker",
        ),
        (
            phrase("choose.keep", tiles=GUARDIAN_AND_WILD),
            "1 Hüterinnen-Marker und 1 gelben Marker behalten, den Rest abwerfen",
        ),
        (
            phrase(
                "choose.rewards",
                what=(
                    Counted(ActionType.GNOME, 1),
                    Counted(Resource.SHELL, 1),
                    phrase("choose.portal", portal=PortalKind.STAR),
                ),
            ),
            "Nehmen: 1 Gnom-Marker, 1 Muschel und Portal Stern",
        ),
        (
            phrase("preview.pays", cost=BOTH),
            "Du gibst 1 Hüterinnen-Marker, 1 gelben Marker, 1 Muschel und 1 Gold ab.",
        ),
        (
            phrase("preview.gains", gains=GUARDIAN_AND_WILD),
            "Du bekommst 1 Hüterinnen-Marker und 1 gelben Marker.",
        ),
        (
            phrase("offer.both", gains=BOTH[2:], cost=BOTH[1:2]),
            "+ 1 Muschel und 1 Gold für 1 gelben Marker.",
        ),
        (
            phrase("choose.pay", pieces=phrase("price.ship", pieces=GUARDIAN_AND_WILD)),
            "Abgeben: 1 Hüterinnen-Marker und 1 gelben Marker (Fahrt)",
        ),
        (phrase("refusal.tile_not_held", kind=ActionType.WILD), "Du hast keinen gelben Marker."),
        (phrase("stepper.add", kind=ActionType.GUARDIAN), "+ Hüterinnen-Marker"),
        (phrase("stepper.add", kind=Resource.HERB), "+ Kraut"),
        (
            phrase("story.revealed_path", tile=PathTile(Color.BLUE, Resource.SHELL), slot=2),
            "Muschel (blau) auf Platz 2 der Weg-Auslage",
        ),
        (
            holdings_phrase(GUARDIAN_AND_WILD, Resources.EMPTY),
            f"Aktionsmarker: 1{TIMES} Hüterin und 1{TIMES} gelb. Keine Ressourcen.",
        ),
    ],
)
def test_names_stand_in_the_case_that_the_sentence_asks_for(told: Told, sentence: str) -> None:
    assert GERMAN.spell(told) == sentence


@pytest.mark.parametrize("kind", ActionType)
@pytest.mark.parametrize("form", [None, "short", "acc"])
def test_an_action_tile_is_never_called_by_the_bare_name_of_a_piece(
    kind: ActionType, form: str | None
) -> None:
    for number in (1, 2):
        assert "Marker" in GERMAN.spell(Counted(kind, number), form)


def test_bare_names_of_action_tiles_stand_only_after_the_word_for_them() -> None:
    """A number of paths, after the word for action tiles, is no piece either."""
    found = [text for text in sentences(GERMAN) if TALLIED.search(text)]
    assert found
    assert [text for text in found if "marker" not in TALLIED.split(text.lower())[0]] == []


def sentences(words: Catalog) -> list[str]:
    entries: list[Entry] = list(words.entries.values())
    return [text for entry in entries for text in forms(entry)]
