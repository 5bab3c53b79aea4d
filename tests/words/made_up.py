"""A complete language that a program makes up, and pytest with it: `-p tests.words.made_up`.

Its texts are the English ones with other letters, and a fifth longer.
"""

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Final

import pytest

from bot import words
from bot.words import DEFAULT, CatalogEntry, catalog, languages, read_language, word_files

LANGUAGE: Final = "nl"
"""One that Discord knows, with the plural forms of English, and without a catalog."""
FILE: Final = "BONFIRE_MADE_UP_WORDS"
LONGER: Final = 5
"""Each so many letters, one is written twice."""
KEPT: Final = re.compile(r"\{[^}]*\}|<[^>]*>|\w*\d\w*|(?:EL|[A-Z]) |[^\W\d]+", re.UNICODE)
OTHER: Final = str.maketrans("abcdefghijklmnopqrstuvwxyz", "eñćðívgxópmłkuåjżsřťýbzqwh")
MODEL: Final = "pl"
"""The language whose names of commands, options and typed words are counted."""
TIGHT: Final = (
    "condition",
    "choose.task",
    "offer.sail_task",
    "prompt.best",
    "squares",
    "count",
    "side",
    "action",
)
"""The parts of the longest labels of menus, which a translator words as shortly as English does."""


def longer(word: str) -> str:
    """A word with other letters, and a fifth longer."""
    swapped = word.lower().translate(OTHER)
    told = "".join(
        letter * 2 if place % LONGER == 2 else letter for place, letter in zip(count(1), swapped)
    )
    return told.capitalize() if word[:1].isupper() else told


def as_long(word: str) -> str:
    """A word with other letters alone."""
    return word.translate(OTHER)


def made_up(text: str, spelled: Callable[[str], str] = longer) -> str:
    """A sentence in it; slots, codes and marks stay."""

    def told(found: re.Match[str]) -> str:
        piece = found[0]
        plain = piece[0] in "{<" or any(map(str.isdigit, piece)) or piece.endswith(" ")
        return piece if plain else spelled(piece)

    return KEPT.sub(told, text)


def _spelled() -> Iterator[tuple[str, CatalogEntry, Callable[[str], str]]]:
    """Each English entry, and how its words are spelled."""
    for key, entry in read_language(DEFAULT).items():
        yield key, entry, as_long if key.startswith(TIGHT) else longer


def catalog_of_it() -> Mapping[str, CatalogEntry]:
    """Every key of the English catalog, and names for what English has none of."""
    entries = {
        key: made_up(entry, spelled)
        if isinstance(entry, str)
        else {form: made_up(text, spelled) for form, text in entry.items()}
        for key, entry, spelled in _spelled()
    }
    for key in read_language(MODEL):
        group, _, name = key.partition(".")
        if group in {"command_name", "option_name", "typed_word"} and key not in entries:
            entries[key] = made_up(name)
    return entries


def write(file: Path) -> None:
    """Write its file."""
    keys = catalog_of_it()
    lines = (f"{'.'.join(map(repr, key.split('.')))} = {written(keys[key])}" for key in keys)
    file.write_text("\n".join(lines), "utf-8")


def written(entry: str | Mapping[str, str]) -> str:
    if isinstance(entry, str):
        return json.dumps(entry)
    return f"{{{', '.join(f'{form} = {json.dumps(text)}' for form, text in entry.items())}}}"


def forget() -> None:
    """Let every catalog be read anew."""
    for memory in (languages, catalog, words._sentences):
        memory.cache_clear()


if FILE in os.environ:
    every = (*word_files(), Path(os.environ[FILE]))
    pytest.MonkeyPatch().setattr(words, "word_files", lambda: every)
    forget()
