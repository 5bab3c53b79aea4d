"""The examples in docstrings run, and the types through which rooms speak have one."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

from tests.kit.sources import ROOT, STOREYS, modules

TREATIES = (
    "bot/model/custom_ids.py",
    "bot/model/messages.py",
    "bot/model/stored_post.py",
    "engine/actions.py",
    "engine/game.py",
    "engine/view.py",
    "renderer/scene.py",
)
"""Where the types stand that one room hands to another."""


def with_examples() -> list[str]:
    """Every module whose docstrings show an example."""
    files = (file for folder in STOREYS for file in modules(folder))
    return [str(file) for file in files if ">>> " in (ROOT / file).read_text("utf-8")]


@pytest.mark.parametrize("file", with_examples())
def test_examples_do_what_they_show(file: str) -> None:
    module = import_module(".".join(Path(file).with_suffix("").parts))
    found = doctest.testmod(module)
    assert found.attempted > 0
    assert found.failed == 0


def test_every_treaty_shows_an_example() -> None:
    assert [file for file in TREATIES if file not in with_examples()] == []
