"""Announcement, forum, media, voice and stage channels."""

from __future__ import annotations

import discord
import pytest

from bot.standin import Channel, ChannelKind, NotPossible, Permission, model
from bot.standin.page import codec
from bot.standin.world import World
from tests.kit.toy import file
from tests.standin.conftest import Stage, code_of


async def known(stage: Stage, channel: Channel) -> object:
    """The channel as the bot's cache has it."""
    look = stage.toy.get_channel
    return await stage.server.core.changes.wait_for(lambda: look(channel.id), 5)


async def forum_of(
    stage: Stage, kind: ChannelKind = ChannelKind.FORUM
) -> tuple[Channel, discord.ForumChannel]:
    room = stage.server.channel(stage.guild, "games", kind, "open", "running", "over")
    forum = await known(stage, room)
    assert isinstance(forum, discord.ForumChannel)
    return room, forum


def state_of(stage: Stage, thread: discord.Thread) -> model.ThreadState:
    state = stage.server.world.channels[thread.id].thread
    assert state is not None
    return state


@pytest.mark.parametrize("kind", [ChannelKind.FORUM, ChannelKind.MEDIA])
async def test_a_post_is_a_thread_with_a_first_message(stage: Stage, kind: ChannelKind) -> None:
    room, forum = await forum_of(stage, kind)
    assert [tag.name for tag in forum.available_tags] == ["open", "running", "over"]
    thread, message = await forum.create_thread(
        name="game 1", content="who plays?", file=file(), applied_tags=[forum.available_tags[0]]
    )
    assert thread.id == message.id
    assert [tag.name for tag in thread.applied_tags] == ["open"]
    await thread.edit(applied_tags=[forum.available_tags[1]])
    assert state_of(stage, thread).tag_ids == [room.tags[1].id]
    await thread.send("more")
    there = stage.server.world.channels[thread.id]
    assert [m.content for m in stage.ada.sees(there)] == ["who plays?", "more"]
    await stage.ask("hold", there)


async def test_nothing_is_written_into_a_forum_itself(stage: Stage) -> None:
    room, _ = await forum_of(stage)
    assert await code_of(stage.toy.get_partial_messageable(room.id).send("x")) == 50008
    with pytest.raises(NotPossible):
        stage.ada.say(room, "x")
    with pytest.raises(NotPossible):
        await stage.ask("hold", room)


async def test_a_post_needs_the_right_to_send_and_no_other(stage: Stage) -> None:
    room, forum = await forum_of(stage)
    stage.server.deny(room, Permission.CREATE_PUBLIC_THREADS)
    await forum.create_thread(name="game 1", content="x")
    stage.server.deny(room, Permission.SEND_MESSAGES)
    assert await code_of(forum.create_thread(name="game 2", content="x")) == 50013


async def test_a_tag_may_be_required_or_kept_for_moderators(stage: Stage) -> None:
    room, forum = await forum_of(stage)
    room.requires_tag = True
    assert await code_of(forum.create_thread(name="game 1", content="x")) == 40067
    room.tags[2].moderated = True
    over = forum.available_tags[2]
    refused = forum.create_thread(name="game 1", content="x", applied_tags=[over])
    assert await code_of(refused) == 50013


async def test_the_tags_of_a_forum_are_changed_by_who_manages_channels(stage: Stage) -> None:
    room, forum = await forum_of(stage)
    assert await code_of(forum.edit(available_tags=[discord.ForumTag(name="new")])) == 50013
    stage.guild.bot_role = int(Permission.MANAGE_CHANNELS)
    await forum.edit(available_tags=[*forum.available_tags, discord.ForumTag(name="new")])
    assert [tag.name for tag in room.tags] == ["open", "running", "over", "new"]


async def test_the_tags_of_a_forum_have_limits(stage: Stage) -> None:
    _, forum = await forum_of(stage)
    stage.guild.bot_role = int(Permission.MANAGE_CHANNELS)

    async def refused(*tags: discord.ForumTag) -> int:
        return await code_of(forum.edit(available_tags=[*forum.available_tags, *tags]))

    assert await refused(discord.ForumTag(name="x" * 21)) == 50035
    assert await refused(discord.ForumTag(name="Open")) == 40061
    many = [discord.ForumTag(name=f"tag {number}") for number in range(18)]
    assert await refused(*many) == 50035
    gone = discord.ForumTag(name="gone")
    gone.id = 5
    assert await refused(gone) == 10087
    stage.server.invalid_requests.clear()


async def test_who_opened_a_post_may_change_its_tags_while_they_may_open_one(stage: Stage) -> None:
    room, forum = await forum_of(stage)
    thread, _ = await forum.create_thread(name="game 1", content="x")
    running = forum.available_tags[1]
    await thread.edit(applied_tags=[running])
    stage.server.deny(room, Permission.SEND_MESSAGES)
    assert await code_of(thread.edit(applied_tags=[])) == 50013


async def test_moderators_change_the_tags_of_forums_and_posts(stage: Stage) -> None:
    room, forum = await forum_of(stage)
    thread, _ = await forum.create_thread(name="game 1", content="x")
    first, *others = room.tags
    stage.server.staff.tag(stage.server.world.channels[thread.id], first)
    stage.server.staff.offer_tags(room, *others, required=True)
    look = stage.toy.get_channel
    now = await stage.server.core.changes.wait_for(
        lambda: (
            one
            if isinstance(one := look(room.id), discord.ForumChannel) and one.flags.require_tag
            else None
        ),
        5,
    )
    assert [tag.name for tag in now.available_tags] == ["running", "over"]


async def test_announcement_channels_have_threads_of_their_own_kind(stage: Stage) -> None:
    news = await known(stage, stage.server.channel(stage.guild, "news", ChannelKind.ANNOUNCEMENT))
    assert isinstance(news, discord.TextChannel)
    assert news.is_news()
    sent = await news.send("hear, hear")
    assert (await sent.create_thread(name="talk")).type is discord.ChannelType.news_thread
    thread = await news.create_thread(name="game", type=discord.ChannelType.news_thread)
    await thread.send("board")
    for kind in (discord.ChannelType.public_thread, discord.ChannelType.private_thread):
        assert await code_of(news.create_thread(name="x", type=kind)) == 50024


@pytest.mark.parametrize("kind", [ChannelKind.VOICE, ChannelKind.STAGE])
async def test_a_voice_channel_has_text_for_those_who_may_connect(
    stage: Stage, kind: ChannelKind
) -> None:
    room = stage.server.channel(stage.guild, "talk", kind)
    channel = await known(stage, room)
    assert isinstance(channel, discord.VoiceChannel | discord.StageChannel)
    await channel.send("board")
    await stage.ask("hold", room)
    route = discord.http.Route("POST", "/channels/{channel_id}/threads", channel_id=room.id)
    assert await code_of(stage.toy.http.request(route, json={"name": "x", "type": 11})) == 50024
    stage.server.deny(room, Permission.CONNECT)
    assert await code_of(channel.send("x")) == 50013


async def test_the_archive_keeps_channels_of_every_kind(stage: Stage) -> None:
    _, forum = await forum_of(stage)
    await forum.create_thread(name="x", content="x", applied_tags=[forum.available_tags[0]])
    stage.server.channel(stage.guild, "talk", ChannelKind.STAGE)
    channels = codec.load(World, codec.dump(stage.server.world)).channels
    assert channels == stage.server.world.channels
