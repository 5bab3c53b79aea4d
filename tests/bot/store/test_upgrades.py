"""Upgrades of the database: copied first, all or nothing, newer ones left alone."""

import asyncio
import sqlite3
from contextlib import closing
from itertools import repeat
from pathlib import Path

import pytest

from bot.model import preferences, rows
from bot.model.database_errors import MigrationError
from bot.store.copies import exchange
from bot.store.database import Database, upgrade
from bot.store.migrate import Migration, migrations, statements
from bot.store.store import Store


async def test_a_newer_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "bonfire.db"
    newer = len(migrations()) + 1
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute(f"PRAGMA user_version = {newer}")
    with pytest.raises(MigrationError, match="newer Bonfire"):
        await Store.open(path)
    with closing(sqlite3.connect(path)) as raw, raw:
        assert raw.execute("PRAGMA user_version").fetchone() == (newer,)


def one_more(sql: str) -> tuple[Migration, ...]:
    """The migrations, and another one after them."""
    number = len(migrations()) + 1
    return (*migrations(), Migration(number, sql))


async def upgraded(path: Path, steps: tuple[Migration, ...]) -> None:
    """Open a database as this program does, then upgrade it as the next one would."""
    await (await Database.open(path)).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        upgrade(database, path, steps)


async def test_an_upgrade_copies_the_database_first(tmp_path: Path) -> None:
    path, before = tmp_path / "bonfire.db", len(migrations())
    await upgraded(path, one_more("CREATE TABLE more (a INTEGER) STRICT;"))
    with closing(sqlite3.connect(path.with_name(f"bonfire.db.v{before}.bak"))) as copy, copy:
        assert copy.execute("PRAGMA user_version").fetchone() == (before,)
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    with closing(sqlite3.connect(path)) as raw, raw:
        assert raw.execute("PRAGMA user_version").fetchone() == (before + 1,)


async def test_a_broken_migration_changes_nothing(tmp_path: Path) -> None:
    path, before = tmp_path / "bonfire.db", len(migrations())
    broken = one_more("CREATE TABLE more (a INTEGER) STRICT;\nSELECT nothing;")
    with pytest.raises(sqlite3.OperationalError):
        await upgraded(path, broken)
    with closing(sqlite3.connect(path)) as raw, raw:
        assert raw.execute("PRAGMA user_version").fetchone() == (before,)
        tx = raw.execute("SELECT count(*) FROM sqlite_master WHERE name = 'more'").fetchone()
    assert tx == (0,)


async def test_the_log_of_an_older_database_stays_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "bonfire.db"
    with closing(sqlite3.connect(path)) as raw, raw:
        for step in migrations()[:7]:
            raw.executescript(step.sql)
        raw.execute("PRAGMA user_version = 7")
        raw.execute(
            "INSERT INTO games (id, channel, locale, status, options, snapshot, created, changed)"
            " VALUES (1, 7, 'de', 'running', '{}', '{}', 0, 0)"
        )
        raw.execute("INSERT INTO players VALUES (1, 0, 11, 'Ada')")
        entries = [(1, "answer", "a"), (2, "undo", None), (3, "answer", "b")]
        raw.executemany("INSERT INTO moves VALUES (1, ?, 0, ?, ?, 99, 0)", entries)
    store = await Store.open(path)
    try:
        log = await store.read(lambda tx: tx.games.log(1))
        row = await store.read(lambda tx: tx.games.get(1))
    finally:
        await store.close()
    kinds = (rows.MoveKind.ANSWER, rows.MoveKind.UNDO, rows.MoveKind.ANSWER)
    assert log == tuple(map(rows.MoveRow, repeat(0), ("a", None, "b"), repeat(99), kinds))
    assert row is not None
    assert (row.players, row.bots) == ((rows.PersonRow(11, "Ada"),), frozenset())


def test_migration_texts_are_split_at_whole_statements() -> None:
    sql = (
        "-- a; b\nCREATE TABLE a (x);\nCREATE TRIGGER t AFTER INSERT ON a BEGIN\nSELECT 1;\nEND;\n"
    )
    assert len(list(statements(sql))) == 2
    with pytest.raises(MigrationError):
        list(statements("CREATE TABLE a (x)"))


def test_every_table_is_strict(tmp_path: Path) -> None:
    asyncio.run(upgraded(tmp_path / "bonfire.db", migrations()))
    with closing(sqlite3.connect(tmp_path / "bonfire.db")) as raw, raw:
        tx = raw.execute(
            "SELECT name, strict FROM pragma_table_list WHERE schema = 'main'"
            " AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
    assert [name for name, strict in tx if not strict] == []


async def test_numbers_of_posts_are_not_given_again_after_the_upgrade(tmp_path: Path) -> None:
    """Nonces are made of them."""
    path = tmp_path / "bonfire.db"
    with closing(sqlite3.connect(path)) as raw, raw:
        for statement in statements(migrations()[0].sql):
            raw.execute(statement)
        for _ in range(3):
            raw.execute(
                "INSERT INTO outbox (channel, route, state, body, due, created)"
                " VALUES (7, 'channel', 'sent', '{}', 0, 0)"
            )
        raw.execute("DELETE FROM outbox WHERE id > 1")
        raw.execute("PRAGMA user_version = 1")
    opened = await Store.open(path)
    assert await opened.write(lambda tx: tx.posts.add(None, 7, rows.Via.CHANNEL, "{}")) == 4
    await opened.close()


BEFORE_THE_WORDS = 11
"""The last version whose tables were called `outbox`, `settings`, `house_rules` and `tries`."""


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """A database from before tables were called as the code calls them, with one row in each."""
    path = tmp_path / "bonfire.db"
    with closing(sqlite3.connect(path)) as raw, raw:
        for step in migrations()[:BEFORE_THE_WORDS]:
            for statement in statements(step.sql):
                raw.execute(statement)
        raw.execute(f"PRAGMA user_version = {BEFORE_THE_WORDS}")
        raw.execute(
            "INSERT INTO games (id, channel, locale, status, options, snapshot, created, changed)"
            " VALUES (1, 7, 'de', 'running', '{}', '{}', 0, 0)"
        )
        raw.execute(
            "INSERT INTO outbox (id, game, channel, route, state, body, due, created, topic)"
            " VALUES (5, 1, 7, 'channel', 'waiting', '{}', 3, 0, 'vote:1')"
        )
        raw.execute("UPDATE settings SET value = 'abcd1234' WHERE key = 'instance'")
        raw.execute("INSERT INTO settings VALUES ('opening a thread 99', '7')")
        raw.execute(
            "INSERT INTO house_rules VALUES (3, 'managers', 'everybody', 'daily', NULL,"
            " NULL, NULL, NULL, NULL)"
        )
        raw.execute("INSERT INTO tries VALUES ('ab', 1, 11, 4, '[]')")
    return path


async def test_what_older_tables_hold_is_found_under_their_new_names(older: Path) -> None:
    store = await Store.open(older)
    try:
        (post,) = await store.read(lambda tx: tx.posts.heads())
        assert (post.id, post.via, post.due, post.version) == (5, rows.Via.CHANNEL, 3, 0)
        assert await store.read(lambda tx: tx.posts.asking("vote:1")) == (post,)
        assert await store.read(lambda tx: tx.meta.instance()) == "abcd1234"
        assert await store.read(lambda tx: tx.meta.openings()) == {99: 7}
        server = await store.read(lambda tx: tx.preferences.of_server(3))
        assert server.opens is preferences.Allowed.MANAGERS
        tried = await store.read(lambda tx: tx.tryouts.get(1, 11))
        assert tried == rows.PageRow("ab", 1, 11, 4, "[]")
        assert await store.write(lambda tx: tx.posts.add(None, 7, rows.Via.CHANNEL, "{}")) == 6
    finally:
        await store.close()


async def test_a_copy_of_an_older_database_can_be_gone_back_to(older: Path) -> None:
    """It posts under a new name, and is upgraded once more."""
    store = await Store.open(older)
    await store.close()
    copy = older.with_name(f"bonfire.db.v{BEFORE_THE_WORDS}.bak")
    exchange(older, copy, older.with_name("kept.db"))
    store = await Store.open(older)
    try:
        assert await store.read(lambda tx: tx.meta.instance()) not in ("", "abcd1234")
        assert [post.id for post in await store.read(lambda tx: tx.posts.heads())] == [5]
    finally:
        await store.close()
