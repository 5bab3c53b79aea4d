"""PostgreSQL behind the store: the same tables, whole transactions, and what goes wrong with it."""

import asyncio
import re
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import asyncpg
import pytest

from bot.chat.feature import extras_of
from bot.features.listed import FEATURES
from bot.model import results, rows
from bot.model.database_errors import (
    ContradictionError,
    DatabaseError,
    NewerTablesError,
    UnavailableError,
)
from bot.services.results import page_of
from bot.store.migrate import migrations as migrations_of_sqlite
from bot.store.migrate import server_migrations
from bot.store.postgres.engine import numbered
from bot.store.queries import SqlConnection
from bot.store.store import Store, Transaction
from tests.kit.archive import Archive, played
from tests.kit.database import quick_database
from tests.kit.stack import GUILD
from tests.kit.sums import check_history
from tests.postgres.server import PostgresServer

ADA, BO = rows.PersonRow(11, "Ada"), rows.PersonRow(22, "Bo")
EXTRAS = extras_of(FEATURES)
TYPES = {"INTEGER": "bigint", "REAL": "double precision", "TEXT": "text"}
Columns = dict[str, tuple[str, bool]]
"""The type of each column, and whether it may be NULL."""


async def opened(address: str) -> Store:
    return await Store.open(address)


@pytest.mark.parametrize(
    ("sql", "values", "text", "given"),
    [
        ("a = ? AND b = ?", (1, 2), "a = $1 AND b = $2", [1, 2]),
        ("a = ?2 AND b = ?1 OR c = ?2", (1, 2), "a = $1 AND b = $2 OR c = $1", [2, 1]),
        ("a = :b AND b = :a", {"a": 1, "b": 2, "c": 3}, "a = $1 AND b = $2", [2, 1]),
        ("a = '?:x''' AND b = ?", (1,), "a = '?:x''' AND b = $1", [1]),
        ("FROM games INDEXED BY running_game WHERE a = ?", (1,), "FROM games WHERE a = $1", [1]),
    ],
)
def test_a_statement_has_numbered_values(
    sql: str, values: object, text: str, given: list[object]
) -> None:
    assert numbered(sql, values) == (text, given)  # type: ignore[arg-type]


async def test_both_databases_end_in_the_same_tables(address: str, tmp_path: Path) -> None:
    assert server_migrations()[-1].number == len(migrations_of_sqlite())
    with quick_database(tmp_path / "x.db"), closing(sqlite3.connect(tmp_path / "x.db")) as file:
        tables = [
            name
            for (name,) in file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
            if not name.startswith("sqlite_")
        ]
        ours = {
            table: {
                name: (TYPES[kind], not (needed or key))
                for _, name, kind, needed, _, key in file.execute(f"PRAGMA table_info({table})")
            }
            for table in tables
        }
        keys = {table: _keys_of_sqlite(file, table) for table in tables}
        indexes = {
            (name, _plain(sql))
            for name, sql in file.execute(
                "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL"
            )
        }
    connection = await asyncpg.connect(address)
    try:
        theirs: dict[str, Columns] = {}
        for row in await connection.fetch(
            "SELECT table_name, column_name, data_type, is_nullable = 'YES' AS nullable"
            " FROM information_schema.columns WHERE table_schema = 'public'"
        ):
            column = {row["column_name"]: (row["data_type"], row["nullable"])}
            theirs.setdefault(row["table_name"], {}).update(column)
        assert theirs.pop("schema_version") == {"version": ("bigint", False)}
        assert theirs == ours
        found = await connection.fetch(
            "SELECT conrelid::regclass::text AS of, contype::text AS kind,"
            " pg_get_constraintdef(oid) AS told FROM pg_constraint"
            " WHERE contype IN ('p', 'u', 'f') AND connamespace = 'public'::regnamespace"
        )
        for table, wanted in keys.items():
            assert {_plain(row["told"]) for row in found if row["of"] == table} == wanted, table
        made = await connection.fetch(
            "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'"
        )
        names = {name for name, _ in indexes}
        assert names <= {row["indexname"] for row in made}
        for name, sql in indexes:
            (told,) = (row["indexdef"] for row in made if row["indexname"] == name)
            assert _columns(told) == _columns(sql), name
            assert ("UNIQUE" in told, "WHERE" in told) == ("unique" in sql, "where" in sql)
    finally:
        await connection.close()


def _keys_of_sqlite(file: sqlite3.Connection, table: str) -> set[str]:
    """The primary key, the unique sets of columns, and what a table refers to."""
    keys = [
        (place, name) for _, name, *_, place in file.execute(f"PRAGMA table_info({table})") if place
    ]
    found = {f"primary key ({', '.join(name for _, name in sorted(keys))})"}
    for _, name, unique, origin, _ in file.execute(f"PRAGMA index_list({table})"):
        if unique and origin == "u":
            columns = [row[2] for row in file.execute(f"PRAGMA index_info({name})")]
            found.add(f"unique ({', '.join(columns)})")
    for _, _, other, here, there, _, deleted, _ in file.execute(
        f"PRAGMA foreign_key_list({table})"
    ):
        found.add(_plain(f"FOREIGN KEY ({here}) REFERENCES {other}({there}) ON DELETE {deleted}"))
    return found


def _plain(sql: str) -> str:
    return " ".join(sql.lower().replace('"', "").split())


def _columns(sql: str) -> list[str]:
    """The columns of an index."""
    found = re.search(r"\(([^()]*)\)", sql)
    assert found is not None
    return [name.strip() for name in found[1].split(",")]


async def test_tables_are_made_once_and_newer_ones_are_refused(server: PostgresServer) -> None:
    address = server.new()
    names = []
    many = (Store.open(address, alone=False) for _ in range(4))
    for store in await asyncio.gather(*many):
        names.append(await store.read(lambda tx: tx.meta.instance()))
        await store.close()
    assert len(set(names)) == 1
    assert re.fullmatch(r"[0-9a-f]{8}", names[0])
    connection = await asyncpg.connect(address)
    await connection.execute("UPDATE schema_version SET version = 999")
    await connection.close()
    with pytest.raises(NewerTablesError, match="newer Bonfire"):
        await opened(address)


async def test_a_second_bot_is_refused_and_who_looks_is_not(address: str) -> None:
    first = await opened(address)
    with pytest.raises(DatabaseError, match="Another bot already uses"):
        await opened(address)
    looking = await Store.open(address, alone=False)
    assert await looking.read(lambda tx: tx.posts.count_waiting()) == 0
    await looking.close()
    await first.close()
    await (await opened(address)).close()


async def test_an_error_undoes_a_whole_transaction(address: str) -> None:
    store = await opened(address)

    async def fails(tx: Transaction) -> None:
        await tx.posts.add(None, 7, rows.Via.CHANNEL, "{}")
        raise KeyError

    with pytest.raises(KeyError):
        await store.write(fails)
    assert await store.read(lambda tx: tx.posts.count_waiting()) == 0
    await store.close()


async def test_transactions_that_cross_are_done_again(address: str) -> None:
    """Each adds one to what it has read: none is lost, though they ran at the same time."""
    store, tries = await opened(address), 0

    async def count(db: SqlConnection) -> None:
        nonlocal tries
        tries += 1
        (row,) = await db.rows("SELECT value FROM meta WHERE key = ?", ("count",))
        await asyncio.sleep(0.01)
        await db.run(
            "UPDATE meta SET value = ? WHERE key = ?", (str(int(row["value"]) + 1), "count")
        )

    await store._database.transaction(
        lambda db: db.run("INSERT INTO meta (key, value) VALUES (?, ?)", ("count", "0"))
    )
    await asyncio.gather(*(store._database.transaction(count) for _ in range(8)))
    sql = "SELECT value FROM meta WHERE key = 'count'"
    (row,) = await store._database.read(lambda db: db.rows(sql, ()))
    assert row["value"] == "8"
    assert tries > 8
    await store.close()


async def test_only_what_asks_for_it_does_not_wait_for_the_disk(address: str) -> None:
    store, seen = await opened(f"{address}&synchronous_commit=on"), []

    async def look(db: SqlConnection) -> None:
        (row,) = await db.rows("SELECT current_setting('synchronous_commit') AS value", ())
        seen.append(row["value"])

    for flushed in (True, False, True):
        await store._database.transaction(look, flushed=flushed)
    await store.close()
    assert seen == ["on", "off", "on"]


async def test_transactions_of_different_rows_do_not_cross(address: str) -> None:
    """Not even where a table is known to be so small that reading all of it would be quicker."""
    store, tries = await opened(address), 0
    names = [f"count {number}" for number in range(8)]

    async def fill(db: SqlConnection) -> None:
        for name in names:
            await db.run("INSERT INTO meta (key, value) VALUES (?, ?)", (name, "0"))

    async def count(db: SqlConnection, name: str) -> None:
        nonlocal tries
        tries += 1
        assert await db.rows("SELECT value FROM meta WHERE key = ?", (name,))
        await asyncio.sleep(0.01)
        await db.run("UPDATE meta SET value = ? WHERE key = ?", ("1", name))

    await store._database.transaction(fill)
    await store._database.transaction(lambda db: db.run("ANALYZE meta", ()))
    await asyncio.gather(*(store._database.transaction(partial(count, name=n)) for n in names))
    assert tries == len(names)
    await store.close()


async def test_a_transaction_that_is_crossed_again_and_again_is_done_in_the_end(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.postgres.engine._LONGEST_PAUSE", 0.01)
    store, tries = await opened(address), 0

    async def crossed(tx: Transaction) -> None:
        nonlocal tries
        tries += 1
        await tx.posts.add(None, 7, rows.Via.CHANNEL, "{}")
        if tries <= 50:
            raise asyncpg.SerializationError("could not serialize access")

    await store.write(crossed)
    assert await store.read(lambda tx: tx.posts.count_waiting()) == 1
    monkeypatch.setattr("bot.store.postgres.engine._PATIENCE", 0.0)
    tries = 0
    with pytest.raises(UnavailableError):
        await store.write(crossed)
    await store.close()


async def test_a_cancelled_caller_does_not_stop_a_transaction(address: str) -> None:
    store, begun = await opened(address), asyncio.Event()

    async def slow(tx: Transaction) -> None:
        begun.set()
        await asyncio.sleep(0.05)
        await tx.posts.add(None, 7, rows.Via.CHANNEL, "{}")

    caller = asyncio.create_task(store.write(slow))
    await begun.wait()
    caller.cancel()
    await asyncio.gather(caller, return_exceptions=True)
    await store.close()
    store = await opened(address)
    assert await store.read(lambda tx: tx.posts.count_waiting()) == 1
    await store.close()


async def test_what_contradicts_is_told_from_other_errors(address: str) -> None:
    store = await opened(address)
    sql = "INSERT INTO meta (key, value) VALUES ('instance', 'x')"
    with pytest.raises(ContradictionError):
        await store._database.transaction(lambda db: db.run(sql, ()))
    with pytest.raises(UnavailableError, match="read-only"):
        await store._database.read(lambda db: db.run("DELETE FROM meta", ()))
    await store.close()


PASSES = [
    "postgresql://ada:secret@127.0.0.1:1/bonfire",
    "postgresql://ada:secret@/bonfire?host=/nowhere/at/all",
    "postgresql://ada:secret@no-such-host.invalid/bonfire",
]
LASTS = [
    "postgresql://ada:secret@127.0.0.1:port/bonfire",
    "postgresql://ada:secret@127.0.0.1:99999/bonfire",
    "postgresql://ada:secret/more@127.0.0.1/bonfire",
    "postgresql://ada:secret@[::1/bonfire",
    "postgresql://ada:secret@127.0.0.1:,/bonfire",
    "postgresql://ada:secret@127.0.0.1/bonfire?sslmode=odd",
    f"postgresql://ada:secret@{'a' * 70}.invalid/bonfire",
]


@pytest.mark.parametrize("address", [*PASSES, *LASTS])
async def test_a_server_that_is_not_there_is_told_without_the_password(address: str) -> None:
    with pytest.raises(DatabaseError, match="BONFIRE_DATABASE") as caught:
        await opened(address)
    assert isinstance(caught.value, UnavailableError) == (address in PASSES)
    assert "secret" not in str(caught.value)


async def test_lists_and_what_is_forgotten(address: str) -> None:
    """The statements of lists, of forgetting and of deleting a server, which no other test runs."""
    store = await opened(address)
    await Archive(store).add(*played((ADA, 60), (BO, 40)), guild=GUILD)
    for person in (ADA, BO):
        for guild in (GUILD, None):
            query = results.HistoryQuery(person.id, guild, person.id)
            page = await store.read(lambda tx, query=query: page_of(tx, query, results.NEWEST))  # type: ignore[misc]
            (line,) = page.lines
            assert [seat.name for seat in line.seats] == ["Ada", "Bo"]
    people, standings = await store.read(lambda tx: tx.records.standings(ADA.id, GUILD, 0, 10))
    assert (people, [(one.name, one.games, one.wins) for one in standings]) == (
        2,
        [("Ada", 1, 1), ("Bo", 1, 0)],
    )
    assert await store.read(lambda tx: tx.records.solo(ADA.id, GUILD, 0, 10)) == (0, ())
    assert await store.read(lambda tx: tx.records.with_bots(ADA.id, GUILD, 0, 10)) == (0, ())
    (entry,) = await store.read(lambda tx: tx.games.listed(over=True))
    assert entry.players == ("Ada", "Bo")
    assert await store.read(lambda tx: tx.traces.posts(BO.id)) == ()
    await store.write(lambda tx: tx.traces.forget(BO.id, lambda _: "Somebody", EXTRAS.forgets))
    await store.write(lambda tx: tx.servers.enter((GUILD,)))
    await store.write(lambda tx: tx.servers.leave(GUILD, 2.0))
    assert await store.read(lambda tx: tx.servers.gone(3.0)) == (GUILD,)
    await store.write(lambda tx: tx.servers.purge(GUILD, 2**40, EXTRAS.kept))
    assert await store.read(lambda tx: tx.games.listed(over=True)) == ()
    await store.close()


@pytest.mark.parametrize("seed", range(2))
async def test_sums_are_those_of_the_seats(address: str, seed: int) -> None:
    store = await opened(address)
    await check_history(store, server_migrations(), seed)
    await store.close()


async def test_results_that_are_stored_at_once_are_all_added_up(address: str) -> None:
    store = await opened(address)
    archive = Archive(store)
    seats = played((ADA, 60), (BO, 40))
    await asyncio.gather(*(archive.add(*seats, guild=GUILD) for _ in range(8)))
    _, (ada, bo) = await store.read(lambda tx: tx.records.standings(ADA.id, GUILD, 0, 10))
    assert (ada.games, ada.wins, ada.means) == (8, 8, ((2, 60),))
    assert (bo.games, bo.wins, bo.means) == (8, 0, ((2, 40),))
    await store.close()
