"""A sentence stands where it is said: that of one feature alone in its folder."""

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from bot.words import DEFAULT, catalog, flatten, languages, word_files
from tests.kit.sentences import keys_made, strings
from tests.kit.sources import ROOT
from tests.kit.texts import COMMAND, forms
from tests.kit.tree import spoken

CORE = ""


def feature_of(file: str) -> str:
    """The feature in whose folder a file is, or the core."""
    found = re.match(r"bot/features/(\w+)/", file)
    return found[1] if found else CORE


@cache
def homes() -> dict[str, str]:
    """Each English key with the feature that has it, or the core; others may have one file."""
    files = (Path(str(file)) for file in word_files() if file.name.endswith(f"{DEFAULT}.toml"))
    return {
        key: feature_of(str(file.relative_to(ROOT)))
        for file in files
        for key, _ in flatten(tomllib.loads(file.read_text("utf-8")))
    }


def test_the_core_has_no_sentence_that_one_feature_alone_says() -> None:
    said: dict[str, set[str]] = {}
    for place, key in keys_made(homes()):
        said.setdefault(key, set()).add(feature_of(place))
    for key, by in said.items():
        assert homes()[key] != CORE or len(by) != 1 or by == {CORE}, (key, by)


def test_nobody_says_a_sentence_of_another_feature() -> None:
    assert {
        (place, key)
        for place, key in strings()
        if homes().get(key, CORE) not in {CORE, feature_of(place)}
    } == set()


@pytest.mark.parametrize("language", languages())
def test_the_core_names_no_command_of_a_feature(language: str) -> None:
    words = catalog(language)
    theirs = {one.spelled(words) for one in spoken() if homes().get(one.key, CORE) != CORE}
    told = {key: entry for key, entry in words.entries.items() if homes().get(key) == CORE}
    named = {
        (key, name) for key in told for text in forms(told[key]) for name in COMMAND.findall(text)
    }
    assert theirs
    assert {(key, name) for key, name in named if name in theirs} == set()
