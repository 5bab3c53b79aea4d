"""One name, one thing: no public name of the program means two things.

A reader who meets `Refusal` or `PATIENCE` must not have to ask whose. It holds for classes, type
aliases and constants. Private names (`_Name`) are known to one file alone and do not count.
"""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tests.kit.sources import ROOT, modules, parsed

PROGRAM = ("bot", "engine", "renderer")


def public_classes(source: str) -> Iterable[str]:
    """The names of the public classes that the text of a module defines, nested ones too."""
    for node in ast.walk(parsed(source)):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def public_values(source: str) -> Iterable[str]:
    """The public constants, type aliases and type variables that a module assigns."""
    for node in parsed(source).body:
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.AnnAssign):
            targets = [node.target]
        else:
            continue
        yield from (name for target in targets for name in _plain_names(target) if name[0] != "_")


def _plain_names(target: ast.expr) -> Iterator[str]:
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, ast.Tuple):
        for part in target.elts:
            yield from _plain_names(part)


def places(sources: Mapping[Path, str]) -> dict[str, tuple[str, ...]]:
    """Return the files of each name that stands more than once."""
    files: defaultdict[str, list[str]] = defaultdict(list)
    for file, source in sources.items():
        for name in public_classes(source):
            files[name].append(str(file))
        for name in public_values(source):
            files[name].append(str(file))
    return {name: tuple(where) for name, where in sorted(files.items()) if len(where) > 1}


def program() -> dict[Path, str]:
    """The text of every module of the program."""
    files = (file for folder in PROGRAM for file in modules(folder))
    return {file: (ROOT / file).read_text("utf-8") for file in files}


def test_no_public_name_means_two_things() -> None:
    twice = places(program())
    assert not twice, "\n".join(
        f"{name}: {', '.join(where)} (rename one, or make it private to its file)"
        for name, where in twice.items()
    )


def test_a_class_that_stands_twice_is_found() -> None:
    sources = {
        Path("engine/a.py"): "class Box:\n    class Lid: ...\nclass _Own: ...",
        Path("renderer/b.py"): "from enum import Enum\nclass Box(Enum): ...\nclass _Own: ...",
        Path("bot/c.py"): "class Lid: ...",
    }
    assert places(sources) == {
        "Box": ("engine/a.py", "renderer/b.py"),
        "Lid": ("engine/a.py", "bot/c.py"),
    }


def test_a_constant_or_an_alias_that_stands_twice_is_found() -> None:
    sources = {
        Path(
            "engine/a.py"
        ): "PATIENCE: Final = 1\nWIDTH, HEIGHT = 2, 3\nPiece = int | str\n_OWN = 1",
        Path("renderer/b.py"): "HEIGHT = 4\n_OWN = 2\nclass Piece: ...\ndef f():\n    WIDTH = 5",
        Path("bot/c.py"): "class Card:\n    HEIGHT = 6\nPATIENCE: Final = 30.0",
    }
    assert places(sources) == {
        "HEIGHT": ("engine/a.py", "renderer/b.py"),
        "PATIENCE": ("engine/a.py", "bot/c.py"),
        "Piece": ("engine/a.py", "renderer/b.py"),
    }
