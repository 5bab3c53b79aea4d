from __future__ import annotations

import ast
from pathlib import Path

from tests.standin.reference import ROOT

PACKAGE = ROOT / "bot" / "local"


def _imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def test_the_stand_in_shares_nothing_with_the_bot_and_its_client() -> None:
    for path in PACKAGE.rglob("*.py"):
        for name in _imported(path):
            top = name.split(".")[0]
            assert top not in {"discord", "engine", "renderer", "aiosqlite"}, (path, name)
            assert top != "bot" or name == "bot" or name.startswith("bot.standin"), (path, name)


def test_the_stand_in_stays_in_small_modules() -> None:
    for path in PACKAGE.rglob("*.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 400, path
