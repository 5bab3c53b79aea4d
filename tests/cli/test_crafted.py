"""Files that somebody has crafted or damaged end in one line and the status 2, within seconds."""

import codecs
import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest

from bot.cli.simulate import random_game
from bot.runtime.shell.files import MOST_FILE_BYTES
from engine import STANDARD_BOX, GameOptions
from engine.canonical import canonical
from engine.record import make_record, record_text
from tests.kit.brought import brought_each
from tests.kit.shell import DATABASE, Bonfire, assert_one_line, played

READERS = (
    ("verify", "FILE"),
    ("replay", "FILE"),
    ("draw", "FILE", "--at", "0", "--out", "drawn"),
    ("bench", "pictures", "FILE"),
    ("games", "put-back", "FILE"),
    ("simulate", "--games", "1", "--box", "FILE"),
    ("components", "--box", "FILE"),
    ("arena", "random", "tom", "--games", "1", "--log", "FILE"),
    ("restore", "FILE"),
    ("games", "repair", "1", "--from", "FILE"),
    ("migrate-database", "FILE", "new.db"),
    *((name.split()[0], "FILE") for name in brought_each("FILES_READ")),
)


@cache
def large_file(folder: Path) -> Path:
    """A file of more than any command reads, written once for all of them."""
    file = folder / "large"
    file.write_bytes(b" " * 200_000_000)
    return file


CRAFTED: dict[str, Callable[[Path, Path], object]] = {
    "utf-16": lambda file, record: file.write_bytes(record.read_text().encode("utf-16")),
    "no mark": lambda file, record: file.write_bytes(record.read_text().encode("utf-16-le")),
    "nothing": lambda file, _: file.touch(),
    "pipe": lambda file, _: os.mkfifo(file),
    "device": lambda _file, _: None,
    "folder": lambda file, _: file.mkdir(),
    "large": lambda file, record: file.hardlink_to(large_file(record.parent)),
    "deep": lambda file, _: file.write_text("[" * 100_000),
    "none": lambda _file, _: None,
}
"""Makers of each kind of unusable file, out of a record."""


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("crafted") / "game.json"
    file.write_text(record_text(make_record(random_game(GameOptions(2), 7, STANDARD_BOX))))
    return file


@pytest.mark.parametrize("moves", [5, None, True, 1.5, "pay", {"seat": 0}])
def test_a_record_whose_moves_are_no_list_is_damaged(
    bonfire: Bonfire, tmp_path: Path, record: Path, moves: object
) -> None:
    """Its seal is right; `record_text` could not write such a record."""
    body = json.loads(record.read_text()) | {"moves": moves}
    del body["sha256"]
    seal = sha256(canonical(body)).hexdigest()
    (tmp_path / "crafted.json").write_text(json.dumps(body | {"sha256": seal}))
    for command in ("verify", "replay"):
        assert_one_line(bonfire(command, "crafted.json"), "moves are not a list")


def test_a_byte_order_mark_is_no_fault(bonfire: Bonfire, tmp_path: Path, record: Path) -> None:
    (tmp_path / "bom.json").write_bytes(codecs.BOM_UTF8 + record.read_bytes())
    assert bonfire("verify", "bom.json").status == 0
    assert bonfire("components", "--write", "box.toml").status == 0
    (tmp_path / "bom.toml").write_bytes(codecs.BOM_UTF8 + (tmp_path / "box.toml").read_bytes())
    assert bonfire("simulate", "--games", "1", "--box", "bom.toml").status == 0


@pytest.mark.parametrize("words", READERS, ids=" ".join)
@pytest.mark.parametrize("kind", CRAFTED)
def test_what_cannot_be_read_is_told_in_one_line(
    bonfire: Bonfire, tmp_path: Path, record: Path, words: tuple[str, ...], kind: str
) -> None:
    file = Path("/dev/zero") if kind == "device" else tmp_path / "crafted"
    CRAFTED[kind](file, record)
    if "repair" in words:
        played(tmp_path)
    answer = bonfire(*(str(file) if word == "FILE" else word for word in words))
    if (words[0], kind) == ("arena", "none"):
        return  # it begins a file
    if kind == "nothing" and words[0] in {"simulate", "components"}:
        return  # a box that says nothing but the standard
    assert_one_line(answer, str(file))
    assert not (tmp_path / "drawn").exists()


def test_the_largest_file_is_larger_than_any_record(record: Path) -> None:
    assert record.stat().st_size * 100 < MOST_FILE_BYTES


@pytest.mark.parametrize(
    "crafted",
    [
        "CREATE TRIGGER t AFTER DELETE ON doors BEGIN SELECT 1; END",
        "CREATE VIEW v AS WITH RECURSIVE n(x) AS (SELECT 1 UNION SELECT x FROM n) SELECT x FROM n",
        "PRAGMA user_version = -1",
        "PRAGMA user_version = 0",
        "DROP TABLE moves",
    ],
)
def test_a_crafted_database_is_none_of_ours(bonfire: Bonfire, tmp_path: Path, crafted: str) -> None:
    game = played(tmp_path)
    assert bonfire("backup", "copy.db").status == 0
    with closing(sqlite3.connect(tmp_path / "copy.db")) as database:
        database.execute(crafted)
        database.commit()
    for command in (
        "restore copy.db",
        "migrate-database copy.db new.db",
        f"games repair {game} --from copy.db",
    ):
        assert_one_line(bonfire(*command.split()), "copy.db is not a Bonfire database.")
    shutil.copy(tmp_path / "copy.db", tmp_path / DATABASE)
    for command in ("games list", f"games show {game}", "forget 5", "backup"):
        assert_one_line(bonfire(*command.split()), "is not a Bonfire database.")
