"""Threads that the bot was opening when it was killed: they are archived at the next start."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import discord

from bot.chat.client import BonfireClient
from bot.chat.handlers.rooms import stale_openings
from bot.model import settings
from bot.standin import Channel, ChannelKind, StandIn
from tests.kit.clock import TurnedClock
from tests.kit.pages import choose
from tests.kit.sources import OPENAPI
from tests.kit.stage import bot_on
from tests.kit.whole import eventually, has_turn_button


def test_threads_that_another_worker_may_be_opening_are_left_alone() -> None:
    now = 1_800_000_000.0
    old, young = (
        discord.utils.time_snowflake(datetime.fromtimestamp(now - seconds, UTC))
        for seconds in (61, 59)
    )
    assert stale_openings({old: 1, young: 2}, now) == {old: 1}


def archived(room: Channel) -> bool:
    assert room.thread is not None
    return room.thread.archived


async def empty_thread(server: StandIn, client: BonfireClient, parent: Channel) -> Channel:
    """What a start leaves behind that was cut off between its thread and its game."""
    channel = client.get_channel(parent.id)
    assert isinstance(channel, discord.TextChannel)
    thread = await channel.create_thread(name="left", type=discord.ChannelType.public_thread)
    return server.world.channels[thread.id]


async def test_a_post_without_its_lobby_is_archived_after_a_restart(tmp_path: Path) -> None:
    async with StandIn(spec=OPENAPI, clock=TurnedClock()) as server:
        ada = server.person("Ada")
        guild = server.guild("Club", ada)
        table = server.text_channel(guild, "table")
        forum = server.channel(guild, "games", ChannelKind.FORUM)
        async with bot_on(server, tmp_path) as client:
            press = await ada.slash(table, "bonfire", "about")
            await press.response()
            await client.services.store.write(lambda tx: tx.meta.put_opening(press.id, forum.id))
            channel = client.get_channel(forum.id)
            assert isinstance(channel, discord.ForumChannel)
            thread, _ = await channel.create_thread(name="left", content="x")
            await choose(ada, table, settings.Setting.FORUM, str(forum.id), settings.Whose.SERVER)
            await (await ada.slash(table, "bonfire", "new")).response()
            opened = next(one for one in server.world.channels.values() if "Ada" in one.name)
        async with bot_on(server, tmp_path) as client:
            left = server.world.channels[thread.id]
            await eventually(lambda: asyncio.sleep(0, archived(left)))
            assert not archived(opened)


async def test_a_thread_without_its_game_is_archived_after_a_restart(tmp_path: Path) -> None:
    async with StandIn(spec=OPENAPI, clock=TurnedClock()) as server:
        ada = server.person("Ada")
        guild = server.guild("Club", ada)
        table, other = server.text_channel(guild, "table"), server.text_channel(guild, "other")
        async with bot_on(server, tmp_path) as client:
            elsewhere = await empty_thread(server, client, other)
            before = await empty_thread(server, client, table)
            press = await ada.slash(table, "bonfire", "about")
            await press.response()
            await client.services.store.write(lambda tx: tx.meta.put_opening(press.id, table.id))
            left = await empty_thread(server, client, table)
            await (await ada.slash(table, "bonfire", "solo", thread=True)).response()
            played = next(one for one in server.world.channels.values() if "Ada" in one.name)
            await ada.waits_for(played, has_turn_button, 40)
            openings = await client.services.store.read(lambda tx: tx.meta.openings())
            assert list(openings) == [press.id]
        async with bot_on(server, tmp_path) as client:
            store = client.services.store

            async def done() -> bool:
                return not await store.read(lambda tx: tx.meta.openings())

            await eventually(done)
        assert archived(left)
        assert not any(map(archived, (elsewhere, before, played)))
        assert server.invalid_requests == []
