"""Stopping between presses, and the health line."""

import asyncio

import pytest

from bot import health
from bot.health import Gauges
from bot.local.layout import text
from bot.traffic import Traffic
from bot.trouble import SorryError, Trouble
from tests.bot.conftest import Stage


async def test_a_stop_waits_for_presses_at_work_and_turns_others_away() -> None:
    traffic = Traffic()
    with traffic.one():
        stopping = asyncio.create_task(traffic.stop(5))
        await asyncio.sleep(0)
        assert not stopping.done()
        with pytest.raises(SorryError) as sorry, traffic.one():
            raise AssertionError("a press was let in")
        assert sorry.value.trouble is Trouble.SHUTTING_DOWN
    await stopping
    assert traffic.count == 0


async def test_a_stop_does_not_wait_for_ever() -> None:
    traffic = Traffic()
    with traffic.one():
        await traffic.stop(0.01)
        assert traffic.count == 1


async def test_the_health_line_tells_memory_latency_and_queues() -> None:
    told = await health.line(Gauges(latency=12, guilds=3, games=4, posts=5, pictures=6))
    for part in ("memory", "latency 12 ms", "guilds 3", "games in memory 4", "posts waiting 5"):
        assert part in told
    assert health.memory() > 1


async def test_a_bot_that_is_stopping_says_so(stage: Stage) -> None:
    await stage.client.desk.traffic.stop(1)
    asked = await stage.ada.slash(stage.table, "bonfire", "help")
    assert "restart" in text(await asked.response())
