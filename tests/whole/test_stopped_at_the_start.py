"""A bot that is stopped while it starts ends at once, and complains of nothing."""

import asyncio
import signal
from pathlib import Path

import pytest

from bot.standin import Delayed, StandIn
from bot.standin.gateway import Connection, Gateway
from bot.standin.sender import free_port
from tests.kit.process import Forked, forked
from tests.kit.refusals import BotRoute
from tests.kit.sources import OPENAPI
from tests.kit.whole import eventually

STOPS_WITHIN = 60.0
LONGER = 2 * STOPS_WITHIN
MOMENTS = (BotRoute.ME, BotRoute.APPLICATION, BotRoute.EMOJIS, BotRoute.SYNC, BotRoute.GATEWAY)


@pytest.mark.parametrize("command", ["run", "serve"])
@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.name)
async def test_a_bot_that_waits_for_an_answer(
    tmp_path: Path, command: str, moment: BotRoute
) -> None:
    settings = {"BONFIRE_LISTEN": f"127.0.0.1:{free_port()}", "BONFIRE_EMOJIS": "on"}
    async with StandIn(spec=OPENAPI) as server:
        faults = server.fault_injector
        faults.plan(moment.method, moment.pattern, Delayed(LONGER))
        async with forked(server, tmp_path, command, **settings) as child:
            await eventually(lambda: asyncio.sleep(0, faults.injected))
            await ends_well(child, tmp_path)


async def test_a_bot_whose_gateway_is_silent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached = asyncio.Event()

    async def listen(_gateway: Gateway, _connection: Connection) -> None:
        reached.set()
        await asyncio.sleep(LONGER)

    monkeypatch.setattr(Gateway, "_listen", listen)
    async with (
        StandIn(spec=OPENAPI) as server,
        forked(server, tmp_path, "run") as child,
    ):
        await reached.wait()
        await ends_well(child, tmp_path)


async def ends_well(child: Forked, folder: Path) -> None:
    child.send_signal(signal.SIGTERM)
    assert await asyncio.wait_for(child.wait(), STOPS_WITHIN) == 0
    lines = (folder / "bot.log").read_text("utf-8").splitlines()
    assert [line for line in lines if " INFO " not in line] == []
    assert lines[-1].endswith("stopped")
