"""An action, an event and a kind of action is declared once: few modules list them all."""

import ast
from collections.abc import Iterable, Iterator
from typing import get_args

import pytest

from bot.model import controls
from bot.present.spoken import ANSWERS, SUBJECTS
from engine import actions, events
from tests.kit.sources import ROOT, STOREYS, modules, parsed
from tests.structure.actions import FILE, listing

ACTION_NAMES = frozenset(kind.__name__ for kind in get_args(actions.Action))
EVENT_NAMES = frozenset(kind.__name__ for kind in get_args(events.Event))
SUBJECT_NAMES = frozenset(f"Subject.{subject.name}" for subject in controls.Subject)
MOST = 1 / 3
"""A table with more than this part of them lists them."""


def names(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Every name below some nodes; that of an attribute with and without its owner."""
    for node in (below for each in nodes for below in ast.walk(each)):
        match node:
            case ast.Name(name):
                yield name
            case ast.Attribute(ast.Name(owner) | ast.Attribute(attr=owner), name):
                yield from (name, f"{owner}.{name}")


def tables(source: str) -> Iterator[set[str]]:
    """What the keys of each mapping, each sequence, union and choice among cases name."""
    for node in ast.walk(parsed(source)):
        match node:
            case ast.Dict(keys=keys):
                yield set(names(filter(None, keys)))
            case ast.Set() | ast.Tuple() | ast.List() | ast.BinOp(op=ast.BitOr()):
                yield set(names([node]))
            case ast.Match(cases=cases):
                yield set(names(case.pattern for case in cases))


def lists(source: str, kinds: frozenset[str]) -> bool:
    most = MOST * len(kinds)
    # Most files hardly name any, and need not be parsed.
    named = sum(kind in source for kind in kinds) > most
    return named and any(len(table & kinds) > most for table in tables(source))


@pytest.mark.parametrize(
    ("kinds", "rows"),
    [
        (ACTION_NAMES, {"engine/actions.py", "bot/present/spoken.py"}),
        (SUBJECT_NAMES, {"bot/present/spoken.py"}),
        (
            EVENT_NAMES,
            {
                "engine/events.py",
                "bot/present/rules_used.py",
                "bot/present/narration.py",
                "renderer/changes.py",
            },
        ),
    ],
    ids=["actions", "subjects", "events"],
)
def test_only_the_files_of_rows_list_the_kinds(kinds: frozenset[str], rows: set[str]) -> None:
    files = (str(file) for folder in STOREYS for file in modules(folder))
    assert {file for file in files if lists((ROOT / file).read_text("utf-8"), kinds)} == rows


@pytest.mark.parametrize(
    "source",
    [
        "x = {A: 1, engine.B: 2}",
        "x = A | B",
        "match x:\n    case A(y):\n        z = y\n    case engine.B():\n        z = 1",
    ],
)
def test_a_table_is_noticed(source: str) -> None:
    assert lists(source, frozenset("ABCDE"))
    assert not lists(source, frozenset("ABCDEF"))


def test_each_kind_has_its_row() -> None:
    assert tuple(ANSWERS) == get_args(actions.Action)
    assert tuple(SUBJECTS) == tuple(controls.Subject)


def test_the_table_of_all_answers_is_up_to_date() -> None:
    assert FILE.read_text("utf-8") == listing(), "run python -m tests.structure.actions"
