"""What is true of single languages: cases after verbs, action tiles that are no pieces, letters."""

import re
import tomllib
from pathlib import Path
from typing import Final

import pytest

from bot.words import Counted, Sayable, catalog, languages, phrase, pieces
from bot.words.text import folded
from engine import bag, ids
from engine.data import box
from tests.kit.texts import forms
from tests.kit.tree import local, spoken

TILES: Final = bag.ActionTiles.of(ids.ActionType.PATH, ids.ActionType.GUARDIAN, ids.ActionType.WILD)
GOODS: Final = bag.Resources.of(ids.Resource.SHELL, ids.Resource.GOLD)
PINK_MOVES: Final = phrase(
    "story.guardian_move",
    guardian=ids.Guardian.PINK,
    place=pieces.place_phrase(ids.Place(ids.PlaceKind.BONFIRE, 2)),
)
SAID: Final[dict[str, Sayable]] = {
    "pay_tiles": phrase("choose.pay", pieces=TILES),
    "pay_goods": phrase("choose.pay", pieces=GOODS),
    "pay_voyage": phrase("choose.pay", pieces=phrase("price.ship", pieces=TILES)),
    "keep": phrase("choose.keep", tiles=TILES),
    "rewards": phrase(
        "choose.rewards",
        what=(
            Counted(ids.ActionType.GNOME, 1),
            Counted(ids.Resource.SHELL, 1),
            phrase("choose.portal", portal=ids.PortalKind.STAR),
        ),
    ),
    "asked_to_pay": phrase("question.pay_tiles", cost=Counted(ids.ActionType.GUARDIAN, 1)),
    "pays": phrase("preview.pays", cost=pieces.bag_pieces(TILES, GOODS)),
    "pays_twice": phrase(
        "preview.pays",
        cost=(
            phrase("price.ship", pieces=TILES),
            phrase("price.island", pieces=bag.Resources.of(ids.Resource.SHELL)),
        ),
    ),
    "gains": phrase("preview.gains", gains=TILES),
    "offer": phrase(
        "offer.both",
        gains=pieces.bag_pieces(bag.ActionTiles.EMPTY, GOODS),
        cost=pieces.bag_pieces(TILES, bag.Resources.EMPTY),
    ),
    "guardian_retrieved": phrase("story.guardian_retrieved", who="Ada", guardian=ids.Guardian.GREY),
    "guardian_moved": phrase("story.guardian_moved", who="Ada", moves=(PINK_MOVES,)),
    "tile_not_held": phrase("refusal.tile_not_held", kind=ids.ActionType.WILD),
    "path_revealed": phrase(
        "story.revealed_path", tile=box.PathTile(ids.Color.BLUE, ids.Resource.SHELL), slot=2
    ),
    "walk": phrase(
        "choose.walk",
        guardian=ids.Guardian.PINK,
        place=pieces.place_phrase(ids.Place(ids.PlaceKind.PATH, 3)),
    ),
    "one_tile_more": phrase("stepper.add", kind=ids.ActionType.GUARDIAN),
    "one_herb_more": phrase("stepper.add", kind=ids.Resource.HERB),
    "holdings": pieces.holdings_phrase(TILES, bag.Resources.EMPTY),
}
SENTENCES: Final[dict[str, dict[str, str]]] = tomllib.loads(
    (Path(__file__).parent / "cases.toml").read_text("utf-8")
)
CALLED: Final = {"de": "marker", "pl": "żeton"}
"""The word for an action tile, where the bare name is that of a piece."""
TALLIED: Final = re.compile(r"\{(?:tiles|pieces):tally\}")


@pytest.mark.parametrize("language", [one for one in languages() if one in SENTENCES["keep"]])
@pytest.mark.parametrize("said", SAID)
def test_names_stand_in_the_case_that_the_sentence_asks_for(said: str, language: str) -> None:
    assert catalog(language).spell(SAID[said]) == SENTENCES[said][language]


@pytest.mark.parametrize("kind", ids.ActionType)
@pytest.mark.parametrize("form", [None, "short", "acc"])
@pytest.mark.parametrize("language", CALLED)
def test_an_action_tile_is_never_called_by_the_bare_name_of_a_piece(
    kind: ids.ActionType, form: str | None, language: str
) -> None:
    for number in (1, 2, 5):
        told = catalog(language).spell(Counted(kind, number), form)
        assert CALLED[language] in told.lower()


@pytest.mark.parametrize("language", CALLED)
def test_bare_names_of_action_tiles_stand_only_after_the_word_for_them(language: str) -> None:
    """A number of paths, after the word for action tiles, is no piece either."""
    entries = catalog(language).entries.values()
    found = [text for entry in entries for text in forms(entry) if TALLIED.search(text)]
    assert found
    assert [text for text in found if CALLED[language] not in TALLIED.split(text.lower())[0]] == []


def test_names_of_commands_and_options_are_typed_without_marks_of_letters() -> None:
    """Discord documents no search that overlooks them, and they are rarely typed in a hurry."""
    polish = catalog("pl")
    names = {
        local(polish, table, name)
        for one in spoken()
        for table, below in (("command_name", one.below), ("option_name", one.options))
        for name in below
    }
    assert {name for name in names if folded(name) != name} == set()
