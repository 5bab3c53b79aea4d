"""`bonfire doctor` with PostgreSQL: its disk, its clock, and what it says while that is away."""

import asyncio
from pathlib import Path

import pytest

from bot.chat.doctor import Doctor, Finding
from bot.chat.pictures.painting import RenderPool
from bot.model.clock import SYSTEM_CLOCK
from bot.runtime.checks import OLD_COPY, SLOW_FLUSH
from bot.runtime.settings import load
from bot.services.games.thinker import Thinker
from bot.store.postgres import probe as postgres
from bot.store.postgres.probe import Probe
from bot.store.store import Store
from tests.kit.blank import blank
from tests.kit.clock import TurnedClock
from tests.kit.quick_bots import BY_CHANCE
from tests.postgres.server import PostgresServer


async def examined(folder: Path, address: str, clock: object = SYSTEM_CLOCK) -> dict[str, Finding]:
    """The findings of the checks that there are for a server, by their names."""
    settings = load(
        {"DISCORD_TOKEN": "none", "BONFIRE_DATA": str(folder), "BONFIRE_DATABASE": address}
    )
    pool, thinker = RenderPool(0, blank), Thinker(players=BY_CHANCE)
    doctor = Doctor(settings, pool, thinker, clock, False, False)  # type: ignore[arg-type]  # noqa: FBT003
    found = {finding.check: finding async for finding in doctor.findings()}
    assert "lock" not in found
    return {name: found[name] for name in ("database", "its clock", "backup") if name in found}


async def test_a_server_is_probed_beside_the_bot_that_uses_it(tmp_path: Path, address: str) -> None:
    store = await Store.open(address)
    found = await examined(tmp_path, address)
    assert not any(finding.complains for finding in found.values())
    assert found["database"].text.startswith("committed in ")
    assert found["backup"].text == "docs/deploy/backup.sh has noted none"
    assert store.right is not None
    await store.right.check()
    await store.close()


async def test_the_newest_copy_of_a_server_is_young(tmp_path: Path, address: str) -> None:
    store = await Store.open(address)
    for age, complains in ((3600.0, False), (OLD_COPY + 60, True)):
        noted = str(SYSTEM_CLOCK.now() - age)
        sql = "INSERT INTO meta (key, value) VALUES ('backup', ?) ON CONFLICT (key) DO UPDATE"
        await store.engine.transaction(
            lambda db, noted=noted, sql=sql: db.run(f"{sql} SET value = excluded.value", (noted,))  # type: ignore[misc]
        )
        found = await examined(tmp_path, address)
        assert found["backup"].complains is complains
    await store.close()


async def test_a_clock_or_a_disk_of_a_server_that_is_not_well(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = await examined(tmp_path, address, TurnedClock())
    assert "ahead of that of PostgreSQL" in found["its clock"].text

    async def slow(_: str) -> Probe:
        return Probe(SYSTEM_CLOCK.now(), SLOW_FLUSH, None)

    monkeypatch.setattr(postgres, "probe", slow)
    found = await examined(tmp_path, address)
    assert found["database"].text.startswith("PostgreSQL took 0.5 s for a commit")
    assert not found["database"].passes


async def test_a_server_that_is_away_passes_and_a_wrong_name_does_not(
    tmp_path: Path, own_server: PostgresServer
) -> None:
    address = own_server.new()
    lasting = await examined(tmp_path, address.replace("/test_1?", "/missing?"))
    await asyncio.to_thread(own_server.stop)
    away = await examined(tmp_path, address)
    await asyncio.to_thread(own_server.start)
    for found, passes in ((lasting, False), (away, True)):
        assert found.keys() == {"database"}
        assert found["database"].complains
        assert found["database"].passes is passes
