"""A complete language that a program makes up passes the tests of words, commands and margins."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.words import DEFAULT, languages, read_language
from tests.kit.sources import ROOT
from tests.kit.texts import forms
from tests.words.made_up import FILE, LANGUAGE, catalog_of_it, write

TESTS = (
    *(f"tests/words/test_{name}.py" for name in ("catalogs", "margins", "terms", "typed", "cases")),
    *(f"tests/words/test_{name}.py" for name in ("editions", "lookup_agrees", "two_ways", "style")),
    "tests/words/test_refusals_in_place.py",
    "tests/bot/chat/test_commands.py",
)


def test_it_has_every_key_and_is_a_fifth_longer() -> None:
    english, told = read_language(DEFAULT), catalog_of_it()
    assert english.keys() <= told.keys()
    letters = {
        name: sum(len(text) for key in english for text in forms(entries[key]))
        for name, entries in ((DEFAULT, english), (LANGUAGE, told))
    }
    assert letters[LANGUAGE] / letters[DEFAULT] == pytest.approx(1.2, abs=0.05)


def test_it_passes_without_a_change_of_the_program(tmp_path: Path) -> None:
    file = tmp_path / f"{LANGUAGE}.toml"
    write(file)
    spoken = " and ".join(f"not {one}] and not [{one}-" for one in languages())
    options = ["-q", "-n", "0", "-p", "tests.words.made_up", "-p", "no:cacheprovider"]
    done = subprocess.run(
        (sys.executable, "-m", "pytest", *options, "-k", f"{spoken} and not the_log", *TESTS),
        cwd=ROOT,
        env={**os.environ, FILE: str(file)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
