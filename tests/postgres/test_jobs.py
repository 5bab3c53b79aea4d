"""PostgreSQL is away for a moment, and posts come afterwards."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

import pytest

from bot.runtime.shell.errors import TRY_AGAIN
from bot.standin import Delayed, NotAnswered, StandIn
from tests.kit.process import bot_process
from tests.kit.refusals import BotRoute
from tests.kit.sources import OPENAPI
from tests.kit.whole import Player, eventually
from tests.postgres.server import PostgresServer

AWAY: Final = 2.0
"""Seconds of a restart."""


@asynccontextmanager
async def service(server: StandIn, folder: Path, address: str) -> AsyncIterator[None]:
    """A bot that is started again whenever it ends with the status for that."""
    up = asyncio.Event()

    async def keep() -> None:
        while True:
            async with bot_process(server, folder, BONFIRE_DATABASE=address) as child:
                up.set()
                assert await child.wait() == TRY_AGAIN

    async with asyncio.TaskGroup() as group:
        keeping = group.create_task(keep())
        await up.wait()
        yield
        keeping.cancel()


@pytest.mark.long
async def test_posts_come_after_a_restart_while_one_is_on_its_way(
    tmp_path: Path, server: PostgresServer, address: str
) -> None:
    async with StandIn(spec=OPENAPI) as discord:
        ada = discord.person("Ada")
        club = discord.guild("Club", ada)
        tables = [discord.text_channel(club, f"table-{number}") for number in range(2)]
        first, second = (Player(ada, table, random.Random(1)) for table in tables)
        route = BotRoute.POST
        async with service(discord, tmp_path, address):
            discord.fault_injector.plan(route.method, route.pattern, Delayed(AWAY / 2))
            await (await ada.slash(first.table, "bonfire", "solo")).response()
            await asyncio.sleep(AWAY / 8)
            server.stop("fast")
            await asyncio.sleep(AWAY)
            server.start()
            post = await first.my_post(0)
            await first.take_turn(post)
            await first.my_post(post.id)

            async def begun() -> bool:
                with suppress(NotAnswered):
                    await (await ada.slash(second.table, "bonfire", "solo")).response()
                return discord.app_messages(second.table) != ()

            await eventually(begun)
            await second.my_post(0)
