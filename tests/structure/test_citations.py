"""Whatever a comment, a docstring or a document cites is in the repository."""

import re
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import PurePath

import pytest

from tests.kit.sources import STOREYS, prose, prose_of, tracked_files
from tests.structure.rulings import components, rulings, sections

RULINGS = re.compile(r"\brulings?\s+(\d+(?:(?:,|\s+and|\s+to)\s+\d+)*)", re.IGNORECASE)
COMPONENTS = re.compile(r"\bRULINGS\.md:\s+([^.;)`]+)")
SECTIONS = re.compile(r"\b(S\d(?:(?:,|\s+and|\s+to)\s+S\d)*)\s+([A-Z][\w\s']+)")
UNCLEAR = re.compile(r"\(S\d\)|(?<!\S)\(?#\d+\b")
"""A rule text without a section, a number without saying of what."""
FILES = re.compile(
    r"(?<![\w/.*@-])(?:[\w*.-]+/)*[\w*-][\w*.-]*"
    r"\.(?:css|db|html|js|json|lock|md|pdf|py|sql|svg|toml|ttf|txt|ya?ml)\b(?!\()"
)
PATHS = re.compile(rf"(?<![\w/.-])(?:{'|'.join((*STOREYS, 'tests'))})/[\w/.*-]*\w")

NOT_OURS = {
    "discord.py": "the library",
    "icons.json": "in the package that the icons come from",
    "*xx.toml": "stands for the catalog of any language",
    "box.toml": "what people call the values of their own game",
    "*.db": "a database, made by the program",
}
"""What looks like a file of the repository and is none."""


def dead_citations(prose: str) -> Iterator[tuple[int, str]]:
    """What is cited and is not there, each with the place of the citation."""
    for pattern, dead in CITATIONS:
        for match in pattern.finditer(prose):
            yield from ((match.start(), what) for what in dead(match))


def _dead_rulings(match: re.Match[str]) -> Iterator[str]:
    known = {str(ruling.number) for ruling in rulings()}
    yield from (f"ruling {one}" for one in re.findall(r"\d+", match[1]) if one not in known)


def _dead_components(match: re.Match[str]) -> Iterator[str]:
    names = " ".join(match[1].split()).split(", ")
    yield from (f"RULINGS.md: {name}" for name in names if name.lower() not in components())


def _dead_sections(match: re.Match[str]) -> Iterator[str]:
    cited = " ".join(match[2].split())
    for text in re.findall(r"S\d", match[1]):
        if not any(one == text and cited.startswith(section) for one, section in sections()):
            yield f"{text} {cited}"


def _dead_files(match: re.Match[str]) -> Iterator[str]:
    if not is_in_the_repository(match[0]):
        yield match[0]


def _unclear(match: re.Match[str]) -> Iterator[str]:
    yield match[0]


@cache
def is_in_the_repository(name: str) -> bool:
    """Say whether it names a file or folder, in full or by the last parts of its path."""
    parts = PurePath(name).parts
    if any(fnmatch(parts[-1], pattern) for pattern in NOT_OURS):
        return True
    return any(
        len(path.parts) >= len(parts) and all(map(fnmatch, path.parts[-len(parts) :], parts))
        for file in tracked_files()
        for path in (file, *file.parents)
    )


CITATIONS = (
    (RULINGS, _dead_rulings),
    (COMPONENTS, _dead_components),
    (SECTIONS, _dead_sections),
    (UNCLEAR, _unclear),
    (FILES, _dead_files),
    (PATHS, _dead_files),
)


def test_every_citation_leads_somewhere() -> None:
    dead = [
        f"{file}:{1 + text.count(chr(10), 0, place)} cites {what}"
        for file, text in prose()
        for place, what in dead_citations(text)
    ]
    assert not dead, "\n".join(dead)


@pytest.mark.parametrize(
    "text",
    [
        "settled (ruling 999)",
        "settled by rulings\n1, 999",
        "the cups (RULINGS.md: fate tiles, cups)",
        "sail (S1 Fly your Ship)",
        "Tom (S0 Solo Play)",
        "Tom (S1, S0 Solo\nPlay)",
        "sail (S1)",
        "settled (#54)",
        "see FACTS.md",
        "see engine/rules/magic.py",
        "see engine/magic",
        "see ../other/notes.md",
    ],
)
def test_a_dead_citation_is_noticed(text: str) -> None:
    assert list(dead_citations(text))


@pytest.mark.parametrize(
    "text",
    [
        "settled (rulings 1, 2 and\n54)",
        "the tiles (RULINGS.md: fate tiles, Fate\n    Area; ruling 54)",
        "sail (S0, S1 Move\n    your Ship)",
        "see README.md, engine/rules, bot/words/*.toml and tests/kit/position.py",
        "recruit S2 2, gnomes S1 and S2",
    ],
)
def test_what_is_there_may_be_cited(text: str) -> None:
    assert list(dead_citations(text)) == []


@pytest.mark.parametrize(
    ("suffix", "text"),
    [
        (".py", 'told = """said"""  # twice\n\n# thrice'),
        (".toml", 'key = "#1"  # said\n# twice\n\n# thrice'),
        ("", "run:\t# said\n\t@true # twice\n\n# thrice"),
        (".js", 'const at = "http://x";  // said\n// twice\n\n  // thrice'),
        (".sql", "-- said\n-- twice\n\nSELECT 1 -- thrice"),
        (".css", "a { } /* said\n   twice */\n\n/* thrice */"),
        (".html", "<p> <!-- said\n twice -->\n\n<!-- thrice -->"),
        (".md", "said\ntwice\n\nthrice"),
    ],
)
def test_prose_is_what_people_are_told(suffix: str, text: str) -> None:
    prose = prose_of(suffix, text)
    assert prose.split() == ["said", "twice", "thrice"]
    assert prose.count("\n", 0, prose.index("thrice")) == text.count("\n", 0, text.index("thrice"))


def test_rulings_are_numbered_without_gaps() -> None:
    assert [ruling.number for ruling in rulings()] == list(range(1, len(rulings()) + 1))


def test_every_ruling_names_the_section_that_it_reads() -> None:
    assert [ruling.number for ruling in rulings() if not SECTIONS.search(ruling.source)] == []
