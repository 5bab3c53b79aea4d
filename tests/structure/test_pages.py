"""A page is a value until it is shown: `bot.present` makes texts, and takes none apart."""

import ast
from collections.abc import Iterator

import pytest

from tests.kit.sources import ROOT, modules, parsed

OF_TEXTS = frozenset(
    name
    for name in dir(str)
    if name.startswith(("split", "rsplit", "partition", "rpartition", "remove", "find", "rfind"))
    or name in {"startswith", "endswith", "index", "rindex", "strip", "lstrip", "rstrip", "replace"}
)
"""The methods of a text that cut it, and those that ask what stands in it."""
OF_LISTS_TOO = frozenset({"index"})
"""Those of them that lists have as well."""


def cuts(source: str) -> Iterator[int]:
    """Yield the lines of a module that take a text apart, whichever text it is."""
    for node in ast.walk(parsed(source)):
        match node:
            case ast.Call(ast.Attribute(attr=name)) if name in OF_TEXTS - OF_LISTS_TOO:
                yield node.lineno


def test_no_text_is_taken_apart_where_pages_are_made() -> None:
    found = {
        f"{file}:{line}"
        for file in modules("bot/present")
        for line in cuts((ROOT / file).read_text("utf-8"))
    }
    assert found == set(), (
        "edit the lines of a Page; fit finished texts by bot.words.text; read codes in bot.model"
    )


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("heading, *below = page.text.split('\\n')", [1]),
        ("x = 1\nkept = choice.hint.removeprefix(mark)", [2]),
        ("lines = [line for line in told if not line.startswith('-# ')]", [1]),
        ("page = replace(page, rows=())", []),
        ("rank = CHIEF.index(kind)", []),
    ],
)
def test_what_counts_as_taking_apart(source: str, found: list[int]) -> None:
    assert list(cuts(source)) == found


def afterthoughts(source: str) -> Iterator[int]:
    """Yield the lines of a module that leave out rows of a page, or read one of its sentences."""
    for node in ast.walk(parsed(source)):
        match node:
            case ast.comprehension(iter=ast.Attribute(attr="rows") as rows, ifs=[_, *_]):
                yield rows.lineno
            case ast.MatchClass(cls=ast.Name(id="Phrase")):
                yield node.lineno


def test_what_a_page_leaves_out_is_told_before_it_is_built() -> None:
    found = {
        f"{file}:{line}"
        for folder in ("bot/present", "bot/features")
        for file in modules(folder)
        for line in afterthoughts((ROOT / file).read_text("utf-8"))
    }
    assert found == set(), "tell the builder by bot.present.wizard.guide"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("rows = tuple(row for row in page.rows if not isinstance(row, Menu))", [1]),
        ("match said:\n    case Phrase('offer.marked', (slot,)):\n        pass", [2]),
        ("rows = tuple(row for page in said for row in page.rows)", []),
        ("return Phrase(key)", []),
    ],
)
def test_what_counts_as_an_afterthought(source: str, found: list[int]) -> None:
    assert list(afterthoughts(source)) == found
