"""The privacy policy and the terms of use say what the program does, in each of their languages."""

import asyncio
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from bot.chat.handlers.texts import public_pages
from bot.model.links import PublicPages, page_languages
from bot.runtime.housekeeping import DAY_SECONDS, KEPT, KEPT_OF_SERVERS
from bot.runtime.settings import load
from bot.standin.layout import text as text_of
from bot.store.store import Store
from bot.words import catalog
from tests.kit.hall import Hall
from tests.kit.sources import ROOT
from tests.structure.privacy import assembled

DOCS: Final = ROOT / "docs"
TABLE: Final = re.compile(r"^\| `(\w+)` \| .+ \| .+ \|$", re.MULTILINE)
LINK: Final = re.compile(r"\]\(([^)]+)\)")
DAYS: Final = {"en": r"(\d+) days", "de": r"(\d+) Tage", "pl": r"(\d+) dni"}
COPIES: Final = {"en": r"last (\d+) copies", "de": r"letzten (\d+) Kopien", "pl": r"(\d+) kopii"}


TOLD_DAYS: Final = tuple(language for language in page_languages() if language in DAYS)
"""A language may lack the words by which its numbers are found."""


def page(name: str, language: str) -> str:
    return (DOCS / f"{name}.{language}.md").read_text("utf-8")


def tables_of_a_fresh_database(folder: Path) -> list[str]:
    async def make() -> None:
        await (await Store.open(folder / "bonfire.db")).close()

    asyncio.run(make())
    with closing(sqlite3.connect(folder / "bonfire.db")) as database:
        rows = database.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        )
        return sorted(name for (name,) in rows)


def test_the_privacy_policy_names_every_table_once(tmp_path: Path) -> None:
    """A new table fails here until people can read what it keeps."""
    tables = tables_of_a_fresh_database(tmp_path)
    for language in page_languages():
        assert sorted(TABLE.findall(page("privacy", language))) == tables, language


@pytest.mark.parametrize("language", page_languages())
def test_the_rows_of_features_are_those_of_their_words(language: str) -> None:
    told = page("privacy", language)
    assert told == assembled(told, language), "run python -m tests.structure.privacy"


@pytest.mark.parametrize("language", TOLD_DAYS)
def test_the_privacy_policy_says_how_long_things_are_kept(language: str) -> None:
    text = page("privacy", language)
    for table in ("posts", "processed"):
        (row,) = re.findall(rf"^\| `{table}` .*$", text, re.MULTILINE)
        assert re.findall(DAYS[language], row) == [str(int(KEPT / DAY_SECONDS))]
    told = [int(days) for days in re.findall(DAYS[language], text)]
    assert set(told) == {KEPT / DAY_SECONDS, KEPT_OF_SERVERS / DAY_SECONDS}
    (copies,) = re.findall(COPIES[language], text)
    assert int(copies) == load({"DISCORD_TOKEN": "a.b.c"}).backups


@pytest.mark.parametrize("name", ["privacy", "terms"])
def test_the_pages_say_the_same_in_each_language_and_lead_to_each_other(name: str) -> None:
    pages = {language: page(name, language) for language in page_languages()}
    assert {path.name for path in DOCS.glob(f"{name}.*.md")} == {
        f"{name}.{language}.md" for language in page_languages()
    }
    shapes = {
        (text.count("\n## "), text.count("\n- "), len(re.findall(r"^\d\. ", text, re.MULTILINE)))
        for text in pages.values()
    }
    assert len(shapes) == 1
    for language, text in pages.items():
        links = LINK.findall(text)
        others = {f"{name}.{other}.md" for other in page_languages() if other != language}
        assert others <= set(links)
        assert all((DOCS / link).is_file() for link in links)


@pytest.mark.parametrize("language", page_languages())
def test_who_is_forgotten_is_called_as_the_privacy_policy_says(language: str) -> None:
    text = " ".join(page("privacy", language).split())
    assert f"*{catalog(language).say('forgetting.somebody')}*" in text


@pytest.mark.parametrize("language", page_languages())
def test_about_leads_to_both_pages(language: str) -> None:
    pages = PublicPages("https://a.example/{language}/privacy", "https://a.example/terms")
    text = public_pages(pages, catalog(language))
    assert f"](<https://a.example/{language}/privacy>)" in text
    assert "](<https://a.example/terms>)" in text
    assert "https" not in public_pages(PublicPages(), catalog(language))
    named = re.findall(r"`docs/([^`]+)`", public_pages(PublicPages(), catalog(language)))
    assert named == [f"privacy.{language}.md", f"terms.{language}.md"]


def test_who_reads_another_language_is_led_to_the_english_pages() -> None:
    pages = PublicPages("https://a.example/{language}", "https://a.example/t.{language}")
    assert pages.read_in("fr") == ("https://a.example/en", "https://a.example/t.en")


async def test_about_ends_with_the_pages(hall: Hall) -> None:
    asked = await hall.ada.slash(hall.table, "bonfire", "about")
    told = text_of(await asked.response())
    assert told.endswith(catalog().say("shell.no_pages"))
