"""The house has three storeys and one direction: bot -> renderer -> engine."""

import ast
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from tests.kit.sources import ROOT, Import, all_imports, imports_of, modules, parsed

STDLIB = sys.stdlib_module_names

NOT_IN_THE_ENGINE = {
    "asyncio": "the engine waits for nobody",
    "datetime": "a game knows no clock",
    "getpass": "a game knows no machine",
    "io": "the engine reads and writes nothing",
    "locale": "the engine speaks no language",
    "logging": "the engine reports by events",
    "os": "a game knows no machine",
    "pathlib": "the engine reads and writes nothing",
    "pickle": "records are JSON",
    "platform": "a game knows no machine",
    "random": "chance comes from engine/rng.py",
    "secrets": "the seed is handed in",
    "shutil": "the engine reads and writes nothing",
    "socket": "the engine reads and writes nothing",
    "sqlite3": "the bot stores",
    "subprocess": "a game knows no machine",
    "tempfile": "the engine reads and writes nothing",
    "threading": "a state belongs to one caller",
    "time": "a game knows no clock",
    "uuid": "ids come from the rules",
}
CALLS_NOT_IN_THE_ENGINE = frozenset({"open", "print", "input", "eval", "exec", "__import__"})


def engine_may(found: Import) -> bool:
    if found.top == "engine":
        return True
    return found.top in STDLIB and found.top not in NOT_IN_THE_ENGINE


def renderer_may(found: Import) -> bool:
    return found.top in STDLIB or found.top in {"PIL", "isal", "engine", "fonts", "renderer"}


def fonts_may(found: Import) -> bool:
    """Only the scripts that make the bundled files anew need more; the program never runs them."""
    if found.file.match("fonts/build_*.py"):
        return found.top in STDLIB or found.top in {"fontTools", "fonts"}
    return found.top in STDLIB


def refused(found: Iterable[Import], may: Callable[[Import], bool]) -> list[str]:
    return [str(one) for one in found if not may(one)]


def test_engine_imports_only_the_standard_library_and_itself() -> None:
    assert refused(all_imports("engine"), engine_may) == []


def test_renderer_imports_only_pillow_a_packer_the_engine_and_the_fonts() -> None:
    assert refused(all_imports("renderer"), renderer_may) == []


def test_fonts_import_only_the_standard_library() -> None:
    assert refused(all_imports("fonts"), fonts_may) == []


def test_only_one_module_draws() -> None:
    drawing = {
        one.file
        for folder in ("bot", "renderer")
        for one in all_imports(folder)
        if one.is_in("PIL.ImageDraw")
    }
    assert drawing <= {Path("renderer/drawing_sheet.py")}


def test_only_the_settings_read_the_environment() -> None:
    reading = {
        str(file)
        for storey in ("bot", "engine", "renderer")
        for file in modules(storey)
        if re.search(r"\bos\.(environ|getenv)", (ROOT / file).read_text("utf-8"))
    }
    systemd = "bot/runtime/service_manager.py"  # whose variables are no settings of people
    assert reading == {"bot/runtime/settings.py", systemd}


def calls_of(source: str) -> set[str]:
    """The plain names that `source` calls."""
    return {
        node.func.id
        for node in ast.walk(parsed(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }


def test_engine_neither_reads_nor_writes() -> None:
    calling = {
        str(file): sorted(used)
        for file in modules("engine")
        if (used := calls_of((ROOT / file).read_text("utf-8")) & CALLS_NOT_IN_THE_ENGINE)
    }
    assert calling == {}


@pytest.mark.parametrize(
    ("file", "source", "may"),
    [
        ("engine/flow.py", "import discord", engine_may),
        ("engine/flow.py", "import random", engine_may),
        ("engine/flow.py", "from os.path import join", engine_may),
        ("engine/rules/ship.py", "from renderer import draw", engine_may),
        ("renderer/parts/sea.py", "from bot.words import Words", renderer_may),
        ("renderer/parts/sea.py", "def late() -> None:\n    import aiosqlite", renderer_may),
        ("fonts/__init__.py", "from engine.ids import Seat", fonts_may),
    ],
)
def test_an_arrow_that_runs_back_is_noticed(
    file: str, source: str, may: Callable[[Import], bool]
) -> None:
    assert refused(imports_of(Path(file), source), may) != []


@pytest.mark.parametrize(
    ("file", "source", "may"),
    [
        ("engine/flow.py", "from engine.ids import Seat\nimport hashlib", engine_may),
        ("engine/rules/ship.py", "from ..ids import Seat\nfrom . import path", engine_may),
        ("renderer/pillow.py", "from PIL import Image, ImageDraw", renderer_may),
    ],
)
def test_an_arrow_that_runs_down_is_allowed(
    file: str, source: str, may: Callable[[Import], bool]
) -> None:
    assert refused(imports_of(Path(file), source), may) == []


def test_no_test_is_imported() -> None:
    found = (one for one in all_imports("tests") if one.top == "tests" and ".test_" in one.name)
    assert [str(one) for one in found] == [], "what several tests need lies in tests/kit"


def test_each_test_of_make_smoke_is_there() -> None:
    for line in (ROOT / "tests" / "smoke.txt").read_text("utf-8").splitlines():
        file, name, *_ = line.partition("[")[0].split("::")
        body = parsed((ROOT / file).read_text("utf-8")).body
        tests = [
            node.name for node in body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        ]
        assert name in tests, f"{line}: choose anew, see tests/tools/smoke.py"


def test_a_call_that_reads_a_file_is_noticed() -> None:
    assert calls_of("with open('x') as file:\n    pass") & CALLS_NOT_IN_THE_ENGINE == {"open"}
