"""A sentence stands where it is said: that of one feature alone in its folder."""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bot.words import DEFAULT, catalog, flatten, languages, word_files
from tests.bot.sources import ROOT, key_patterns, strings
from tests.words.test_catalogs import COMMAND, forms
from tests.words.tree import spoken

CORE = ""
BORROWERS = ("bot/present/wizard/posed.py", "bot/features/lesson/")
"""Whose pages are those of puzzles, and say their sentences."""


def feature_of(file: str) -> str:
    """The feature in whose folder a file is, or the core."""
    found = re.match(r"bot/features/(\w+)/", file)
    return found[1] if found else CORE


def homes(language: str) -> dict[str, str]:
    """Each key of a language with the feature that has it, or the core."""
    files = [Path(str(file)) for file in word_files()]
    return {
        key: feature_of(str(file.relative_to(ROOT)))
        for file in files
        if file.name.split(".")[-2] == language
        for key, _ in flatten(tomllib.loads(file.read_text("utf-8")))
    }


@cache
def sayers() -> dict[str, set[str]]:
    """Each key with the features that say it, the core among them."""
    said: defaultdict[str, set[str]] = defaultdict(set)
    patterns: defaultdict[re.Pattern[str], set[str]] = defaultdict(set)
    for place, pattern in key_patterns():
        patterns[pattern].add(feature_of(place))
    for key in homes(DEFAULT):
        for pattern, features in patterns.items():
            if pattern.fullmatch(key):
                said[key] |= features
    return said


def named(language: str) -> Iterator[tuple[str, str]]:
    """The sentences of the core, and the commands that they name."""
    entries = catalog(language).entries
    for key, home in homes(language).items():
        if home == CORE:
            yield from (
                (key, name) for text in forms(entries[key]) for name in COMMAND.findall(text)
            )


def test_the_core_has_no_sentence_that_one_feature_alone_says() -> None:
    kept = homes(DEFAULT)
    said = sayers().items()
    assert {
        key for key, by in said if kept[key] == CORE and len(by) == 1 and CORE not in by
    } == set()


def test_nobody_says_a_sentence_of_another_feature() -> None:
    kept = homes(DEFAULT)
    assert {
        (place, key)
        for place, key in strings()
        if kept.get(key, CORE) not in {CORE, feature_of(place)} and not place.startswith(BORROWERS)
    } == set()


@pytest.mark.parametrize("language", languages())
def test_every_language_keeps_a_sentence_where_english_does(language: str) -> None:
    english, own = homes(DEFAULT), homes(language)
    assert {key for key, home in english.items() if own.get(key, home) != home} == set()


@pytest.mark.parametrize("language", languages())
def test_the_core_names_no_command_of_a_feature(language: str) -> None:
    words = catalog(language)
    kept = homes(DEFAULT)
    theirs = {one.spelled(words) for one in spoken() if kept.get(one.key, CORE) != CORE}
    assert theirs
    assert [(key, name) for key, name in named(language) if name in theirs] == []
