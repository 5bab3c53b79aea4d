"""What is true of Polish alone: cases after verbs, action tiles that are no pieces, typed names."""

import re
from typing import Final

import pytest

from bot.model.people import Person
from bot.present.posts.consent_posts import turn_completions
from bot.words import Catalog, Counted, Told, catalog, phrase
from bot.words.pieces import bag_pieces, place_phrase
from bot.words.text import folded
from engine import Game, GameOptions
from engine.bag import ActionTiles, Resources
from engine.data.box import PathTile
from engine.ids import ActionType, Color, Guardian, Place, PlaceKind, PortalKind, Resource
from tests.words.test_catalogs import Entry, forms
from tests.words.tree import local, spoken

POLISH: Final = catalog("pl")
PATH_AND_GUARDIAN: Final = ActionTiles.of(ActionType.PATH) + ActionTiles.of(ActionType.GUARDIAN)
SHELL_AND_GOLD: Final = Resources.of(Resource.SHELL) + Resources.of(Resource.GOLD)
BOTH: Final = bag_pieces(PATH_AND_GUARDIAN, SHELL_AND_GOLD)
TALLIED: Final = re.compile(r"\{(tiles|pieces):tally\}")


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (
            phrase("choose.pay", pieces=PATH_AND_GUARDIAN),
            "Zużyj 1 żeton Ścieżki i 1 żeton Strażniczki",
        ),
        (phrase("choose.pay", pieces=SHELL_AND_GOLD), "Zużyj 1 Muszlę i 1 sztukę Złota"),
        (
            phrase("choose.keep", tiles=PATH_AND_GUARDIAN),
            "Zachowaj 1 żeton Ścieżki i 1 żeton Strażniczki, resztę odrzuć",
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
            "Weź 1 żeton Gnoma, 1 Muszlę i Portal Gwiazdy",
        ),
        (
            phrase("question.pay_tiles", cost=Counted(ActionType.GUARDIAN, 1)),
            "Zużyj 1 żeton Strażniczki. Zamiast każdego żetonu możesz zużyć 1 żółty lub 2 dowolne.",
        ),
        (
            phrase("preview.pays", cost=BOTH),
            "Zużywasz 1 żeton Ścieżki, 1 żeton Strażniczki, 1 Muszlę i 1 sztukę Złota.",
        ),
        (
            phrase(
                "preview.pays",
                cost=(
                    phrase("price.ship", pieces=PATH_AND_GUARDIAN),
                    phrase("price.island", pieces=Resources.of(Resource.SHELL)),
                ),
            ),
            "Zużywasz za rejs 1 żeton Ścieżki i 1 żeton Strażniczki i za wyspę 1 Muszlę.",
        ),
        (
            phrase("offer.both", gains=BOTH[2:], cost=BOTH[:2]),
            "+ 1 Muszla i 1 sztuka Złota; koszt: 1 żeton Ścieżki i 1 żeton Strażniczki.",
        ),
        (
            phrase("story.guardian_retrieved", who="Ada", guardian=Guardian.GREY),
            "Ada sprowadza szarą Strażniczkę na kafelek Początkowy.",
        ),
        (phrase("refusal.tile_not_held", kind=ActionType.WILD), "Nie masz żółtego żetonu."),
        (
            phrase(
                "story.guardian_moved",
                who="Ada",
                moves=(
                    phrase(
                        "story.guardian_move",
                        guardian=Guardian.PINK,
                        place=place_phrase(Place(PlaceKind.BONFIRE, 2)),
                    ),
                ),
            ),
            "Ada przesuwa różową Strażniczkę do Ogniska na polu 2.",
        ),
        (
            phrase("story.revealed_path", tile=PathTile(Color.BLUE, Resource.SHELL), slot=2),
            "Muszla z niebieskim Kryształem (kafelek Ścieżki na miejscu 2)",
        ),
        (
            phrase(
                "choose.walk",
                guardian=Guardian.PINK,
                place=place_phrase(Place(PlaceKind.PATH, 3)),
            ),
            "różowa Strażniczka na 3. kafelek Ścieżki",
        ),
    ],
)
def test_names_stand_in_the_case_that_the_sentence_asks_for(told: Told, sentence: str) -> None:
    assert POLISH.spell(told) == sentence


@pytest.mark.parametrize("kind", ActionType)
@pytest.mark.parametrize("form", [None, "short", "acc"])
def test_an_action_tile_is_never_called_by_the_bare_name_of_a_piece(
    kind: ActionType, form: str | None
) -> None:
    for number in (1, 2, 5):
        assert "żeton" in POLISH.spell(Counted(kind, number), form)


def test_bare_names_of_action_tiles_stand_only_after_the_word_for_them() -> None:
    """A number of path tiles, after the word for tiles, is no piece either."""
    found = [text for text in sentences(POLISH) if TALLIED.search(text)]
    assert found
    assert [text for text in found if "żeton" not in TALLIED.split(text.lower())[0]] == []


def test_names_of_commands_and_options_are_typed_without_marks_of_letters() -> None:
    """Discord documents no search that overlooks them, and they are rarely typed in a hurry."""
    names = {
        local(POLISH, table, name)
        for one in spoken()
        for table, below in (("command_name", one.below), ("option_name", one.options))
        for name in below
    }
    assert {name for name in names if folded(name) != name} == set()


def test_turns_and_players_are_completed_without_marks_of_letters_too() -> None:
    game = Game.new(GameOptions(2), 3)
    for _ in range(40):
        assert game.waiting is not None
        game.submit(game.waiting.seat, game.legal_actions()[0])
    people = (Person("Żaneta", "<@1>"), Person("Łukasz", "<@2>"))

    def found(typed: str) -> set[str]:
        return {one.label for one in turn_completions(game, people, POLISH, typed)}

    assert found("zaneta") == found("Żaneta") != set()
    assert found("ŁUKASZ") == found("lukasz") != set()


def sentences(words: Catalog) -> list[str]:
    entries: list[Entry] = list(words.entries.values())
    return [text for entry in entries for text in forms(entry)]
