"""A button is a value: every kind has its row, and custom ids are written in one place."""

import ast
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest

from bot.chat import routes
from bot.chat.feature import all_handlers
from bot.features.listed import FEATURES
from bot.model import button_forms
from tests.kit.sources import ROOT, modules, parsed

CODECS = frozenset(
    Path("bot") / file for file in ("model/buttons.py", "model/custom_ids.py", "model/controls.py")
)
"""Where the text of a button is put together and taken apart."""
BESIDE = frozenset({Path("bot/words/__init__.py")})
"""Where locales and the keys of the catalog are taken apart."""
ROOMS = ("bot/chat", "bot/model", "bot/present", "bot/services", "bot/words")
WORDS = frozenset(form.words for form in button_forms.FORMS.values() if form.words)
SEPARATORS = frozenset({":", "|"})
CUTTING = frozenset({"partition", "rpartition", "split", "rsplit"})


def handmade(source: str) -> Iterator[int]:
    """The lines of a module that put together or take apart the text of a button."""
    for node in ast.walk(parsed(source)):
        match node:
            case ast.Call(ast.Attribute(attr=name), [ast.Constant(str(sign)), *_]):
                if name in CUTTING and sign in SEPARATORS:
                    yield node.lineno
            case ast.JoinedStr([ast.Constant(str(start)), *_]):
                head, colon, _ = start.partition(":")
                if colon and head in {word.partition(":")[0] for word in WORDS}:
                    yield node.lineno
            case _:
                pass


def test_every_kind_of_button_has_a_row() -> None:
    assert set(routes.button_table(all_handlers(Mock(), FEATURES))) == set(button_forms.FORMS)


def test_the_text_of_a_button_is_written_and_read_in_one_place() -> None:
    found = {
        f"{file}:{line}"
        for room in ROOMS
        for file in modules(room)
        if file not in CODECS | BESIDE
        for line in handmade((ROOT / file).read_text("utf-8"))
    }
    assert found == set()


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('text.partition(":")', True),
        ('custom_id.split("|", 5)', True),
        ('f"vote:{turn}:{way}"', True),
        ('f"sure:{deed}"', True),
        ('f"table_button.{name}"', False),
        ('text.split(";")', False),
    ],
)
def test_a_line_is_judged(source: str, *, found: bool) -> None:
    assert bool(list(handmade(source))) is found
