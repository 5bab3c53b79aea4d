"""The repository as tests see it: its files, and what each module imports."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
OPENAPI: Final = ROOT / "tests" / "standin" / "specification" / "openapi.json"
"""The part of Discord's specification that the stand-in is held to.

`tests.tools.specification` makes it; a note beside it names its origin.
"""
STOREYS = ("bot", "engine", "fonts", "renderer")
HASH = re.compile(r"(?<!\S)#(?P<told>.*)")
SPOKEN = {
    ".css": re.compile(r"/\*(?P<told>.*?)\*/", re.DOTALL),
    ".html": re.compile(r"<!--(?P<told>.*?)-->", re.DOTALL),
    ".js": re.compile(r"(?<!:)//(?P<told>.*)"),
    ".md": re.compile(r"(?P<told>.+)", re.DOTALL),
    ".py": re.compile(r'"""(?P<told>[\s\S]*?)"""|(?<!\S)#(?P<remark>.*)'),
    ".sql": re.compile(r"--(?P<told>.*)"),
    ".toml": HASH,
    ".example": HASH,
    "": HASH,
}
"""The prose in files with each suffix; the Makefile and scripts have no suffix."""
LONGEST_SENTENCE = 20
FENCED = re.compile(r"^ *```.*?^ *```$", re.DOTALL | re.MULTILINE)


@cache
def tracked_files() -> tuple[Path, ...]:
    """Every file under version control, relative to the root."""
    listing = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    names = (Path(name) for name in listing.stdout.split("\0") if name)
    return tuple(name for name in names if (ROOT / name).is_file())


@cache
def modules(folder: str) -> tuple[Path, ...]:
    """Every Python file below `folder`, relative to the root."""
    return tuple(sorted(path.relative_to(ROOT) for path in (ROOT / folder).rglob("*.py")))


@cache
def parsed(source: str) -> ast.Module:
    """Return the syntax tree of a module's text, which nobody changes."""
    return ast.parse(source)


@dataclass(frozen=True, slots=True)
class Import:
    """One name that a module imports, in full: `from engine.ids import Seat` is engine.ids.Seat."""

    file: Path
    line: int
    name: str

    @property
    def top(self) -> str:
        """The package at the front of the name."""
        return self.name.partition(".")[0]

    def is_in(self, package: str) -> bool:
        """Say whether the name is `package` or something inside it."""
        return self.name == package or self.name.startswith(f"{package}.")

    def __str__(self) -> str:
        return f"{self.file}:{self.line} imports {self.name}"


def imports_of(file: Path, source: str) -> Iterator[Import]:
    """Yield the imports of `source`, the module at `file`, with relative names resolved."""
    for node in ast.walk(parsed(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(file, node.lineno, alias.name)
        elif isinstance(node, ast.ImportFrom):
            base = _base_of(file, node)
            for alias in node.names:
                yield Import(file, node.lineno, f"{base}.{alias.name}")


@cache
def all_imports(folder: str) -> tuple[Import, ...]:
    """Return the imports of every module below `folder`."""
    return tuple(
        found
        for file in modules(folder)
        for found in imports_of(file, (ROOT / file).read_text(encoding="utf-8"))
    )


def _base_of(file: Path, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    package = file.parts[: len(file.parts) - node.level]
    return ".".join((*package, node.module) if node.module else package)


def imported_with(*modules: str) -> frozenset[str]:
    """Import these in a process of its own, and return all modules that are there then."""
    script = f"import sys, {', '.join(modules)}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return frozenset(done.stdout.split())


@cache
def prose() -> tuple[tuple[Path, str], ...]:
    """Every tracked file that people read, with its prose."""
    return tuple(
        (file, prose_of(file.suffix, (ROOT / file).read_text("utf-8")))
        for file in tracked_files()
        if file.suffix in SPOKEN and file.name not in {"LICENSE", "SHA256SUMS"}
    )


def prose_of(suffix: str, text: str) -> str:
    """The prose of a file with this suffix, each word in the line where it stands.

    The marks of comments are left out, so that a sentence that goes on in the next line has
    nothing but space between its words.
    """
    parts, done = [], 0
    for match in SPOKEN[suffix].finditer(text):
        parts += ["\n" * text.count("\n", done, match.start()), " ", match[match.lastgroup or 0]]
        done = match.end()
    return "".join(parts)
