from __future__ import annotations

from typing import Any

import aiohttp
import discord
import pytest

from bot.standin import Permission, StandIn
from bot.standin.gateway import Intent
from tests.kit.toy import Toy, addressed
from tests.standin.conftest import Raw, Stage


async def _reconnected(stage: Stage, *, resumes: int = 0, identifies: int = 1) -> None:
    gateway = stage.server.gateway

    def look() -> bool | None:
        there = (gateway.resumes, gateway.identifies) == (resumes, identifies)
        return (there and gateway.is_connected) or None

    await stage.server.core.changes.wait_for(look, 10)


async def _answers(stage: Stage) -> None:
    asked, inter = await stage.held()
    await inter.response.send_message("still here")
    assert (await asked.response()).content == "still here"


async def test_a_dropped_connection_is_resumed(stage: Stage) -> None:
    await stage.server.gateway.drop(4000)
    await _reconnected(stage, resumes=1)
    await _answers(stage)


async def test_an_aborted_connection_is_resumed(stage: Stage) -> None:
    stage.server.gateway.abort()
    await _reconnected(stage, resumes=1)
    await _answers(stage)


async def test_a_request_to_reconnect_is_followed(stage: Stage) -> None:
    stage.server.gateway.ask_reconnect()
    await _reconnected(stage, resumes=1)
    await _answers(stage)


async def test_an_invalid_session_is_opened_anew(stage: Stage) -> None:
    stage.server.gateway.invalidate()
    await _reconnected(stage, identifies=2)
    await _answers(stage)


async def test_a_refused_resumption_leads_to_a_new_session(stage: Stage) -> None:
    stage.server.gateway.refuse_resumes()
    await stage.server.gateway.drop(4000)
    await _reconnected(stage, identifies=2)
    await _answers(stage)


async def test_events_missed_between_two_connections_are_replayed(stage: Stage) -> None:
    gateway = stage.server.gateway
    (session,) = gateway.sessions
    connection, session.connection = session.connection, None
    assert connection is not None
    asked = await stage.ask("hold")
    assert asked.sessions_reached == 1
    connection.abort()
    await _reconnected(stage, resumes=1)
    await stage.server.core.changes.wait_for(lambda: stage.toy.seen or None, 5)
    assert [i.id for i in stage.toy.seen] == [asked.id]


async def test_an_interaction_that_reaches_nobody_is_not_answered(stage: Stage) -> None:
    stage.server.fault_injector.lose_interactions()
    lost = await stage.ask("hold")
    assert lost.sessions_reached == 0
    stage.clock.advance(3.1)
    await lost.unanswered()
    assert stage.toy.seen == []
    await _answers(stage)


async def test_new_places_are_told_to_the_client(stage: Stage) -> None:
    guild = stage.server.guild("Second", stage.ada)
    room = stage.server.text_channel(guild, "new-room")
    await stage.held()
    found = stage.toy.get_channel(room.id)
    assert isinstance(found, discord.TextChannel)
    assert found.guild.name == "Second"
    assert not stage.toy.intents.messages


async def test_a_wrong_token_is_refused(stage: Stage) -> None:
    async with Toy() as other:
        with pytest.raises(discord.LoginFailure):
            await other.login("wrong")


@pytest.mark.parametrize(
    ("op", "changes", "code"),
    [
        (2, {"token": "wrong"}, 4004),
        (2, {"shard": [1, 1]}, 4010),
        (2, {"intents": 1 << 40}, 4013),
        (2, {"intents": int(Intent.MESSAGE_CONTENT)}, 4014),
        (3, {}, 4003),
        (77, {}, 4001),
        (6, {"token": "wrong"}, 4004),
    ],
)
async def test_close_codes_say_what_was_wrong(op: int, changes: dict[str, Any], code: int) -> None:
    async with StandIn() as server, aiohttp.ClientSession() as session, Raw(server, session) as raw:
        assert (await raw.frame())["op"] == 10
        await raw.send(op, raw.identify(server, **changes))
        assert await raw.frame() == code


async def test_garbage_is_a_decode_error() -> None:
    async with StandIn() as server, aiohttp.ClientSession() as session, Raw(server, session) as raw:
        await raw.frame()
        await raw.socket.send_str("{")
        assert await raw.frame() == 4002


async def test_a_wrong_version_is_refused() -> None:
    async with StandIn() as server, aiohttp.ClientSession() as session:
        socket = await session.ws_connect(server.gateway_url + "?v=6")
        assert (await socket.receive(timeout=5)).data == 4012


async def test_identifying_twice_is_refused() -> None:
    async with StandIn() as server, aiohttp.ClientSession() as session, Raw(server, session) as raw:
        await raw.frame()
        await raw.send(2, raw.identify(server))
        assert (await raw.frame())["t"] == "READY"
        await raw.send(2, raw.identify(server))
        assert await raw.frame() == 4005


async def test_heartbeats_are_acknowledged_unless_the_test_says_otherwise() -> None:
    async with StandIn() as server, aiohttp.ClientSession() as session, Raw(server, session) as raw:
        await raw.frame()
        await raw.send(1)
        assert (await raw.frame())["op"] == 11
        server.gateway.acknowledges_heartbeats = False
        await raw.send(1)
        await raw.send(2, raw.identify(server))
        assert (await raw.frame())["t"] == "READY"


async def test_a_resumption_replays_what_came_after_its_sequence() -> None:
    async with StandIn() as server, aiohttp.ClientSession() as session:
        server.guild("Club", server.person("Ada"))
        async with Raw(server, session) as raw:
            await raw.frame()
            await raw.send(2, raw.identify(server))
            ready = await raw.frame()
            assert (await raw.frame())["t"] == "GUILD_CREATE"
            server.gateway.abort()
        await server.disconnected()
        resume = {"session_id": ready["d"]["session_id"], "seq": 1}
        async with Raw(server, session) as raw:
            await raw.frame()
            await raw.send(6, raw.identify(server, **resume))
            assert [(await raw.frame())["t"] for _ in range(2)] == ["GUILD_CREATE", "RESUMED"]
        await server.disconnected()
        async with Raw(server, session) as raw:
            await raw.frame()
            await raw.send(6, raw.identify(server, session_id=resume["session_id"], seq=99))
            assert (await raw.frame()) in (4007, {"op": 9, "d": False, "s": None, "t": None})


async def test_a_closed_session_is_gone() -> None:
    async with StandIn() as server, aiohttp.ClientSession() as session:
        async with Raw(server, session) as raw:
            await raw.frame()
            await raw.send(2, raw.identify(server))
            ready = await raw.frame()
            await raw.socket.close(code=1000)
        await server.disconnected()
        async with Raw(server, session) as raw:
            await raw.frame()
            again = {"session_id": ready["d"]["session_id"], "seq": 1}
            await raw.send(6, raw.identify(server, **again))
            assert await raw.frame() == {"op": 9, "d": False, "s": None, "t": None}


async def test_a_stream_can_be_compressed() -> None:
    async with StandIn() as server, aiohttp.ClientSession() as session:
        raw = Raw(server, session, "&compress=zlib-stream")
        async with raw:
            assert (await raw.frame())["op"] == 10
            await raw.send(2, raw.identify(server))
            assert (await raw.frame())["t"] == "READY"


async def test_each_shard_hears_of_its_own_guilds() -> None:
    async with StandIn() as server, aiohttp.ClientSession() as session:
        guild = server.guild("Club", server.person("Ada"))
        home = (guild.id >> 22) % 2
        async with Raw(server, session) as near, Raw(server, session) as far:
            for raw, shard in ((near, home), (far, 1 - home)):
                await raw.frame()
                await raw.send(2, raw.identify(server, shard=[shard, 2]))
                await raw.frame()
            server.text_channel(guild, "room")
            assert (await near.frame())["t"] == "GUILD_CREATE"
            assert (await near.frame())["t"] == "CHANNEL_CREATE"
            assert [s.sequence for s in server.gateway.sessions] == [3, 1]


async def test_messages_are_told_to_those_who_asked_for_them() -> None:
    async with StandIn() as server, aiohttp.ClientSession() as session:
        ada = server.person("Ada")
        room = server.text_channel(server.guild("Club", ada), "room")
        async with Raw(server, session) as raw:
            await raw.frame()
            await raw.send(2, raw.identify(server, intents=int(Intent.GUILD_MESSAGES)))
            assert (await raw.frame())["t"] == "READY"
            ada.say(room, "hello")
            heard = await raw.frame()
            assert heard["t"] == "MESSAGE_CREATE"
            assert heard["d"]["guild_id"] == str(room.guild_id)
            server.deny(room, Permission.SEND_MESSAGES)
            assert server.gateway.sessions[0].sequence == 2


async def test_two_clients_of_one_token_both_hear_of_an_interaction(stage: Stage) -> None:
    with addressed(stage.server):
        async with Toy() as second:
            await second.login(stage.server.token)
            await second.tree.sync()
    async with aiohttp.ClientSession() as session, Raw(stage.server, session) as raw:
        await raw.frame()
        await raw.send(2, raw.identify(stage.server))
        assert [(await raw.frame())["t"] for _ in range(2)] == ["READY", "GUILD_CREATE"]
        asked, _ = await stage.held()
        assert asked.sessions_reached == 2
        assert (await raw.frame())["d"]["id"] == str(asked.id)
