"""A stand-in with three people, a guild with a channel, and the toy bot logged in."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest_asyncio

from bot.local import Channel, Guild, ManualClock, Person, StandIn
from tests.local.reference import openapi_file
from tests.local.toy import Toy, running


@dataclass(frozen=True, slots=True)
class Stage:
    """Everything a test needs at hand."""

    server: StandIn
    clock: ManualClock
    toy: Toy
    ada: Person
    bo: Person
    guild: Guild
    table: Channel


@pytest_asyncio.fixture
async def stage() -> AsyncIterator[Stage]:
    clock = ManualClock()
    async with StandIn(clock=clock, spec=openapi_file()) as server:
        ada, bo = server.person("Ada", locale="de"), server.person("Bo")
        guild = server.guild("Club", ada, bo)
        table = server.text_channel(guild, "table")
        async with running(server) as toy:
            yield Stage(server, clock, toy, ada, bo, guild, table)
