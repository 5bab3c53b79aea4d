"""`bonfire doctor` with PostgreSQL: its disk, its clock, and what it says while that is away."""

import asyncio
from pathlib import Path

import pytest

from bot.chat.doctor import Doctor, Finding
from bot.chat.pictures.painting import RenderPool
from bot.model.clock import SYSTEM_CLOCK
from bot.runtime.checks import SLOW_FLUSH
from bot.runtime.settings import load
from bot.services.games.thinker import Thinker
from bot.store.postgres import probe as postgres
from bot.store.postgres.probe import Probe
from bot.store.store import Store
from tests.bot.blank import blank
from tests.bot.quick_bots import BY_CHANCE
from tests.clock import TurnedClock
from tests.postgres.server import PostgresServer


async def of_the_database(folder: Path, address: str, clock: object = SYSTEM_CLOCK) -> Finding:
    settings = load(
        {"DISCORD_TOKEN": "none", "BONFIRE_DATA": str(folder), "BONFIRE_DATABASE": address}
    )
    pool, thinker = RenderPool(0, blank), Thinker(players=BY_CHANCE)
    doctor = Doctor(settings, pool, thinker, clock, False, False)  # type: ignore[arg-type]  # noqa: FBT003
    found = {finding.check: finding async for finding in doctor.findings()}
    assert not {"lock", "backup"} & found.keys()
    return found["database"]


async def test_a_server_is_probed_beside_the_bot_that_uses_it(tmp_path: Path, address: str) -> None:
    store = await Store.open(address)
    found = await of_the_database(tmp_path, address)
    assert not found.complains
    assert found.text.startswith("committed in ")
    assert store.right is not None
    await store.right.check()
    await store.close()


async def test_a_clock_or_a_disk_of_a_server_that_is_not_well(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = await of_the_database(tmp_path, address, TurnedClock())
    assert "ahead of that of PostgreSQL" in found.text

    async def slow(_: str) -> Probe:
        return Probe(SYSTEM_CLOCK.now(), SLOW_FLUSH)

    monkeypatch.setattr(postgres, "probe", slow)
    found = await of_the_database(tmp_path, address)
    assert found.text.startswith("PostgreSQL took 0.5 s for a commit")
    assert not found.passes


async def test_a_server_that_is_away_passes_and_a_wrong_name_does_not(
    tmp_path: Path, own_server: PostgresServer
) -> None:
    address = own_server.new()
    lasting = await of_the_database(tmp_path, address.replace("/test_1?", "/missing?"))
    assert lasting.complains
    assert not lasting.passes
    await asyncio.to_thread(own_server.stop)
    away = await of_the_database(tmp_path, address)
    await asyncio.to_thread(own_server.start)
    assert away.complains
    assert away.passes
