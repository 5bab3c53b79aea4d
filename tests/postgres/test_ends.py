"""A bot that has lost what it needs ends with the status 75, in one line."""

import asyncio
from pathlib import Path

import asyncpg
import pytest

from bot.runtime.shell.errors import TRY_AGAIN
from bot.standin import StandIn
from bot.standin.sender import free_port
from bot.store.postgres.leads import LEADER_LOCK
from tests.kit import forks
from tests.kit.process import bot_process
from tests.kit.sources import OPENAPI
from tests.postgres.processes import HOLDER, STARTS_WITHIN, ask, holder


@pytest.mark.parametrize("command", ["run", "serve"])
async def test_the_only_bot_ends_where_another_one_came_first(
    tmp_path: Path, address: str, command: str
) -> None:
    """It takes its lock again where nobody did."""
    settings = {"BONFIRE_DATABASE": address, "BONFIRE_LISTEN": f"127.0.0.1:{free_port()}"}
    async with (
        StandIn(spec=OPENAPI) as server,
        bot_process(server, tmp_path, command, **settings) as child,
    ):
        before = await holder(address)
        await ask(address, f"SELECT pg_terminate_backend(pid) {HOLDER}")
        assert await holder(address, but=before) != before
        other = await asyncpg.connect(address)
        waiting = asyncio.create_task(other.execute(f"SELECT pg_advisory_lock({LEADER_LOCK})"))
        await asyncio.sleep(0.2)
        await ask(address, f"SELECT pg_terminate_backend(pid) {HOLDER}")
        await waiting
        assert await asyncio.wait_for(child.wait(), STARTS_WITHIN) == TRY_AGAIN
        await other.close()
    log = (tmp_path / forks.LOG).read_text("utf-8")
    assert "bonfire: Another bot took this PostgreSQL database" in log
    assert "Traceback" not in log


async def test_a_worker_ends_where_a_newer_program_has_changed_the_tables(
    tmp_path: Path, address: str
) -> None:
    settings = {
        "BONFIRE_DATABASE": address,
        "BONFIRE_WORKERS": "several",
        "BONFIRE_LISTEN": f"127.0.0.1:{free_port()}",
    }
    async with (
        StandIn(spec=OPENAPI) as server,
        bot_process(server, tmp_path, "serve", **settings) as child,
    ):
        await ask(address, "UPDATE schema_version SET version = 999")
        assert await asyncio.wait_for(child.wait(), STARTS_WITHIN) == TRY_AGAIN
    log = (tmp_path / forks.LOG).read_text("utf-8")
    assert "bonfire: The database was written by a newer Bonfire" in log
    assert "Traceback" not in log
