"""`bonfire backup` and `bonfire restore` on real databases, whole and damaged ones."""

import asyncio
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from stat import S_IMODE

import pytest

from bot.store.copies import exchange, version_of_file
from bot.store.migrate import migrations
from bot.store.store import Store
from tests.kit.shell import DATABASE, Bonfire, assert_one_line, played, revision_of


@contextmanager
def changed(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path)) as database, database:
        yield database


def value(path: Path, sql: str) -> object:
    with closing(sqlite3.connect(path)) as database:
        return database.execute(sql).fetchone()[0]


def test_a_copy_is_whole_private_and_named_in_one_line(bonfire: Bonfire, tmp_path: Path) -> None:
    game = played(tmp_path)
    answer = bonfire("backup", "copy.db")
    assert (answer.status, answer.err) == (0, "")
    assert re.fullmatch(r"copy\.db: \d+\.\d MB of data/bonfire\.db, checked\n", answer.out)
    copy = tmp_path / "copy.db"
    assert S_IMODE(copy.stat().st_mode) == 0o600
    assert value(copy, "PRAGMA integrity_check") == "ok"
    assert value(copy, f"SELECT count(*) FROM moves WHERE game = {game}") == 12
    assert value(copy, "PRAGMA user_version") == len(migrations())
    assert [file.name for file in tmp_path.iterdir() if file.name.endswith(".part")] == []


def test_the_database_itself_is_private_too(tmp_path: Path) -> None:
    played(tmp_path)
    assert S_IMODE((tmp_path / DATABASE).stat().st_mode) == 0o600


def test_a_copy_without_a_name_lies_with_the_daily_ones(bonfire: Bonfire, tmp_path: Path) -> None:
    played(tmp_path)
    assert bonfire("backup").status == 0
    (copy,) = (tmp_path / "data/backups").iterdir()
    assert re.fullmatch(r"bonfire-\d{4}-\d\d-\d\dT\d{6}\.db", copy.name)
    (tmp_path / "elsewhere").mkdir()
    assert bonfire("backup", "elsewhere").status == 0
    assert len(list((tmp_path / "elsewhere").glob("bonfire-*.db"))) == 1


def test_a_copy_overwrites_only_when_told(bonfire: Bonfire, tmp_path: Path) -> None:
    played(tmp_path)
    assert bonfire("backup", "copy.db").status == 0
    with changed(tmp_path / "copy.db") as database:
        database.execute("DELETE FROM games")
    assert_one_line(bonfire("backup", "copy.db"), "copy.db exists", "--force")
    assert value(tmp_path / "copy.db", "SELECT count(*) FROM games") == 0
    assert bonfire("backup", "copy.db", "--force").status == 0
    assert value(tmp_path / "copy.db", "SELECT count(*) FROM games") == 1


def test_a_copy_overwrites_nothing_that_is_no_copy(bonfire: Bonfire, tmp_path: Path) -> None:
    """What lies beside a running database least of all: its log holds the newest moves."""
    game = played(tmp_path)
    (tmp_path / "mine.txt").write_text("mine")
    with closing(sqlite3.connect(tmp_path / DATABASE)) as database:
        database.execute("UPDATE games SET told = told + 1")
        database.commit()
        for name in ("mine.txt", f"{DATABASE}-wal", f"{DATABASE}-shm"):
            before = (tmp_path / name).read_bytes()
            assert_one_line(bonfire("backup", name, "--force"), name)
            assert (tmp_path / name).read_bytes() == before
    assert revision_of(tmp_path, game) == 12


def test_the_database_is_not_overwritten_by_its_own_copy(bonfire: Bonfire, tmp_path: Path) -> None:
    played(tmp_path)
    assert_one_line(bonfire("backup", DATABASE, "--force"), "this command reads")
    assert_one_line(bonfire("restore", DATABASE), "the database itself")


def test_a_copy_that_cannot_be_written_is_told(bonfire: Bonfire, tmp_path: Path) -> None:
    played(tmp_path)
    (tmp_path / "file").write_text("")
    assert_one_line(bonfire("backup", "file/copy.db"), "file/copy.db cannot be written")


def test_what_is_missing_or_damaged_cannot_be_copied(bonfire: Bonfire, tmp_path: Path) -> None:
    assert_one_line(bonfire("backup", "copy.db"), "data/bonfire.db does not exist")
    played(tmp_path)
    assert bonfire("backup", "old.db").status == 0
    damage(tmp_path / DATABASE)
    assert_one_line(bonfire("backup", "copy.db"), "data/bonfire.db cannot be copied")
    assert not (tmp_path / "copy.db").exists()
    assert_one_line(bonfire("backup", "old.db", "--force"), "data/bonfire.db cannot be copied")
    assert value(tmp_path / "old.db", "SELECT count(*) FROM games") == 1
    assert list(tmp_path.glob(".*.part")) == []


def damage(path: Path) -> None:
    """Overwrite the page with which the log of moves begins."""
    page = value(path, "SELECT rootpage FROM sqlite_schema WHERE name = 'moves'")
    size = value(path, "PRAGMA page_size")
    assert isinstance(page, int)
    assert isinstance(size, int)
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\x07" * size)


def test_while_the_bot_runs_a_copy_is_made_but_none_restored(
    bonfire: Bonfire, tmp_path: Path
) -> None:
    game = played(tmp_path)
    loop = asyncio.new_event_loop()
    store = loop.run_until_complete(Store.open(tmp_path / DATABASE))
    try:
        loop.run_until_complete(store.write(lambda tx: tx.meta.put_commands("x", {})))
        assert bonfire("backup", "copy.db").status == 0
        assert_one_line(bonfire("restore", "copy.db"), "Another process already uses")
    finally:
        loop.run_until_complete(store.close())
        loop.close()
    assert value(tmp_path / "copy.db", "SELECT value FROM meta WHERE key = 'commands'") == "x"
    assert revision_of(tmp_path, game) == 12


def test_a_restored_copy_is_what_the_bot_goes_on_from(bonfire: Bonfire, tmp_path: Path) -> None:
    game = played(tmp_path)
    bonfire("backup", "copy.db")
    with changed(tmp_path / DATABASE) as database:
        database.execute("DELETE FROM games")
    answer = bonfire("restore", "copy.db")
    assert (answer.status, answer.err) == (0, "")
    assert "restored from copy.db" in answer.out
    assert revision_of(tmp_path, game) == 12
    (kept,) = (tmp_path / "data").glob("bonfire.db.before-*T*")
    assert str(kept.relative_to(tmp_path)) in answer.out
    assert value(kept, "SELECT count(*) FROM games") == 0
    assert value(tmp_path / DATABASE, "PRAGMA integrity_check") == "ok"


def test_the_restored_database_posts_under_a_new_name(bonfire: Bonfire, tmp_path: Path) -> None:
    played(tmp_path)
    bonfire("backup", "copy.db")
    bonfire("restore", "copy.db")
    sql = "SELECT value FROM meta WHERE key = 'instance'"
    instance = value(tmp_path / DATABASE, sql)
    assert re.fullmatch("[0-9a-f]{8}", str(instance))
    assert instance != value(tmp_path / "copy.db", sql)


def test_restoring_where_nothing_was_keeps_nothing(bonfire: Bonfire, tmp_path: Path) -> None:
    game = played(tmp_path)
    bonfire("backup", "copy.db")
    shutil.rmtree(tmp_path / "data")
    assert bonfire("restore", "copy.db").out.count("\n") == 1
    assert revision_of(tmp_path, game) == 12


@pytest.mark.parametrize("whole", [True, False])
def test_the_log_of_a_killed_bot_does_not_reach_the_copy(
    bonfire: Bonfire, tmp_path: Path, *, whole: bool
) -> None:
    game = played(tmp_path)
    bonfire("backup", "copy.db")
    path = tmp_path / DATABASE
    aside = tmp_path / "aside"
    aside.mkdir()
    with closing(sqlite3.connect(path)) as database:
        database.execute("DELETE FROM moves")
        database.commit()
        for file in path.parent.glob("bonfire.db*"):  # as a kill would leave them
            shutil.copy(file, aside)
    for file in aside.iterdir():
        shutil.copy(file, path.parent)
    assert path.with_name("bonfire.db-wal").stat().st_size > 0
    if not whole:
        path.write_bytes(b"no database at all")
    assert bonfire("restore", "copy.db").status == 0
    assert revision_of(tmp_path, game) == 12
    (kept,) = (tmp_path / "data").glob("bonfire.db.before-*[0-9]")
    if whole:
        assert value(kept, "SELECT count(*) FROM moves") == 0
    else:
        assert kept.with_name(f"{kept.name}-wal").stat().st_size > 0


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("DROP TABLE moves", "not a Bonfire database"),
        ("PRAGMA user_version = 0", "not a Bonfire database"),
        ("PRAGMA user_version = 9999", "a newer Bonfire"),
    ],
)
def test_another_database_is_not_restored(
    bonfire: Bonfire, tmp_path: Path, sql: str, told: str
) -> None:
    game = played(tmp_path)
    bonfire("backup", "copy.db")
    with changed(tmp_path / "copy.db") as database:
        database.execute(sql)
    assert_one_line(bonfire("restore", "copy.db"), "copy.db", told)
    assert revision_of(tmp_path, game) == 12


@pytest.mark.parametrize("content", [b"", b"text", b"SQLite format 3\x00" + b"\x01" * 5000])
def test_a_file_that_is_no_database_is_not_restored(
    bonfire: Bonfire, tmp_path: Path, content: bytes
) -> None:
    played(tmp_path)
    (tmp_path / "copy.db").write_bytes(content)
    assert_one_line(bonfire("restore", "copy.db"), "copy.db is not a")
    assert_one_line(bonfire("restore", "none.db"), "none.db is not a file")


def test_a_damaged_copy_is_not_restored(bonfire: Bonfire, tmp_path: Path) -> None:
    game = played(tmp_path)
    bonfire("backup", "copy.db")
    damage(tmp_path / "copy.db")
    assert_one_line(bonfire("restore", "copy.db"), "copy.db cannot be copied")
    assert revision_of(tmp_path, game) == 12
    assert list((tmp_path / "data").glob("*.new")) == []


async def test_an_older_copy_is_upgraded_at_the_next_start(tmp_path: Path) -> None:
    first = migrations()[0]
    with changed(tmp_path / "old.db") as database:
        database.executescript(first.sql)
        database.execute("PRAGMA user_version = 1")
    assert version_of_file(tmp_path / "old.db", len(migrations())) == 1
    exchange(tmp_path / "bonfire.db", tmp_path / "old.db", tmp_path / "kept.db")
    store = await Store.open(tmp_path / "bonfire.db")
    await store.close()
    assert value(tmp_path / "bonfire.db", "PRAGMA user_version") == len(migrations())


def test_faulty_settings_are_told(bonfire: Bonfire, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BONFIRE_BACKUPS", "many")
    assert_one_line(bonfire("backup"), "BONFIRE_BACKUPS must be a number from 0 to 999")
