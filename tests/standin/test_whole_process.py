from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.standin import Delayed, ManualClock, Moment, StandIn
from tests.kit.sources import ROOT

PROGRAM = Path(__file__).with_name("toy_process.py")


@asynccontextmanager
async def process(server: StandIn) -> AsyncIterator[asyncio.subprocess.Process]:
    environment = {**os.environ, **server.environment(), "PYTHONPATH": str(ROOT)}
    child = await asyncio.create_subprocess_exec(sys.executable, str(PROGRAM), env=environment)
    try:
        yield child
    finally:
        if child.returncode is None:
            child.kill()
        await child.wait()


@pytest.mark.long
async def test_a_bot_that_is_killed_and_started_again_goes_on() -> None:
    clock = ManualClock()
    async with StandIn(clock=clock) as server:
        ada = server.person("Ada")
        table = server.text_channel(server.guild("Club", ada), "table")
        async with process(server) as child:
            await server.connected()
            asked = await ada.slash(table, "toy", "do", what="button")
            message = await asked.response()
            slow = Delayed(30, Moment.AFTER)
            server.fault_injector.plan("POST", r"/callback$", slow)
            half = await ada.press(message, "Go")
            assert (await half.response()).content == "gone"
            child.kill()
            await server.disconnected()
        lost = await ada.press(message, "Stay")
        clock.advance(4)
        await lost.unanswered()
        async with process(server):
            await server.connected()
            pressed = await ada.press(message, "Stay")
            assert (await pressed.response()).content == "stayed"
        assert server.gateway.identifies == 2
        assert server.invalid_requests == []
