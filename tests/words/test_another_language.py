"""One file makes a language: everything that offers languages finds it there."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

import discord
import pytest
from discord.app_commands import TranslationContext, TranslationContextLocation

from bot import words
from bot.chat.command_names import CatalogTranslator, described, languages_offered
from bot.cli.table import page_words
from bot.words import DEFAULT, WORDS_FOLDER, catalog, languages, read_language

Place = TranslationContext[Literal[TranslationContextLocation.other], None]
NEW = "cs"
MODEL = "pl"
"""The pretended translator writes Polish: only the file is new."""


def written(entry: str | Mapping[str, str]) -> str:
    if isinstance(entry, str):
        return json.dumps(entry)
    return f"{{{', '.join(f'{form} = {json.dumps(text)}' for form, text in entry.items())}}}"


def in_one_file(language: str) -> str:
    """A language as one file, a line for each sentence."""
    keys = {key: ".".join(map(json.dumps, key.split("."))) for key in read_language(language)}
    return "\n".join(f"{keys[key]} = {written(e)}" for key, e in read_language(language).items())


def forget() -> None:
    """Let every catalog be read anew."""
    for memory in (languages, catalog, words._sentences):
        memory.cache_clear()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of words with English and one file of another language."""
    for file in WORDS_FOLDER.iterdir():
        if file.name.endswith(f"{DEFAULT}.toml"):
            (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / f"{NEW}.toml").write_text(in_one_file(MODEL), "utf-8")
    monkeypatch.setattr(words, "WORDS_FOLDER", tmp_path)
    forget()
    yield tmp_path
    forget()


@pytest.mark.usefixtures("folder")
async def test_one_file_makes_a_language() -> None:
    assert languages() == (DEFAULT, NEW)
    assert catalog("cs-CZ").say("button.confirm") == "Potwierdź"
    assert catalog(NEW).say("condition.own.portals", n=3) == "3 Portale"
    assert [one.value for one in languages_offered()] == [DEFAULT, NEW]
    assert page_words()[NEW]["send"] == "Wyślij"
    place: Place = TranslationContext(TranslationContextLocation.other, None)
    described_as = described("command.bonfire.help")
    told = await CatalogTranslator().translate(described_as, discord.Locale.czech, place)
    assert told == "Jak się tu gra"


def test_what_one_file_lacks_is_said_in_english(folder: Path) -> None:
    (folder / f"{NEW}.toml").write_text('[button]\nconfirm = "Potvrdit"\n', "utf-8")
    assert catalog(NEW).say("button.confirm") == "Potvrdit"
    assert catalog(NEW).say("button.back") == "Back"
