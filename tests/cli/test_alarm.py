"""What the owner hears of a bot that needs help, and the pages of a bot on the gateway."""

from pathlib import Path

import aiohttp

from bot.chat.owner import STOPPED, warn_owner
from bot.runtime.shell.errors import UNUSABLE
from bot.standin import StandIn
from bot.standin.sender import free_port
from tests.kit.hall import Hall, hall, paint
from tests.kit.process import bot_process, forked
from tests.kit.sources import OPENAPI
from tests.kit.stack import DAY
from tests.kit.whole import owner_of, told_to_owner

__all__ = ["hall", "paint"]


async def test_the_owner_hears_that_the_bot_has_stopped(tmp_path: Path) -> None:
    async with StandIn(spec=OPENAPI) as server:
        owner_of(server)
        async with forked(server, tmp_path, "alarm") as child:
            assert await child.wait() == 0
        assert told_to_owner(server) == [STOPPED]
        async with forked(server, tmp_path, "alarm", DISCORD_TOKEN="x.y.z") as child:
            assert await child.wait() == UNUSABLE
    log = (tmp_path / "bot.log").read_text("utf-8")
    assert log.endswith("bonfire: Discord refused the token, so nobody was told.\n")


async def test_complaints_are_told_once_a_day(hall: Hall) -> None:
    owner_of(hall.server)
    store = hall.client.services.store
    for _ in range(2):
        await warn_owner(
            hall.client, store, hall.clock, ["disk: It is full.", "backup: It is old."]
        )
    (first,) = told_to_owner(hall.server)
    assert first.endswith("complains:\n- disk: It is full.\n- backup: It is old.")
    hall.clock.advance(DAY + 1)
    await warn_owner(hall.client, store, hall.clock, ["disk: It is full."])
    assert len(told_to_owner(hall.server)) == 2


async def test_a_bot_on_the_gateway_has_pages_for_operators_where_its_settings_say_so(
    tmp_path: Path,
) -> None:
    address = f"127.0.0.1:{free_port()}"
    async with (
        StandIn(spec=OPENAPI) as server,
        bot_process(server, tmp_path, BONFIRE_METRICS=address),
        aiohttp.ClientSession(f"http://{address}") as session,
    ):
        async with session.get("/metrics") as page:
            assert "bonfire_info{" in await page.text()
        async with session.get("/readyz") as page:
            assert (page.status, await page.text()) == (200, "ok\n")
        async with session.post("/interactions", data=b"{}") as refused:
            assert refused.status == 404
