"""Which database sessions reach: the right one, one of another program, or a pooler's turns."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import asyncpg
import pytest

from bot.model.database_errors import DatabaseError, MigrationError, UnavailableError
from bot.store.postgres import sessions
from bot.store.postgres.leads import Lead
from bot.store.store import Store
from tests.postgres.pooler import pooling
from tests.postgres.server import PostgresServer

SOON = 60.0


@pytest.fixture(autouse=True)
def brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process looks more often than for real."""
    monkeypatch.setattr(sessions, "LOOKS_EVERY", 0.2)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder whose name is short enough for a socket."""
    with TemporaryDirectory(prefix="pb") as made:
        yield Path(made)


async def run(address: str, *statements: str) -> None:
    connection = await asyncpg.connect(address)
    try:
        for statement in statements:
            await connection.execute(statement)
    finally:
        await connection.close()


def name_in(address: str) -> str:
    return address.partition("@/")[2].partition("?")[0]


END_OTHERS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = '{}' AND pid <> pg_backend_pid()"
)


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("other", ["emptied", "foreign", "gone"])
async def test_a_database_in_place_of_the_one_that_was_opened_takes_nothing(
    server: PostgresServer, template: str, address: str, other: str, *, shared: bool
) -> None:
    store = await Store.open(address, shared=shared)
    await store.write(lambda tx: tx.processed.add(1))
    name, away = name_in(address), f"{name_in(address)}_away"
    if other == "emptied":
        await run(address, "DELETE FROM meta")
    else:
        there = server.new(template)
        rename = f"ALTER DATABASE {name} RENAME TO {away}"
        if other == "foreign":
            await run(there, "UPDATE meta SET value = 'another' WHERE key = 'instance'")
        back = f"ALTER DATABASE {name_in(there)} RENAME TO {name}"
        closed = f"ALTER DATABASE {name} ALLOW_CONNECTIONS false"  # or the store is back at once
        await run(server.address("postgres"), closed, END_OTHERS.format(name), rename, back)
    with pytest.raises(DatabaseError, match="Another PostgreSQL database is in place") as told:
        await asyncio.wait_for(store.engine.identity.until_lost(), SOON)
    assert not isinstance(told.value, UnavailableError)
    if other != "emptied":
        for _ in range(3):
            with pytest.raises((DatabaseError, asyncpg.PostgresError, asyncpg.InterfaceError)):
                await store.write(lambda tx: tx.processed.add(2))
        connection = await asyncpg.connect(server.address(name))
        assert await connection.fetch("SELECT * FROM processed") == []
        await connection.close()
    await store.close()


async def test_a_server_that_takes_over_ends_the_process_for_a_new_start(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is in memory may be further than what the other server has."""
    store = await Store.open(address)
    later = sessions._WHICH.replace("pg_walfile_name(pg_current_wal_lsn())", "'00000009'::text")
    monkeypatch.setattr(sessions, "_WHICH", later)
    with pytest.raises(UnavailableError, match="took over"):
        await asyncio.wait_for(store.engine.identity.until_lost(), SOON)
    await store.close()


async def test_a_restart_of_the_server_is_no_other_database(own_server: PostgresServer) -> None:
    store = await Store.open(own_server.new())
    waiting = asyncio.create_task(store.engine.identity.until_lost())
    own_server.stop()
    own_server.start()
    await asyncio.sleep(1.0)
    assert await store.write(lambda tx: tx.processed.add(1))
    assert not waiting.done()
    waiting.cancel()
    await store.close()


async def test_tables_of_another_program_are_left_as_they_are(server: PostgresServer) -> None:
    address = server.new()
    for theirs in ("recipes (name text)", "schema_version (version bigint)"):
        await run(address, f"CREATE TABLE {theirs}")
        with pytest.raises(MigrationError, match="has tables of another program"):
            await Store.open(address)
    connection = await asyncpg.connect(address)
    names = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
    assert await connection.fetchval(names) == 2
    await connection.close()


@pytest.mark.parametrize("mode", ["transaction", "statement"])
@pytest.mark.parametrize(
    "setting", ["default_pool_size=40", "server_round_robin=1", "default_pool_size=1"]
)
async def test_a_pooler_that_lends_sessions_in_turn_is_refused(
    server: PostgresServer, address: str, folder: Path, mode: str, setting: str
) -> None:
    with (
        pooling(server, folder, mode, setting) as pooled,
        patch.object(sessions, "CONNECTS_WITHIN", 2.0),
    ):
        for shared in (False, True, False):
            with pytest.raises(DatabaseError, match="pool_mode=session") as told:
                await Store.open(pooled.format(name_in(address)), shared=shared)
            assert not isinstance(told.value, UnavailableError)


OUR_SETTINGS = "SELECT setting FROM pg_settings WHERE name IN ('enable_seqscan', 'jit')"


@pytest.mark.parametrize("shared", [False, True])
async def test_a_pooler_that_lends_a_session_for_good_serves(
    server: PostgresServer, template: str, folder: Path, *, shared: bool
) -> None:
    name = name_in(server.new(template))
    with pooling(server, folder, "session") as address:
        store = await Store.open(address.format(name), shared=shared)
        assert await store.write(lambda tx: tx.processed.add(1))
        for _ in range(2):  # also when the pool lends it again
            found = await store.engine.read(lambda db: db.rows(OUR_SETTINGS, ()))
            assert [row[0] for row in found] == ["off", "off"]
        async with store.holding("game 1"):
            assert await store.read(lambda tx: tx.processed.knows(1))
        if store.right is not None:
            await store.right.check()
        await store.close()


async def test_a_process_of_the_server_is_known_behind_a_pooler(
    server: PostgresServer, template: str, folder: Path
) -> None:
    """A pooler tells a number of its own when a session begins."""
    name = name_in(server.new(template))
    with pooling(server, folder, "session") as address:
        connection = await asyncpg.connect(address.format(name))
        lead = Lead(connection)
        await lead.check()
        assert lead.process == await connection.fetchval("SELECT pg_backend_pid()")
        lead.end()
