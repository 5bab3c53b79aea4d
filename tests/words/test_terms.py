"""The catalogs against the terms of each printed rulebook."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from bot.words import DEFAULT, catalog, languages

TERMS: dict[str, dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "terms.toml").read_text("utf-8")
)
PRINTED: list[str] = TERMS.pop("rulebooks")["printed"]
OTHERS = tuple(language for language in languages() if language != DEFAULT)


def said(language: str, start: str) -> tuple[str, ...]:
    """Every entry under a key, each with all its forms."""
    entries = catalog(language).entries
    return tuple(
        str(entry) if isinstance(entry, str) else " ".join(entry.values())
        for key, entry in entries.items()
        if key == start or key.startswith(f"{start}.")
    )


@pytest.mark.parametrize("language", PRINTED)
def test_every_term_of_the_printed_rules_is_listed(language: str) -> None:
    assert {term for term, row in TERMS.items() if language not in row} == set()


@pytest.mark.parametrize("language", PRINTED)
@pytest.mark.parametrize("term", TERMS)
def test_the_catalog_speaks_of_it_as_the_printed_rules_do(term: str, language: str) -> None:
    row = TERMS[term]
    for start in row["where"]:
        texts = said(language, start)
        assert texts, f"{start} is in no catalog"
        assert any(re.search(row[language], text) for text in texts), (start, texts)


@pytest.mark.parametrize("language", OTHERS)
def test_no_english_term_is_left_in_another_language(language: str) -> None:
    """Words that neither language shares, in any sentence, are English ones that stayed."""
    english = re.compile(
        r"\b(guardians?|offerings?|fate|tiles?|council|novices?|procession|wheel|gnomes|elders?|"
        r"specialists?|crystals?|paths?|tasks?|your?|the|and|with|this|turn|which)\b"
    )
    left = {
        key: found
        for key, entry in catalog(language).entries.items()
        for text in ([entry] if isinstance(entry, str) else entry.values())
        if (found := english.findall(re.sub(r"\{[^}]*\}|`[^`]*`", "", text)))
    }
    assert left == {}
