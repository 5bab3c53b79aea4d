"""The start waits for nothing without a limit: it goes on, or ends to be tried again."""

import asyncio
from pathlib import Path
from typing import Any, Final

import discord
import pytest
from discord.http import HTTPClient

from bot.chat import client as chat
from bot.runtime.shell.errors import TRY_AGAIN
from bot.standin import Delayed, StandIn
from tests.kit.clock import TurnedClock
from tests.kit.hall import Hall, opened_hall
from tests.kit.process import bot_program
from tests.kit.refusals import BotRoute
from tests.kit.sources import OPENAPI
from tests.kit.stage import bot_on
from tests.kit.whole import eventually

QUICKLY: Final = """
import sys
from bot.__main__ import main
from bot.chat import client
from bot.chat.pictures import painting

client._LOGIN_WITHIN = 0.2
painting.warm_up = lambda **_: None
sys.exit(main())
"""


async def test_a_login_without_an_answer_ends_with_another_try(tmp_path: Path) -> None:
    async with (
        StandIn(spec=OPENAPI) as server,
        bot_program(
            server,
            tmp_path,
            program=("-c", QUICKLY),
            BONFIRE_RENDER_WORKERS="0",
            BONFIRE_THINKERS="0",
        ) as child,
    ):
        server.fault_injector.plan(BotRoute.ME.method, BotRoute.ME.pattern, Delayed(20.0))
        assert await child.wait() == TRY_AGAIN
    assert "Discord cannot be reached" in (tmp_path / "bot.log").read_text()


async def test_commands_that_discord_takes_no_time_for_hold_up_no_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers, tell = asyncio.Event(), HTTPClient.bulk_upsert_global_commands

    async def held(http: HTTPClient, application: int, payload: list[Any]) -> list[Any]:
        await answers.wait()
        return await tell(http, application, payload)

    monkeypatch.setattr(HTTPClient, "bulk_upsert_global_commands", held)
    clock = TurnedClock()
    async with StandIn(spec=OPENAPI, clock=clock) as server:
        bot = bot_on(server, tmp_path, clock)
        starting = asyncio.create_task(bot.__aenter__())
        try:
            await server.connected()  # while time stands still
            assert not server.world.commands
        finally:
            answers.set()
            await starting
            await bot.__aexit__(None, None, None)
        assert server.world.commands


async def test_a_gateway_that_is_never_ready_is_told(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat, "READY_WITHIN", 0.0)
    monkeypatch.setattr(hall.client, "wait_until_ready", asyncio.Event().wait)
    await hall.client.jobs.stop("arrival")
    hall.client.jobs.start("arrival", hall.client._arrive)
    await eventually(lambda: asyncio.sleep(0, hall.client.jobs.failing))
    assert hall.client.jobs.failing == ("arrival",)


async def test_the_start_says_nothing_of_voice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(discord.VoiceClient, "warn_dave", True)
    async with opened_hall(tmp_path):
        assert "voice" not in caplog.text
