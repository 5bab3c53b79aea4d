"""The bot stands in storeys: imports run down, and nowhere in the program in a circle.

The imports are read from the code, so that a new file needs no entry here.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from os.path import commonpath
from pathlib import Path

import pytest

from tests.kit.sources import ROOT, Import, all_imports, imports_of, modules

STOREYS = (
    ("bot/__main__.py",),
    ("bot/cli",),
    ("bot/features",),
    ("bot/chat",),
    ("bot/services",),
    ("bot/runtime",),
    ("bot/present", "bot/store"),
    ("bot/model",),
    ("bot/words",),
    ("renderer",),
    ("engine",),
)
"""From the roof to the ground; rooms on one storey do not know each other."""
APART = "bot/standin"
"""A program of its own: it imports nothing of the bot, only the command line starts it."""
STARTS_IT = "bot/cli"
MOST_PACKAGES = 10

Arrows = Mapping[Path, frozenset[Path]]


def room_of(file: Path) -> tuple[int, str] | None:
    """The storey (0 is the roof) and the room of a file, None outside the storeys."""
    for floor, rooms in enumerate(STOREYS):
        for room in rooms:
            if file.is_relative_to(room):
                return floor, room
    return None


@cache
def file_of(name: str) -> Path | None:
    """The file of this repository that an imported name leads to."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        for path in (
            Path(*parts[:length]).with_suffix(".py"),
            Path(*parts[:length], "__init__.py"),
        ):
            if (ROOT / path).is_file():
                return path
    return None


def complaint(found: Import, target: Path) -> str | None:
    """What is wrong with an import, and what to do; None when it runs down."""
    if target.is_relative_to(APART) or found.file.is_relative_to(APART):
        inside = target.is_relative_to(APART) and found.file.is_relative_to(APART)
        if inside or found.file.is_relative_to(STARTS_IT):
            return None
        return f"{found}: {APART} stands alone; only {STARTS_IT} may import it"
    above, below = room_of(found.file), room_of(target)
    if above is None or below is None or above[1] == below[1] or above[0] < below[0]:
        return None
    return (
        f"{found}: {found.file} may not know {target}, which stands above or beside it; move what"
        f" both need to a storey below them, or hand it in from above"
    )


def arrows() -> Arrows:
    """From each file to those that it imports."""
    files = (file for folder in ("bot", "engine", "renderer") for file in modules(folder))
    imported: dict[Path, frozenset[Path]] = dict.fromkeys(files, frozenset())
    for folder in ("bot", "engine", "renderer"):
        for found in all_imports(folder):
            target = file_of(found.name)
            if target is not None and target != found.file:
                imported[found.file] |= {target}
    return imported


def rooms(files: Arrows) -> dict[Path, dict[Path, frozenset[Path]]]:
    """The same for each folder, between what one sees in it: its files, and the folders in it."""
    found: dict[Path, dict[Path, frozenset[Path]]] = {}
    for file, targets in files.items():
        for target in targets:
            shared = Path(commonpath([file, target]))
            one, other = (shared / path.parts[len(shared.parts)] for path in (file, target))
            inside = found.setdefault(shared, {})
            inside[one] = inside.get(one, frozenset()) | {other}
    return found


def circle(graph: Arrows) -> list[str]:
    """A circle of imports, from a file or folder round to itself; empty when there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return [str(path) for path in reversed(error.args[1])]
    return []


def complaints(imports: Iterable[Import]) -> list[str]:
    """What is wrong with imports."""
    pairs = ((found, file_of(found.name)) for found in imports)
    told = (complaint(found, target) for found, target in pairs if target is not None)
    return [line for line in told if line is not None]


def test_no_import_runs_up() -> None:
    assert (
        complaints(found for top in ("bot", "engine", "renderer") for found in all_imports(top))
        == []
    )


def test_no_files_import_each_other_in_a_circle() -> None:
    assert circle(arrows()) == []


def test_no_rooms_import_each_other_in_a_circle() -> None:
    found = {str(folder): circle(inside) for folder, inside in rooms(arrows()).items()}
    assert {folder: ring for folder, ring in found.items() if ring} == {}


def test_every_module_of_the_bot_is_on_a_storey() -> None:
    inside = [file for file in modules("bot") if not file.is_relative_to(APART)]
    assert [
        file for file in inside if room_of(file) is None and file != Path("bot/__init__.py")
    ] == []


def test_the_bot_shows_at_most_ten_packages_and_no_loose_module() -> None:
    entries = {file.parts[1] for file in modules("bot")}
    assert {entry for entry in entries if entry.endswith(".py")} == {"__init__.py", "__main__.py"}
    assert len({entry for entry in entries if not entry.endswith(".py")}) <= MOST_PACKAGES


def test_only_chat_features_and_the_start_of_the_program_speak_discord() -> None:
    speaking = {found.file for found in all_imports("bot") if found.top == "discord"}
    manifests = set(Path("bot/features").glob("*/feature.py"))
    assert {file for file in speaking - manifests if not file.is_relative_to("bot/chat")} == {
        Path("bot/cli/start_errors.py")
    }


def test_only_the_store_speaks_to_the_library_of_its_database() -> None:
    speaking = {found.file for found in all_imports("bot") if found.top == "aiosqlite"}
    assert {file for file in speaking if not file.is_relative_to("bot/store")} == set()


@pytest.mark.parametrize(
    ("file", "source", "wrong"),
    [
        ("bot/model/rows.py", "from bot.store.store import Store", True),
        ("bot/store/games.py", "from bot.present.questions import refusal_text", True),
        (
            "bot/services/games/turns.py",
            "def late() -> None:\n    from bot.chat import client",
            True,
        ),
        ("bot/standin/gateway.py", "from bot.model import rows", True),
        ("bot/chat/client.py", "from bot.standin import StandIn", True),
        ("engine/flow.py", "import renderer", True),
        ("bot/chat/client.py", "from bot.store.store import Store", False),
        ("bot/services/games/turns.py", "from ..games.table import Table", False),
        ("bot/cli/table.py", "from bot.standin.page import open_table", False),
    ],
)
def test_an_import_is_judged(file: str, source: str, *, wrong: bool) -> None:
    assert bool(complaints(imports_of(Path(file), source))) is wrong


def test_a_circle_is_found() -> None:
    first, second, third = map(Path, ("a.py", "b.py", "c.py"))
    ring = {first: frozenset({second}), second: frozenset({third}), third: frozenset({first})}
    assert len(circle(ring)) == 4
    assert circle({first: frozenset({second}), second: frozenset()}) == []
