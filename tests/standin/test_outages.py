from __future__ import annotations

import discord

from bot.standin import Outages, Permission, StandIn
from tests.kit.toy import running
from tests.standin.conftest import Stage


def guild_of(toy: discord.Client, guild_id: int) -> discord.Guild:
    guild = toy.get_guild(guild_id)
    assert guild is not None
    return guild


async def heard(stage: Stage) -> None:
    """Wait until the client has heard all that was sent: a later interaction has come."""
    room = stage.server.text_channel(stage.server.guild("Elsewhere", stage.ada), "elsewhere")
    asked = await stage.ask("hold", room)
    await stage.server.core.changes.wait_for(
        lambda: next((True for i in stage.toy.seen if i.id == asked.id), None), 5
    )


async def test_a_server_in_an_outage_is_away_and_not_gone(stage: Stage) -> None:
    outages = Outages(stage.server.core)
    outages.begin(stage.guild)
    late = stage.server.text_channel(stage.guild, "late")
    stage.server.deny(stage.table, Permission.SEND_MESSAGES)
    await heard(stage)
    assert guild_of(stage.toy, stage.guild.id).unavailable
    assert guild_of(stage.toy, stage.guild.id).get_channel(late.id) is None
    outages.end(stage.guild)
    await heard(stage)
    back = guild_of(stage.toy, stage.guild.id)
    assert not back.unavailable
    assert back.get_channel(late.id) is not None
    table = back.get_channel(stage.table.id)
    assert table is not None
    assert not table.permissions_for(back.me).send_messages


async def test_a_server_can_come_after_the_start() -> None:
    async with StandIn() as server:
        early, late = (server.guild(name, server.person("Ada")) for name in ("Early", "Late"))
        outages = Outages(server.core)
        outages.begin(late)
        async with running(server) as toy:
            assert not guild_of(toy, early.id).unavailable
            assert guild_of(toy, late.id).unavailable
            came: list[int] = []

            @toy.event
            async def on_guild_available(guild: discord.Guild) -> None:
                came.append(guild.id)
                server.core.changes.notify()

            outages.end(late)
            await server.core.changes.wait_for(lambda: came or None, 5)
            assert came == [late.id]
            assert not guild_of(toy, late.id).unavailable
