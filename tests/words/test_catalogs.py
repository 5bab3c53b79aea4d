"""What holds for the catalog of every language beside English."""

import re
from collections.abc import Mapping

import pytest
from babel import Locale

from bot.model.messages import CHOICE_LIMIT
from bot.words import DEFAULT, SEPARATORS, SLOT, catalog, is_form, languages, phrase, read_language
from bot.words.pieces import condition_phrase, gnome_title, island_phrase, points_phrase
from engine.data.box import Elder, Specialist
from engine.data.standard import STANDARD_BOX
from engine.ids import Side
from renderer.fonts import drawable
from renderer.scene import Face
from tests.kit.sources import ROOT, tracked_files
from tests.kit.texts import COMMAND, Entry, forms
from tests.kit.tree import local, spoken

OTHERS = tuple(language for language in languages() if language != DEFAULT)
DOCUMENTS = sorted(
    file
    for file in tracked_files()
    if file.suffix == ".md" and file.name not in {"CHANGELOG.md", "routes.md"}
)
"""All but what tells of earlier commands, and the list of routes with their options."""
NAME = re.compile(r"[-_'\w]{1,32}")


def slots(entry: Entry) -> set[str]:
    return {name for form in forms(entry) for name, _ in SLOT.findall(form)}


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_missing(language: str) -> None:
    english = read_language(DEFAULT)
    common = {key for key in english if not is_form(key, english)}
    missing = sorted(common - set(read_language(language)))
    assert missing == [], f"bot/words/*.{language}.toml lack these keys"


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_said_that_english_does_not_say(language: str) -> None:
    english = read_language(DEFAULT)
    extra = sorted(
        key
        for key in read_language(language)
        if key not in english and "_" not in key.partition(".")[0]
    )
    assert extra == [], f"bot/words/*.{language}.toml have keys that nothing asks for"


@pytest.mark.parametrize("language", OTHERS)
def test_sentences_have_the_slots_of_the_english_ones(language: str) -> None:
    english, entries = read_language(DEFAULT), read_language(language)
    wrong = {
        key: slots(entries[key]) ^ slots(entry)
        for key, entry in english.items()
        if key in entries and slots(entries[key]) - {"n"} != slots(entry) - {"n"}
    }
    assert wrong == {}


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_counted_has_every_form_that_the_language_has(language: str) -> None:
    wanted = {*Locale.parse(language).plural_form.tags, "other"}
    short = {
        key: set(entry) ^ wanted
        for key, entry in read_language(language).items()
        if isinstance(entry, Mapping) and set(entry) != wanted
    }
    assert short == {}


@pytest.mark.parametrize("language", OTHERS)
def test_a_form_that_a_sentence_asks_for_exists(language: str) -> None:
    entries = read_language(language)
    groups = {key.partition(".")[0] for key in entries}
    endings = {group.rpartition("_")[2] for group in groups}
    unknown = {
        key: form
        for key, entry in entries.items()
        for text in forms(entry)
        for _, form in SLOT.findall(text)
        if form and form not in endings | {"or", "symbol", "tally", *SEPARATORS}
    }
    assert unknown == {}


@pytest.mark.parametrize("language", OTHERS)
def test_pictures_can_draw_every_letter(language: str) -> None:
    for key, entry in catalog(language).entries.items():
        for text in forms(entry):
            if key.startswith(("picture.", "resource", "color", "portal", "guardian", "action")):
                for face in (Face.BOLD, Face.TEXT):
                    assert drawable(text, face) == text, key


@pytest.mark.parametrize("language", OTHERS)
def test_every_command_and_option_has_a_name_of_its_own(language: str) -> None:
    words = catalog(language)
    for one in spoken():
        for table, names in (("command_name", one.below), ("option_name", one.options)):
            missing = [name for name in names if f"{table}.{name}" not in words]
            assert missing == [], f"[{table}] of {language} lacks these of {one.path}"
            told = [local(words, table, name) for name in names]
            assert len(set(told)) == len(told), (one.path, told)
            assert all(NAME.fullmatch(name) and name == name.lower() for name in told), told


@pytest.mark.parametrize("language", OTHERS)
def test_no_name_of_a_command_is_left_over(language: str) -> None:
    every = spoken()
    used = {f"command_name.{one.path[-1]}" for one in every}
    used |= {f"option_name.{option}" for one in every for option in one.options}
    named = {key for key in read_language(language) if key.startswith(("command_n", "option_n"))}
    assert named - used == set()


def test_a_name_is_that_of_one_command_in_all_languages() -> None:
    """A text does not tell its language where its commands become mentions."""
    meant: dict[str, set[tuple[str, ...]]] = {}
    for one in spoken():
        for language in languages():
            meant.setdefault(one.spelled(catalog(language)), set()).add(one.path)
    assert {name: paths for name, paths in meant.items() if len(paths) > 1} == {}


@pytest.mark.parametrize("language", [DEFAULT, *OTHERS])
def test_every_command_that_a_text_names_exists(language: str) -> None:
    words = catalog(language)
    known = {one.spelled(words) for one in spoken()}
    named = {
        (key, name)
        for key, entry in words.entries.items()
        for text in forms(entry)
        for name in COMMAND.findall(text)
    }
    assert named
    assert {(key, name) for key, name in named if name not in known} == set()


@pytest.mark.parametrize("language", OTHERS)
def test_names_of_components_are_within_the_room_of_a_menu(language: str) -> None:
    words = catalog(language)
    gnomes: tuple[Specialist | Elder, ...] = (*STANDARD_BOX.specialists, *STANDARD_BOX.elders)
    for gnome in gnomes:
        assert 0 < len(words.spell(gnome_title(gnome))) <= 60, gnome
    for row in STANDARD_BOX.path_tiles:
        assert len(words.spell(row.tile)) <= 40


@pytest.mark.parametrize("language", [DEFAULT, *OTHERS])
def test_every_task_has_room_in_every_menu(language: str) -> None:
    words = catalog(language)
    islands = [island_phrase(one) for one in STANDARD_BOX.islands if one.resource is not None]
    for task in STANDARD_BOX.tasks:
        about: dict[str, object] = {
            "task": task.id,
            "points": points_phrase(task.points),
            "condition": condition_phrase(task.condition),
        }
        told = [words.say("choose.task", side=side, **about) for side in Side]
        told.append(words.say("choose.ignite", space=8, **about))
        voyages = (phrase("offer.sail_task", island=island, **about) for island in islands)
        told += (words.say("prompt.best", offer=voyage) for voyage in voyages)
        assert [text for text in told if len(text) > CHOICE_LIMIT] == []


def test_every_command_that_a_document_names_exists() -> None:
    named = set()
    for file in DOCUMENTS:
        ending = file.name.split(".")[-2]
        words = catalog(ending if ending in OTHERS else DEFAULT)
        known = {one.spelled(words) for one in spoken()}
        tops = {name.partition(" ")[0] for name in known}
        typed = COMMAND.findall(" ".join((ROOT / file).read_text("utf-8").split()))
        of_ours = {one for one in typed if one.partition(" ")[0] in tops}
        named |= of_ours
        assert of_ours - known == set(), file
    assert len(named) > len(OTHERS)
