"""Small faults: comparisons turned, constants moved, conditions negated; each by its own name."""

import ast
import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

TURNED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True)
class Fault:
    """One expression of a file, and what stands in its place; bytes are counted in the file."""

    path: Path
    line: int
    begin: int
    end: int
    instead: str
    function: int | None
    """The first line of the function around it, its decorators included; None outside of any."""
    name: str
    """The name of a statement, the same in every file."""

    def put_into(self, source: bytes) -> bytes:
        """The source with this fault."""
        return source[: self.begin] + self.instead.encode() + source[self.end :]


def chosen(tree: Path, packages: list[str], seed: int, count: int) -> list[Fault]:
    """So many of the faults that can be put into packages; of equal code the same ones."""

    def rank(fault: Fault) -> bytes:
        return hashlib.blake2b(f"{seed} {fault.name}".encode()).digest()

    files = sorted(file for package in packages for file in (tree / package).rglob("*.py"))
    seen: Counter[str] = Counter()
    found = [fault for file in files for fault in _faults(tree, file, seen)]
    return sorted(found, key=rank)[:count]


def _faults(tree: Path, file: Path, seen: Counter[str]) -> Iterator[Fault]:
    source = file.read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for statement, function in _statements(ast.parse(source), None):
        text = ast.unparse(_head(statement))
        seen[text] += 1
        for number, (node, instead) in enumerate(_changes(statement)):
            assert node.end_lineno is not None
            assert node.end_col_offset is not None
            yield Fault(
                path=file.relative_to(tree),
                line=node.lineno,
                begin=starts[node.lineno - 1] + node.col_offset,
                end=starts[node.end_lineno - 1] + node.end_col_offset,
                instead=instead,
                function=function,
                name=f"{text} #{seen[text]}.{number}: {instead}",
            )


def _statements(
    within: ast.AST, function: int | None
) -> Iterator[tuple[ast.stmt | ast.match_case, int | None]]:
    """Every statement, with the function that it belongs to."""
    for child in ast.iter_child_nodes(within):
        inner = function
        if isinstance(child, FUNCTIONS):
            inner = min(node.lineno for node in (child, *child.decorator_list))
        if isinstance(child, ast.stmt | ast.match_case):
            yield child, inner
        yield from _statements(child, inner)


def _own(statement: ast.AST) -> Iterator[ast.AST]:
    """Yield the own parts of a statement: no statements inside it, no annotations, no text."""
    for name, value in ast.iter_fields(statement):
        if name in {"annotation", "returns", "decorator_list", "type_params"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.stmt | ast.match_case | ast.JoinedStr):
                continue
            if isinstance(child, ast.AST):
                yield child
                yield from _own(child)


def _head(statement: ast.stmt | ast.match_case) -> ast.AST:
    """A statement without the statements inside it."""
    fields = dict(ast.iter_fields(statement))
    inner = {
        name: [ast.Pass()] if name in {"body", "cases"} else []
        for name, value in fields.items()
        if isinstance(value, list)
        and any(isinstance(one, ast.stmt | ast.match_case | ast.excepthandler) for one in value)
    }
    if "cases" in inner:
        return ast.Expr(fields["subject"])
    if isinstance(statement, ast.Try | ast.TryStar):
        return ast.Pass()
    head = type(statement)(**{**fields, **inner})
    return ast.fix_missing_locations(ast.copy_location(head, statement))


def _changes(statement: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """Every expression of a statement that can be made wrong, and how."""
    for node in (statement, *_own(statement)):
        match node:
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
                yield test, f"(not ({ast.unparse(test)}))"
            case ast.comprehension(ifs=tests):
                yield from ((test, f"(not ({ast.unparse(test)}))") for test in tests)
            case ast.Compare(left=left, ops=[first, *others], comparators=comparators):
                ops = [TURNED[type(first)](), *others]
                yield node, f"({ast.unparse(ast.Compare(left, ops, comparators))})"
            case ast.Constant(value=bool()):
                pass
            case ast.Constant(value=int(number)):
                yield node, str(number + 1)
            case ast.Constant(value=float(number)):
                yield node, str(number * 2 or 1.0)
            case _:
                pass
