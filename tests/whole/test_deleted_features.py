"""A feature is deleted from the disk: the commands, the tests and the games do without it."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.features.listed import FEATURES
from tests.kit.sources import ROOT, tracked_files

NAMES = tuple(feature.name for feature in FEATURES)
PLAYED = (
    "tests/cli/test_usage.py",
    "tests/cli/test_help.py",
    "tests/structure/test_features.py",
    "tests/whole/test_games.py",
)
"""Each command's help, who knows a feature, and a solo game through the stand-in."""


def copy_without(deleted: Sequence[str], folder: Path) -> None:
    """Copy the repository but the folders and the lines of some features."""
    gone = [Path(top) / "features" / name for top in ("bot", "tests") for name in deleted]
    for file in tracked_files():
        if not any(file.is_relative_to(one) for one in gone):
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, folder / file)
    listed = folder / "bot" / "features" / "listed.py"
    text = listed.read_text("utf-8")
    for name in deleted:
        text = re.sub(rf"^.*bot\.features\.{name}\..*\n", "", text, flags=re.MULTILINE)
        text = re.sub(rf"\b{name.upper()}\b,? ?", "", text)
    listed.write_text(text, "utf-8")
    subprocess.run(["git", "init", "--quiet"], cwd=folder, check=True)
    subprocess.run(["git", "add", "--all"], cwd=folder, check=True)


def pytest_in(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


@pytest.mark.long
@pytest.mark.parametrize("deleted", [*((name,) for name in NAMES), NAMES], ids="-".join)
def test_the_rest_answers_is_collected_and_is_played(
    tmp_path: Path, deleted: tuple[str, ...]
) -> None:
    copy_without(deleted, tmp_path)
    collected = pytest_in(tmp_path, "--collect-only", "-m", "")
    assert collected.returncode == 0, collected.stdout[-3000:]
    played = pytest_in(tmp_path, *PLAYED)
    assert played.returncode == 0, played.stdout[-3000:]
