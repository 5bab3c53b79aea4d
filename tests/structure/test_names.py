"""A class name means one thing: no public class of the program is called like another.

A reader who meets `Refusal` must not have to ask whose. Private classes (`_Name`) are known to
one file alone and do not count.
"""

import ast
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from tests.structure.sources import ROOT, modules

PROGRAM = ("bot", "engine", "renderer")


def public_classes(source: str) -> Iterable[str]:
    """The names of the public classes that the text of a module defines, nested ones too."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def places(sources: Mapping[Path, str]) -> dict[str, list[str]]:
    """Where each class name that stands more than once is defined."""
    files: defaultdict[str, list[str]] = defaultdict(list)
    for file, source in sources.items():
        for name in public_classes(source):
            files[name].append(str(file))
    return {name: where for name, where in files.items() if len(where) > 1}


def program() -> dict[Path, str]:
    """The text of every module of the program."""
    files = (file for folder in PROGRAM for file in modules(folder))
    return {file: (ROOT / file).read_text("utf-8") for file in files}


def test_no_public_class_is_called_like_another() -> None:
    assert places(program()) == {}


def test_a_name_that_stands_twice_is_found() -> None:
    sources = {
        Path("engine/a.py"): "class Box:\n    class Lid: ...\nclass _Own: ...",
        Path("renderer/b.py"): "from enum import Enum\nclass Box(Enum): ...\nclass _Own: ...",
        Path("bot/c.py"): "class Lid: ...",
    }
    assert places(sources) == {
        "Box": ["engine/a.py", "renderer/b.py"],
        "Lid": ["engine/a.py", "bot/c.py"],
    }
