"""No task of the program ends unseen: the jobs start it, or somebody waits for its result.

Who waits is read from the code. A task that is kept under a local name is awaited in the same
function, and one that is kept in an attribute in the same folder.
"""

import ast
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path

import pytest

from tests.kit.sources import ROOT, modules, parsed

SUPERVISOR = Path("bot/runtime/jobs.py")
MAKERS = frozenset({"create_task", "ensure_future", "run_coroutine_threadsafe", "start_soon"})
WAITERS = frozenset({"gather", "wait", "wait_for", "shield"})
KEEPERS = frozenset({"add", "append"})

Key = tuple[object, ...]
"""A local name with its function, or an attribute."""


class Reading(ast.NodeVisitor):
    """Reads one module for its tasks."""

    def __init__(self, file: Path, source: str) -> None:
        self.made: list[tuple[int, set[Key]]] = []
        """Lines that make a task, and where each is kept; awaited ones are left out."""
        self.awaited: set[Key] = set()
        self.kept_in: list[tuple[set[Key], set[Key]]] = []
        """Pairs: waiting for the first means waiting for the second too."""
        self._file = file
        self._scope: Key = ()
        self._groups: set[str] = set()
        self._around: list[ast.AST] = []
        self.visit(parsed(source))

    def visit(self, node: ast.AST) -> None:
        self._around.append(node)
        super().visit(node)
        self._around.pop()

    def _visit_function(self, node: ast.AsyncFunctionDef | ast.FunctionDef) -> None:
        before = self._scope
        self._scope = self._scope or (self._file, node.lineno)
        self.generic_visit(node)
        self._scope = before

    visit_FunctionDef = visit_AsyncFunctionDef = _visit_function  # noqa: N815

    def visit_AsyncWith(self, node: ast.AsyncWith) -> None:
        for item in node.items:
            if "TaskGroup(" in ast.unparse(item.context_expr) and item.optional_vars is not None:
                self._groups.add(ast.unparse(item.optional_vars))
        self.generic_visit(node)

    def visit_Await(self, node: ast.Await) -> None:
        self.awaited |= self._keys(node.value)
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        targets = set[Key]().union(*map(self._keys, node.targets))
        self.kept_in.append((targets, self._keys(node.value)))
        self.generic_visit(node)

    def _visit_loop(self, node: ast.For | ast.comprehension) -> None:
        self.kept_in.append((self._keys(node.target), self._keys(node.iter)))
        self.generic_visit(node)

    visit_For = visit_comprehension = _visit_loop  # noqa: N815

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
        of = node.func.value if isinstance(node.func, ast.Attribute) else None
        if name in WAITERS and of is not None and ast.unparse(of) == "asyncio":
            self.awaited |= self._keys(node)
        if name in KEEPERS and of is not None:
            self.kept_in.append((self._keys(of), self._keys(ast.Tuple(node.args))))
        if name in MAKERS and not (of is not None and ast.unparse(of) in self._groups):
            self._note(node)
        self.generic_visit(node)

    def _note(self, call: ast.Call) -> None:
        """Note where a task that is made here is kept, by what stands around the call."""
        kept = set[Key]()
        for node in reversed(self._around[:-1]):
            if isinstance(node, ast.Await):
                return
            if isinstance(node, ast.NamedExpr):
                kept |= self._keys(node.target)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                kept |= self._keys(node.func.value)
            elif isinstance(node, ast.Assign):
                kept |= set[Key]().union(*map(self._keys, node.targets))
            if isinstance(node, ast.stmt):
                break
        self.made.append((call.lineno, kept))

    def _keys(self, expression: ast.AST) -> set[Key]:
        """The names and attributes in an expression, but for `self` and modules."""
        return set(self._each_key(expression))

    def _each_key(self, expression: ast.AST) -> Iterator[Key]:
        for node in ast.walk(expression):
            if isinstance(node, ast.Attribute):
                yield (self._file.parent, node.attr)
            elif isinstance(node, ast.Name) and node.id not in {"self", "asyncio"}:
                yield (*self._scope, node.id)


def unseen(sources: Mapping[Path, str]) -> list[str]:
    """Return the places that make a task and never wait for it."""
    found = []
    for _, files in groupby(sorted(sources), key=lambda file: file.parent):
        readings = {file: Reading(file, sources[file]) for file in files}
        awaited = set[Key]().union(*(reading.awaited for reading in readings.values()))
        kept_in = [pair for reading in readings.values() for pair in reading.kept_in]
        while more := [inner for outer, inner in kept_in if outer & awaited and inner - awaited]:
            awaited.update(*more)
        found += [
            f"{file}:{line} makes a task that nobody awaits: start it by Jobs"
            for file, reading in readings.items()
            for line, kept in reading.made
            if not kept & awaited
        ]
    return found


def test_no_task_ends_unseen() -> None:
    files = [file for file in modules("bot") if file != SUPERVISOR]
    assert unseen({file: (ROOT / file).read_text("utf-8") for file in files}) == []


HEAD = "import asyncio\nasync def f(self, work, other):\n    "


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ("asyncio.create_task(work())", False),
        ("task = asyncio.create_task(work())", False),
        ("task = asyncio.create_task(work())\nasync def g(task):\n    await task", False),
        ("task = asyncio.create_task(work())\n    task.cancel()", False),
        ("self.tasks.add(task := asyncio.create_task(work()))", False),
        ("self.tasks[1] = asyncio.ensure_future(work())", False),
        ("await asyncio.create_task(work())", True),
        ("task = asyncio.create_task(work())\n    await task", True),
        ("task = asyncio.create_task(work())\n    await asyncio.wait([task, other])", True),
        ("self.last = asyncio.create_task(work())\nasync def g(self):\n    await self.last", True),
        ("self.all.add(asyncio.create_task(work()))\n    for one in self.all: await one", True),
        ("async with asyncio.TaskGroup() as group:\n        group.create_task(work())", True),
    ],
)
def test_a_task_is_judged(source: str, *, seen: bool) -> None:
    assert (unseen({Path("bot/example.py"): HEAD + source}) == []) is seen
