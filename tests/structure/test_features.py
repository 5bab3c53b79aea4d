"""A feature is one folder and one line: the core knows none, and none knows another."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from bot.chat.feature import Feature
from bot.features.listed import FEATURES
from tests.kit.sources import (
    ROOT,
    STOREYS,
    Import,
    all_imports,
    imports_of,
    modules,
    tracked_files,
)

FOLDER = Path("bot/features")
LIST = FOLDER / "listed.py"
TESTS = Path("tests/features")
STARTS = "bot/cli"
MOST_FIELDS = 9
INSIDE = {
    "values": frozenset[str](),
    "pages": frozenset({"values"}),
    "tables": frozenset({"values"}),
    "service": frozenset({"values", "pages", "tables"}),
}
"""The files of its own feature that a file may import."""
ORDERED = frozenset({*INSIDE, "feature"})
NAMES = re.compile("lesson|puzzle|exercise|tournament|weekly", re.IGNORECASE)
"""Names of features that mean nothing else."""
PROGRAM = frozenset({".css", ".html", ".js", ".py", ".sql", ".toml"})
NAMED_STILL = (
    "bot/store/migrations",  # history: what a database was made of
    "bot/store/postgres/migrations",
)
"""The places outside its folder that name a feature."""


def feature_of(name: str) -> str | None:
    """The feature inside which an imported name is."""
    parts = name.split(".")
    inside = parts[:2] == ["bot", "features"] and len(parts) > 2 and parts[2] != LIST.stem
    return parts[2] if inside else None


def complaint(found: Import) -> str | None:
    """What is wrong with an import; None where a file may know the feature."""
    if not found.is_in("bot.features"):
        return None
    feature = feature_of(found.name)
    if feature is None:
        knows = found.file.is_relative_to(STARTS)
    else:
        knows = found.file.is_relative_to(FOLDER / feature) or found.file == LIST
    return None if knows else f"{found}: {LIST} alone knows a feature, and {STARTS} the list"


def test_the_core_knows_no_feature_and_no_feature_knows_another() -> None:
    assert [told for found in all_imports("bot") if (told := complaint(found))] == []


def outer_complaint(found: Import) -> str | None:
    """What is wrong with an import of a test; None where it may know the feature."""
    package, *inside = found.name.split(".")
    if package not in {"bot", "tests"} or len(inside) < 2 or inside[0] != "features":
        return None
    own = found.file.is_relative_to(TESTS / inside[1]) or inside[1] == LIST.stem
    return None if own else f"{found}: only {TESTS / inside[1]} may know this feature"


def test_only_its_own_tests_know_a_feature() -> None:
    assert [told for found in all_imports("tests") if (told := outer_complaint(found))] == []


def inner_complaint(found: Import) -> str | None:
    """What is wrong with an import inside a feature."""
    allowed = INSIDE.get(found.file.stem)
    parts = found.name.split(".")
    if allowed is None or feature_of(found.name) is None or not found.file.is_relative_to(FOLDER):
        return None
    inside = parts[3:4]
    return None if allowed.issuperset(set(inside) & ORDERED) else f"{found}: only {allowed}"


def test_pages_know_no_tables_and_values_nothing_else_of_their_feature() -> None:
    assert [told for found in all_imports("bot") if (told := inner_complaint(found))] == []


@pytest.mark.parametrize(
    ("file", "source", "wrong"),
    [
        ("pages.py", "from bot.features.tournament.tables import Tournaments", True),
        ("pages.py", "from bot.features.weekly import service", True),
        ("pages.py", "from bot.features.weekly.values import Deal", False),
        ("values.py", "from bot.features.weekly.pages import weekly_page", True),
        ("tables.py", "from bot.features.weekly.service import WeeklyService", True),
        ("service.py", "from bot.features.tournament.tables import Tournaments", False),
        ("service.py", "from bot.features.weekly.feature import WEEKLY", True),
    ],
)
def test_an_import_inside_a_feature_is_judged(file: str, source: str, *, wrong: bool) -> None:
    found = imports_of(FOLDER / "weekly" / file, source)
    assert any(map(inner_complaint, found)) is wrong


@pytest.mark.parametrize(
    ("file", "source", "wrong"),
    [
        ("bot/chat/client.py", "from bot.features.listed import FEATURES", True),
        ("bot/store/store.py", "from bot.features.puzzle.service import Puzzlers", True),
        ("bot/features/weekly/pages.py", "from bot.features.puzzle import service", True),
        ("bot/features/puzzle/feature.py", "from bot.features.puzzle import service", False),
        ("bot/features/listed.py", "from bot.features.puzzle.feature import PUZZLE", False),
        ("bot/cli/start.py", "from bot.features.listed import FEATURES", False),
        ("bot/cli/records.py", "from bot.features.finished.film import game_film", True),
    ],
)
def test_an_import_is_judged(file: str, source: str, *, wrong: bool) -> None:
    assert any(map(complaint, imports_of(Path(file), source))) is wrong


@pytest.mark.parametrize(
    ("file", "source", "wrong"),
    [
        ("tests/kit/whole.py", "from bot.features.weekly import values", True),
        ("tests/features/lesson/steps.py", "from bot.features.weekly import values", True),
        ("tests/features/lesson/steps.py", "from tests.features.weekly import brought", True),
        ("tests/features/weekly/brought.py", "from bot.features.weekly import values", False),
        ("tests/kit/whole.py", "from bot.features.listed import FEATURES", False),
    ],
)
def test_an_import_of_a_test_is_judged(file: str, source: str, *, wrong: bool) -> None:
    assert any(map(outer_complaint, imports_of(Path(file), source))) is wrong


def names_a_feature(file: Path, source: str) -> bool:
    """Say whether a file of the core names a feature, in its path or in any line."""
    return bool(NAMES.search(file.name) or NAMES.search(source))


def test_the_core_does_not_name_a_feature() -> None:
    elsewhere = (FOLDER, *NAMED_STILL)
    naming = {
        str(file)
        for file in tracked_files()
        if file.parts[0] in STOREYS and file.suffix in PROGRAM
        if not any(file.is_relative_to(place) for place in elsewhere)
        if names_a_feature(file, (ROOT / file).read_text("utf-8"))
    }
    assert naming == set(), "a feature declares in its folder what the core shows, counts or reads"


@pytest.mark.parametrize(
    ("file", "source", "wrong"),
    [
        ("controls.py", 'LESSON = "l"', True),
        ("telemetry.py", 'count("exercises_solved")', True),
        ("puzzle_attempt.py", "MOST = 3", True),
        ("offers.py", "learned: tuple[WayIn, ...] = ()", False),
    ],
)
def test_a_name_is_judged(file: str, source: str, *, wrong: bool) -> None:
    assert names_a_feature(Path(file), source) is wrong


def test_every_folder_is_a_feature_of_its_name() -> None:
    names = {feature.name for feature in FEATURES}
    for folder in (FOLDER, TESTS):
        assert {file.parts[2] for file in modules(str(folder)) if len(file.parts) > 3} == names


def test_a_manifest_stays_small() -> None:
    assert len(fields(Feature)) <= MOST_FIELDS
