"""`--data DIR`: the commands on stored games find them in any folder."""

from pathlib import Path

import pytest

from tests.kit.parsers import name_of, parsers
from tests.kit.shell import Bonfire, assert_one_line, played

ON_GAMES = [
    ("games", "list"),
    ("games", "show", "1"),
    ("games", "repair", "1"),
    ("backup", "copy.db"),
    ("forget", "11"),
]


@pytest.mark.parametrize("words", ON_GAMES)
def test_games_are_found_in_the_folder_that_is_named(
    bonfire: Bonfire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    played(tmp_path / "mine")
    monkeypatch.setenv("BONFIRE_DATABASE", "other.db")
    answer = bonfire(*words, "--data", "mine/data")
    assert (answer.status, answer.err) == (0, "")
    assert not (tmp_path / "data").exists()
    assert not (tmp_path / "other.db").exists()


@pytest.mark.parametrize("words", ON_GAMES)
def test_a_missing_database_is_told_with_the_ways_to_name_another(
    bonfire: Bonfire, words: tuple[str, ...]
) -> None:
    answer = bonfire(*words, "--data", "none")
    assert_one_line(answer, "none/bonfire.db does not exist", "--data", "BONFIRE_DATA")


def test_a_copy_is_restored_into_the_folder_that_is_named(bonfire: Bonfire, tmp_path: Path) -> None:
    played(tmp_path)
    assert bonfire("backup", "copy.db").status == 0
    assert bonfire("restore", "copy.db", "--data", "mine").status == 0
    assert "server 5 (1)" in bonfire("games", "list", "--data", "mine").out


def test_the_folder_is_explained_in_the_same_words_everywhere() -> None:
    told = {
        argument.help
        for _, parser in parsers()
        for argument in parser._actions
        if name_of(argument) == "--data"
    }
    assert len(told) == 1
