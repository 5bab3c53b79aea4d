"""The right to lead, or to be the only bot: it is watched, taken again, and expires."""

import asyncio
from unittest.mock import patch

import asyncpg
import pytest

from bot.model import preferences
from bot.model.database_errors import (
    DatabaseError,
    LostLeadError,
    NewerTablesError,
    UnavailableError,
)
from bot.store.postgres import leads, sharing
from bot.store.postgres.leads import LEADER_LOCK, Lead
from bot.store.store import Store, Transaction
from tests.postgres.processes import HOLDER, SOON, ask, holder
from tests.postgres.server import PostgresServer


@pytest.fixture(autouse=True)
def brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is shorter than for real."""
    monkeypatch.setattr(leads, "ASK_AGAIN", 0.1)
    monkeypatch.setattr(sharing, "ASK_AGAIN", 0.1)
    monkeypatch.setattr(sharing, "LOOKS_EVERY", 0.1)
    monkeypatch.setattr(leads, "EXPIRES", 5.0)


async def test_the_only_bot_takes_its_lock_again(address: str) -> None:
    store = await Store.open(address)
    assert store.right is not None
    for _ in range(3):
        before = await holder(address)
        await ask(address, f"SELECT pg_terminate_backend(pid) {HOLDER}")
        await holder(address, but=before)
        with pytest.raises(DatabaseError, match="Another bot already uses"):
            await Store.open(address)
        await store.right.check()
    assert not store.right.lost.is_set()
    await store.close()


async def test_the_only_bot_takes_its_lock_again_after_a_restart_of_the_server(
    own_server: PostgresServer,
) -> None:
    address = own_server.new()
    store = await Store.open(address)
    assert store.right is not None
    for mode in ("fast", "immediate"):
        own_server.stop(mode)
        checking = asyncio.create_task(store.right.check())
        await asyncio.sleep(0.3)
        own_server.start()
        await asyncio.wait_for(checking, SOON)
        with pytest.raises(DatabaseError, match="Another bot already uses"):
            await Store.open(address)
        assert await store.read(lambda tx: tx.posts.count_waiting()) == 0
    await store.close()


async def test_the_only_bot_notices_that_another_one_came_first(address: str) -> None:
    store = await Store.open(address)
    assert store.right is not None
    other = await asyncpg.connect(address)
    waiting = asyncio.create_task(other.execute(f"SELECT pg_advisory_lock({LEADER_LOCK})"))
    await asyncio.sleep(0.1)
    await ask(address, f"SELECT pg_terminate_backend(pid) {HOLDER}")
    await waiting
    await asyncio.wait_for(store.right.lost.wait(), SOON)
    with pytest.raises(LostLeadError, match="Another bot took"):
        await store.right.check()
    await store.close()
    await other.close()


async def test_a_bot_that_hangs_makes_room_for_the_next_one(address: str) -> None:
    hung = await asyncpg.connect(address)
    await hung.execute(f"SELECT pg_advisory_lock({LEADER_LOCK})")
    with pytest.raises(DatabaseError, match="Another bot already uses"):
        await Store.open(address)
    await asyncio.sleep(5.5)
    store = await Store.open(address)
    with pytest.raises((asyncpg.PostgresError, asyncpg.InterfaceError)):
        await hung.execute("SELECT 1")
    await store.close()


async def test_a_leader_that_hangs_is_replaced_and_notices_before_it_sends(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It hangs here by asking nothing; one that asks leads on for longer than that."""
    first, second = [await Store.open(address, shared=True) for _ in range(2)]
    assert first.sharing is not None
    assert second.sharing is not None
    led = asyncio.Event()

    async def wait_to_lead() -> None:
        assert second.sharing is not None
        async with second.sharing.leading() as right:
            await right.check()
            led.set()

    async with first.sharing.leading() as right:
        waiting = asyncio.create_task(wait_to_lead())
        await asyncio.sleep(6.0)
        await right.check()
        assert not led.is_set()
        asks = leads.Lead.check

        async def hang(lead: leads.Lead) -> None:
            if lead is right:
                await asyncio.Event().wait()
            await asks(lead)

        monkeypatch.setattr(leads.Lead, "check", hang)
        await asyncio.wait_for(led.wait(), SOON)
        with pytest.raises(LostLeadError):
            await asks(right)  # type: ignore[arg-type]
        await asyncio.wait_for(right.lost.wait(), SOON)
        await waiting
    await first.close()
    await second.close()


async def test_a_worker_that_hangs_in_a_transaction_holds_up_nobody_for_long(address: str) -> None:
    """Its rows are free again, and once it goes on it learns that nothing of this was done."""
    hung, other = [await Store.open(address, shared=True) for _ in range(2)]
    locked, goes_on = asyncio.Event(), asyncio.Event()

    async def change(tx: Transaction) -> None:
        await tx.preferences.put_server(1, preferences.ServerSettings())

    async def hang(tx: Transaction) -> None:
        await change(tx)
        locked.set()
        await goes_on.wait()

    hanging = asyncio.create_task(hung.write(hang))
    await locked.wait()
    await asyncio.wait_for(other.write(change), SOON / 3)
    goes_on.set()
    with pytest.raises(UnavailableError):
        await hanging
    await hung.write(change)
    await hung.close()
    await other.close()


async def test_a_worker_notices_tables_of_a_newer_program(address: str) -> None:
    store = await Store.open(address, shared=True)
    assert store.sharing is not None
    watching = asyncio.create_task(store.sharing.watch_tables())
    await asyncio.sleep(0.5)
    assert not watching.done()
    await ask(address, "UPDATE schema_version SET version = 999")
    with pytest.raises(NewerTablesError, match="newer Bonfire"):
        await asyncio.wait_for(watching, SOON)
    await store.close()


async def test_a_question_while_the_server_ends_the_session_finds_it_lost(address: str) -> None:
    lead = Lead(await asyncpg.connect(address))
    crossed = asyncpg.InternalClientError("cannot switch to state 12")
    with patch.object(asyncpg.Connection, "fetchval", side_effect=crossed):
        await asyncio.wait_for(lead.watch(), SOON)
    assert lead.lost.is_set()


async def test_a_right_counts_as_lost_where_its_watch_fails(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    lead = Lead(await asyncpg.connect(address))
    with patch.object(Lead, "check", side_effect=RuntimeError("a bug")):
        async with leads.watched(lead):
            await asyncio.wait_for(lead.lost.wait(), SOON)
    assert lead.lost.is_set()
    assert "watching the lock of the database failed" in caplog.text
    lead.end()
