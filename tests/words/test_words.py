"""The catalog: keys, slots, plural forms, lists, and that no sentence stands anywhere else."""

import re
from collections.abc import Mapping
from enum import Enum

import pytest

from bot.words import (
    DEFAULT,
    SLOT,
    Catalog,
    Counted,
    UnknownWordsError,
    catalog,
    flatten,
    group_of,
    is_form,
    languages,
    phrase,
    pieces,
    read_language,
)
from bot.words.text import clip, fitted
from bot.words.typed_notation import TYPED_WORDS
from engine import Reason, conditions, events, ids
from engine.agents.levels import Level
from engine.bag import ActionTiles, Resources
from engine.data import box
from engine.data.council import CouncilBonus
from engine.data.standard import STANDARD_BOX
from tests.kit.sentences import keys_made, page_keys, said_keys, sentences, strings
from tests.kit.texts import forms
from tests.structure.privacy import PRIVACY

NAMED = (
    ids.ActionType,
    ids.City,
    ids.Color,
    ids.CommonTask,
    CouncilBonus,
    ids.Direction,
    ids.ElderCount,
    ids.End,
    events.EndReason,
    ids.Guardian,
    Level,
    ids.PointSource,
    ids.PortalKind,
    ids.Resource,
    ids.SeatColor,
    ids.Side,
    conditions.Squares,
    ids.TomCard,
)
WORDS = catalog()
COUNTED = "n"
REFUSAL = re.compile(r"\w+\.sorry\.\w+|error\.\w+")
"""A key that stands in a table of refusals, or in a kind of games."""


def slots(entry: str | Mapping[str, str]) -> set[str]:
    found = {name for form in forms(entry) for name, _ in SLOT.findall(form)}
    return found if isinstance(entry, str) else found | {COUNTED}


def test_every_language_says_the_same_things_with_the_same_slots() -> None:
    english = read_language(DEFAULT)
    for language in languages():
        entries = read_language(language)
        common = {key for key in english if not is_form(key, english)}
        assert common - set(entries) == set()
        extra = {key for key in entries if key not in english}
        assert all("_" in key.split(".")[0] for key in extra), extra
        assert {key for key in common if slots(english[key]) != slots(entries[key])} == set()


def test_forms_of_names_stay_in_their_language() -> None:
    english = read_language(DEFAULT)
    forms = {key.split(".")[0] for key in english if is_form(key, english)}
    guardians = {"guardian_short", "guardian_the", "guardian_their"}
    assert forms == {"action_tile", "count_short", *guardians}
    assert WORDS.name(ids.Guardian.OWN, "the") == "your own Guardian"
    for language in set(languages()) - {DEFAULT}:
        words = catalog(language)
        assert words.name(ids.Guardian.OWN, "the") == words.name(ids.Guardian.OWN)


@pytest.mark.parametrize("kind", [member for group in NAMED for member in group])
def test_every_component_and_place_has_a_name(kind: Enum) -> None:
    assert WORDS.name(kind)


@pytest.mark.parametrize("kind", [*ids.ActionType, *ids.Resource])
def test_every_piece_is_counted_in_one_and_in_many(kind: Enum) -> None:
    assert WORDS.spell(Counted(kind, 1)).startswith("1 ")
    assert WORDS.spell(Counted(kind, 2)).startswith("2 ")


def test_every_reason_of_the_engine_has_a_sentence() -> None:
    assert [reason for reason in Reason if f"refusal.{reason}" not in WORDS] == []


def test_every_task_gnome_and_elder_of_the_box_has_words() -> None:
    for task in STANDARD_BOX.tasks:
        assert WORDS.spell(pieces.condition_phrase(task.condition))
    gnomes: tuple[box.Specialist | box.Elder, ...] = (
        *STANDARD_BOX.specialists,
        *STANDARD_BOX.elders,
    )
    for gnome in gnomes:
        assert 0 < len(WORDS.spell(pieces.gnome_title(gnome))) <= 60


def test_every_key_that_the_sources_say_exists_and_gets_its_slots() -> None:
    wrong = []
    for said in said_keys():
        if said.key not in WORDS:
            wrong.append((said.place, said.key, "unknown"))
        elif not said.open_ended and slots(WORDS.entries[said.key]) != said.slots:
            wrong.append((said.place, said.key, "slots"))
    assert wrong == []


def test_every_refusal_that_the_sources_name_exists() -> None:
    refusals = {(place, key) for place, key in strings() if REFUSAL.fullmatch(key)}
    assert len(refusals) > 50
    assert {(place, key) for place, key in refusals if key not in WORDS} == set()


def test_every_key_of_the_catalog_is_used() -> None:
    on_the_page = set(page_keys())
    assert on_the_page - set(WORDS.entries) == set()
    said = on_the_page.union(key for _, key in keys_made(WORDS.entries))
    named = {group_of(group) for group in NAMED}
    idle = [
        key
        for key in WORDS.entries
        if key.split(".")[0] not in named
        and not is_form(key, WORDS.entries)
        and not key.startswith((TYPED_WORDS, PRIVACY))
        and key not in said
    ]
    assert idle == []


def test_no_sentence_stands_outside_the_catalog() -> None:
    assert list(sentences()) == []


def test_descriptions_of_commands_are_within_discords_limit() -> None:
    told = {key: entry for key, entry in WORDS.entries.items() if key.startswith("command.")}
    assert {key for key, entry in told.items() if len(str(entry)) > 100} == set()


def test_no_sentence_is_empty_or_ends_in_a_space() -> None:
    for key, entry in WORDS.entries.items():
        for form in forms(entry):
            assert form == form.strip() != "", key
            assert not re.search(r" {2}|\{\}", form), key


def test_unknown_keys_and_missing_slots_are_errors() -> None:
    words = Catalog("en", {"greeting": "Hello {who}", "count": {"one": "{n}", "other": "{n}"}})
    with pytest.raises(UnknownWordsError):
        words.say("farewell")
    with pytest.raises(UnknownWordsError):
        words.say("greeting")
    with pytest.raises(UnknownWordsError):
        words.say("count", who="Ada")
    with pytest.raises(UnknownWordsError):
        words.say("greeting", who=object())


def test_numbers_lists_and_bags_follow_the_language() -> None:
    bag = Resources.of(ids.Resource.FRUIT, ids.Resource.FRUIT, ids.Resource.GOLD)
    assert WORDS.spell(bag) == "2 Fruits and 1 Gold"
    assert WORDS.spell(Resources.EMPTY) == "none"
    assert WORDS.spell((ids.Resource.FRUIT, ids.Resource.HERB), "or") == "Fruit or Herb"
    assert WORDS.spell((ids.Resource.FRUIT, ids.Resource.HERB), "dots") == "Fruit · Herb"
    assert WORDS.spell((ids.Resource.FRUIT, ids.Resource.HERB), "slashes") == "Fruit / Herb"
    assert WORDS.spell(12345) == "12,345"
    assert WORDS.spell(ActionTiles.of(ids.ActionType.SHIP), "short") == "1× ship"  # noqa: RUF001


def test_another_language_needs_only_its_words() -> None:
    polish = Catalog(
        "pl",
        dict(
            flatten(
                {
                    "guardian": {"pink": "różowa Strażniczka"},
                    "guardian_acc": {"pink": "różową Strażniczkę"},
                    "fetched": "Weź {guardian:acc}.",
                    "seen": "Oto {guardian}.",
                    "points": {
                        "one": "{n} punkt",
                        "few": "{n} punkty",
                        "many": "{n} punktów",
                        "other": "{n} punktu",
                    },
                    "both": "{a} i {b}",
                }
            )
        ),
    )
    counted = [polish.say("points", n=n) for n in (1, 3, 5, 12, 13, 14, 21, 22, 112)]
    assert [text.partition(" ")[2] for text in counted] == [
        "punkt",
        "punkty",
        *["punktów"] * 5,
        "punkty",
        "punktów",
    ]
    assert polish.say("fetched", guardian=ids.Guardian.PINK) == "Weź różową Strażniczkę."
    assert polish.say("seen", guardian=ids.Guardian.PINK) == "Oto różowa Strażniczka."
    assert polish.listed(("a", "b", "c")) == "a, b i c"


def test_an_unknown_language_is_answered_in_english() -> None:
    assert catalog("xx-XX").locale == "en"
    assert catalog("en-GB").locale == "en"


def test_phrases_nest() -> None:
    words = Catalog("en", {"outer": "<{inner}>", "inner": "{who}!"})
    assert words.say("outer", inner=phrase("inner", who="Ada")) == "<Ada!>"


def test_a_table_with_something_else_than_sentences_is_refused() -> None:
    with pytest.raises(ValueError, match="neither"):
        dict(flatten({"a": {"b": 3}}))


def test_long_texts_are_cut_at_a_word_and_marked() -> None:
    assert clip("short", 10) == "short"
    assert clip("several words in a row", 14) == "several words…"
    assert len(clip("x" * 50, 20)) == 20


def test_the_newest_lines_are_kept_when_room_is_short() -> None:
    assert fitted(("a", "b"), 10) == "a\nb"
    assert fitted(("first line", "second", "third"), 16) == "…\nsecond\nthird"
