"""`bonfire page` and `bonfire film`: a record for a browser, and as a film."""

import shutil
from pathlib import Path

import pytest

from bot.features.finished.film import Film
from bot.words import catalog
from tests.kit.shell import Bonfire, assert_one_line


def test_page_writes_a_record_as_a_file_for_a_browser(
    bonfire: Bonfire, running: Path, tmp_path: Path
) -> None:
    file = tmp_path / "page.html"
    answer = bonfire("page", str(running), "--out", str(file), "--language", "pl")
    assert (answer.status, answer.out) == (0, f"{file}\n")
    page = file.read_text("utf-8")
    assert page.startswith('<!doctype html>\n<html lang="pl">')
    assert catalog("pl").say("game_page.log") in page
    assert file.stat().st_size <= 6 * 2**20


def test_page_stands_beside_its_record_and_refuses_a_damaged_one(
    bonfire: Bonfire, running: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.features.finished.made.game_page", lambda *_: b"page")
    copied = tmp_path / "game.json"
    shutil.copy(running, copied)
    assert bonfire("page", str(copied)).out == f"{tmp_path / 'game.html'}\n"
    assert (tmp_path / "game.html").read_bytes() == b"page"
    copied.write_text(copied.read_text().replace("discard", "retain", 1) + " ")
    assert_one_line(bonfire("page", str(copied), "--force"), "damaged")
    assert bonfire("page", str(running), "--out", str(tmp_path / "no" / "page.html")).status == 2


def test_film_writes_both_films_beside_its_record(
    bonfire: Bonfire, running: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.features.finished.made.game_film", lambda *_: Film(b"RIFF", b"GIF89a"))
    copied = tmp_path / "game.json"
    shutil.copy(running, copied)
    files = [tmp_path / "game.webp", tmp_path / "game.gif"]
    assert bonfire("film", str(copied)).out.splitlines() == [str(file) for file in files]
    assert [file.read_bytes() for file in files] == [b"RIFF", b"GIF89a"]
    copied.write_text(copied.read_text().replace("discard", "retain", 1) + " ")
    assert_one_line(bonfire("film", str(copied), "--force"), "damaged")


@pytest.mark.parametrize(
    ("command", "name"), [("page", "game.html"), ("film", "game.webp"), ("film", "game.gif")]
)
def test_a_record_named_like_what_is_made_of_it_stays(
    bonfire: Bonfire, running: Path, tmp_path: Path, command: str, name: str
) -> None:
    shutil.copy(running, tmp_path / name)
    assert_one_line(bonfire(command, name, "--force"), name)
    assert (tmp_path / name).read_bytes() == running.read_bytes()


def test_both_films_need_names_of_their_own(
    bonfire: Bonfire, running: Path, tmp_path: Path
) -> None:
    assert_one_line(bonfire("film", running, "--out", "game.gif"), "game.gif")
    assert not (tmp_path / "game.gif").exists()
