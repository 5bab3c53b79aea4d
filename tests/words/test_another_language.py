"""One file makes a language: everything that offers languages finds it there."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import discord
import pytest
from discord.app_commands import TranslationContext, TranslationContextLocation

from bot import words
from bot.chat.command_names import CatalogTranslator, described, languages_offered
from bot.cli.table import page_words
from bot.words import DEFAULT, catalog, languages, read_language, word_files
from tests.words.made_up import forget, written

Place = TranslationContext[Literal[TranslationContextLocation.other], None]
NEW = "cs"
MODEL = "pl"
"""The pretended translator writes Polish: only the file is new."""


def in_one_file(language: str) -> str:
    """A language as one file, a line for each sentence."""
    keys = {key: ".".join(map(json.dumps, key.split("."))) for key in read_language(language)}
    return "\n".join(f"{keys[key]} = {written(e)}" for key, e in read_language(language).items())


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """One file of another language, beside those of English."""
    file = tmp_path / f"{NEW}.toml"
    file.write_text(in_one_file(MODEL), "utf-8")
    english = (one for one in word_files() if one.name.endswith(f"{DEFAULT}.toml"))
    monkeypatch.setattr(words, "word_files", lambda files=(*english, file): files)
    forget()
    yield file
    forget()


@pytest.mark.usefixtures("file")
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


def test_what_one_file_lacks_is_said_in_english(file: Path) -> None:
    file.write_text('[button]\nconfirm = "Potvrdit"\n', "utf-8")
    assert catalog(NEW).say("button.confirm") == "Potvrdit"
    assert catalog(NEW).say("button.back") == "Back"
