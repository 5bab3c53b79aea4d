"""A program of others that uses engine and renderer as installed is checked by their types."""

import shutil
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path
from typing import Final

import pytest

from tests.kit.sources import ROOT

FOREIGN: Final = """
from engine import Game, GameOptions, IllegalAction
from engine.notation import parse_action
from renderer import Options, draw_board, text_board


def first_move(game: Game) -> int:
    asked = game.waiting
    if asked is None:
        return 0
    events = game.submit(asked.seat, game.legal_actions()[0])
    return len(events)


game = Game.new(GameOptions(players=2), seed=1)
first_move(game)
try:
    game.submit(0, parse_action("path 2"))
except IllegalAction as error:
    print(error.refusal.key)
options = Options(lambda key, _slots: key, ("Ada", "Bo"))
print(text_board(game.view(), options), draw_board(game.view(), options).png)
"""
WRONG: Final = {
    'game.submit("0", parse_action("end"))\n': "str",
    "first_move(game.view())\n": "View",
    "text_board(game, options)\n": "Game",
}
"""Lines with a fault, and a word of what is said about it."""


def lay_out(folder: Path) -> None:
    """Lay the packages out as an installation does: their modules, and their data as listed."""
    setuptools = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    for package in setuptools["packages"]:
        place = Path(*package.split("."))
        if place.parts[0] in ("engine", "renderer"):
            for pattern in ("*.py", *setuptools["package-data"].get(package, ())):
                for file in (ROOT / place).glob(pattern):
                    (folder / place).mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(file, folder / place / file.name)


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment of its own, in which both are installed."""
    home = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
    lay_out(Path(sysconfig.get_path("purelib", "venv", {"base": str(home)})))
    return home / "bin" / "python"


def checked(python: Path, text: str, folder: Path) -> str:
    """Return what mypy says about a program, nothing when it is content."""
    (folder / "foreign.py").write_text(text, "utf-8")
    words = ("-m", "mypy", "--strict", "--no-error-summary", "--config-file=")
    cache = ("--cache-dir", str(folder / "cache"), "--python-executable", str(python))
    command = (sys.executable, *words, *cache, "foreign.py")
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def test_a_program_of_others_is_checked_strictly(python: Path, tmp_path: Path) -> None:
    assert checked(python, FOREIGN, tmp_path) == ""
    found = checked(python, FOREIGN + "".join(WRONG), tmp_path).splitlines()
    assert len(found) == len(WRONG)
    for line, word in zip(found, WRONG.values(), strict=True):
        assert "error" in line
        assert word in line
