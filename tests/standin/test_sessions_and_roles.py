"""Several shards, counted and refused IDENTIFYs, and the roles of the bot."""

from __future__ import annotations

import aiohttp
import discord
import pytest

from bot.standin import ManualClock, Permission, StandIn
from bot.standin.gateway import Close
from tests.kit.toy import Toy, addressed, running
from tests.standin.conftest import Raw, Stage, channel_of, code_of


async def test_a_bot_starts_as_many_shards_as_it_is_told() -> None:
    async with StandIn() as server:
        server.gateway.starts.shards = 2
        server.guild("Club", server.person("Ada"))
        async with running(server) as toy:
            await server.core.changes.wait_for(lambda: server.gateway.identifies == 2 or None, 5)
            assert toy.shard_count == 2
            assert sorted(s.shard for s in server.gateway.sessions) == [0, 1]
            assert toy.guilds[0].name == "Club"


async def test_every_start_is_counted_for_a_day(stage: Stage) -> None:
    route = discord.http.Route("GET", "/gateway/bot")
    told = await stage.toy.http.request(route)
    assert told["session_start_limit"]["remaining"] == 999
    assert told["session_start_limit"]["reset_after"] == 24 * 3600 * 1000
    stage.clock.advance(24 * 3600)
    assert stage.server.gateway.starts.remaining == 1000


async def test_a_start_too_soon_after_another_is_an_invalid_session() -> None:
    clock = ManualClock()
    async with StandIn(clock=clock) as server, aiohttp.ClientSession() as session:
        server.gateway.starts.paced = True
        for wait, answer in ((0, 0), (1, 9), (5, 0)):
            clock.advance(wait)
            async with Raw(server, session) as raw:
                await raw.frame()
                await raw.send(2, raw.identify(server))
                assert (await raw.frame())["op"] == answer


async def test_one_start_too_many_voids_the_token() -> None:
    async with StandIn() as server, aiohttp.ClientSession() as session:
        server.gateway.starts.total = 1
        async with Raw(server, session) as first, Raw(server, session) as second:
            for raw in (first, second):
                await raw.frame()
                await raw.send(2, raw.identify(server))
            assert (await first.frame())["t"] == "READY"
            assert await second.frame() == 4004
            assert (await first.frame())["op"] == 9


@pytest.mark.parametrize("code", [Close.SHARDING_REQUIRED, Close.DISALLOWED_INTENTS])
async def test_a_refused_start_ends_the_bot(code: Close) -> None:
    async with StandIn() as server:
        server.gateway.refuse_identifies(code)
        with addressed(server):
            async with Toy() as toy:
                with pytest.raises((discord.ConnectionClosed, discord.PrivilegedIntentsRequired)):
                    await toy.start(server.token)


async def test_too_many_guilds_for_one_shard_need_another() -> None:
    async with StandIn() as server, aiohttp.ClientSession() as session:
        server.gateway.guilds_of_a_shard = 1
        for name in ("Club", "Pub"):
            server.guild(name, server.person("Ada"))
        async with Raw(server, session) as raw:
            await raw.frame()
            await raw.send(2, raw.identify(server))
            assert await raw.frame() == 4011


@pytest.mark.parametrize(("code", "resumes"), [(4008, 1), (4009, 0)])
async def test_a_session_that_timed_out_is_opened_anew(
    stage: Stage, code: int, resumes: int
) -> None:
    gateway = stage.server.gateway
    await gateway.drop(code)

    def back() -> bool | None:
        there = (gateway.resumes, gateway.identifies) == (resumes, 2 - resumes)
        return (there and gateway.is_connected) or None

    await stage.server.core.changes.wait_for(back, 10)


async def test_the_bot_hears_of_its_own_roles_and_of_nobody_elses(stage: Stage) -> None:
    app_id = stage.server.world.application.id
    stage.guild.everyone &= ~int(Permission.SEND_MESSAGES)
    assert await code_of(channel_of(stage).send("x")) == 50013
    role = stage.server.staff.new_role(stage.guild, Permission.SEND_MESSAGES)
    (session,) = stage.server.gateway.sessions
    stage.server.staff.give_role(stage.guild, stage.bo.id, role)
    assert session.sent[-1]["t"] == "GUILD_ROLE_CREATE"
    stage.server.staff.give_role(stage.guild, app_id, role)
    assert session.sent[-1]["t"] == "GUILD_MEMBER_UPDATE"
    assert str(role) in session.sent[-1]["d"]["roles"]
    await channel_of(stage).send("now")
    stage.server.staff.take_role(stage.guild, app_id, role)
    assert await code_of(channel_of(stage).send("x")) == 50013
