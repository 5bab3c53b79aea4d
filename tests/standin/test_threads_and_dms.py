from __future__ import annotations

import discord
import pytest

from bot.standin import Interaction, NotPossible, Permission
from tests.kit.toy import Inter, row
from tests.standin.conftest import Stage, channel_of, code_of, thread_of


async def test_a_thread_is_opened_and_written_in(stage: Stage) -> None:
    thread = await thread_of(stage)
    assert thread.auto_archive_duration == 10080
    await thread.send("hello")
    room = stage.server.world.channels[thread.id]
    assert [m.content for m in stage.ada.sees(room)] == ["hello"]
    asked = await stage.ask("hold", room)
    await stage.server.core.changes.wait_for(lambda: stage.toy.seen or None, 5)
    inter = stage.toy.seen[-1]
    assert isinstance(inter.channel, discord.Thread)
    assert inter.channel_id == room.id
    await inter.response.send_message("in the thread")
    assert (await asked.response()).channel_id == room.id


async def test_a_thread_of_a_message_takes_its_identifier_once(stage: Stage) -> None:
    sent = await channel_of(stage).send("board")
    thread = await sent.create_thread(name="talk")
    assert thread.id == sent.id
    assert await code_of(sent.create_thread(name="again")) == 160004


async def test_a_private_thread_needs_its_permission(stage: Stage) -> None:
    stage.server.deny(stage.table, Permission.CREATE_PRIVATE_THREADS)
    opening = channel_of(stage).create_thread(name="x", type=discord.ChannelType.private_thread)
    assert await code_of(opening) == 50013
    stage.server.allow(stage.table, Permission.CREATE_PRIVATE_THREADS)
    await channel_of(stage).create_thread(name="x", type=discord.ChannelType.private_thread)


async def test_an_archived_thread_refuses_edits_and_is_woken_by_a_message(stage: Stage) -> None:
    thread = await thread_of(stage)
    sent = await thread.send("board")
    room = stage.server.world.channels[thread.id]
    stage.server.archive(room)
    assert await code_of(sent.edit(content="x")) == 50083
    assert await code_of(thread.add_user(discord.Object(stage.bo.id))) == 50083
    await thread.send("awake")
    assert room.thread is not None
    assert not room.thread.archived
    await sent.edit(content="x")
    await thread.add_user(discord.Object(stage.bo.id))
    assert stage.bo.id in room.thread.member_ids


async def test_a_silent_thread_falls_asleep_after_its_time(stage: Stage) -> None:
    thread = await thread_of(stage)
    sent = await thread.send("board")
    stage.clock.advance(10080 * 60 - 1)
    await sent.edit(content="still awake")
    stage.clock.advance(2)
    assert await code_of(sent.edit(content="x")) == 50083
    await thread.send("awake again")
    await sent.edit(content="y")


async def test_a_locked_thread_stays_asleep(stage: Stage) -> None:
    thread = await thread_of(stage)
    stage.server.archive(stage.server.world.channels[thread.id], locked=True)
    assert await code_of(thread.send("x")) == 160005
    stage.guild.bot_role = int(Permission.MANAGE_THREADS)
    await thread.send("x")


async def test_a_thread_is_archived_and_opened_again_by_the_bot(stage: Stage) -> None:
    thread = await thread_of(stage)
    await thread.edit(archived=True)
    assert await code_of(thread.edit(name="x")) == 50083
    assert await code_of(thread.edit(locked=True, archived=False)) == 50013
    opened = await thread.edit(archived=False, name="renamed")
    assert (opened.archived, opened.name) == (False, "renamed")


async def test_who_may_write_in_a_thread_may_wake_it_and_no_more(stage: Stage) -> None:
    room = stage.ada.open_thread(stage.table, "ours")
    stage.server.archive(room)
    thread = await stage.toy.fetch_channel(room.id)
    assert isinstance(thread, discord.Thread)
    assert await code_of(thread.edit(archived=False, name="renamed")) == 50013
    stage.server.deny(stage.table, Permission.SEND_MESSAGES_IN_THREADS)
    assert await code_of(thread.edit(archived=False)) == 50013
    stage.server.allow(stage.table, Permission.SEND_MESSAGES_IN_THREADS)
    assert not (await thread.edit(archived=False)).archived
    stage.server.archive(room, locked=True)
    assert await code_of(thread.edit(archived=False)) == 50013


async def test_a_thread_counts_the_permissions_of_its_parent(stage: Stage) -> None:
    thread = await thread_of(stage)
    stage.server.deny(stage.table, Permission.SEND_MESSAGES)
    await thread.send("threads have their own permission")
    stage.server.deny(stage.table, Permission.SEND_MESSAGES_IN_THREADS)
    assert await code_of(thread.send("x")) == 50013


async def test_a_faulty_thread_is_refused(stage: Stage) -> None:
    with pytest.raises(discord.HTTPException):
        await channel_of(stage).create_thread(name="x" * 101)
    assert stage.pop_faults() == {"BASE_TYPE_BAD_LENGTH"}


async def test_a_dm_is_opened_once_and_written_in(stage: Stage) -> None:
    user = await stage.toy.fetch_user(stage.bo.id)
    await user.send("your turn")
    assert [m.content for m in stage.bo.sees(stage.bo.dm())] == ["your turn"]
    assert stage.ada.sees(stage.bo.dm()) == ()
    with pytest.raises(NotPossible):
        stage.ada.say(stage.bo.dm(), "hello")


async def test_a_command_in_a_dm_comes_from_a_user(stage: Stage) -> None:
    @stage.toy.answers("alone")
    async def alone(i: Inter) -> None:
        assert i.guild is None
        assert isinstance(i.user, discord.User)
        assert i.context.dm_channel
        await i.response.send_message("just us")

    message = await (await stage.ask("alone", stage.ada.dm())).response()
    assert message in stage.ada.sees(stage.ada.dm())


async def test_closed_dms_are_told(stage: Stage) -> None:
    user = await stage.toy.fetch_user(stage.bo.id)
    stage.bo.user.accepts_dms = False
    assert await code_of(user.send("x")) == 50007


async def test_a_stranger_cannot_be_written_to(stage: Stage) -> None:
    stranger = stage.server.person("Cy")
    user = await stage.toy.fetch_user(stranger.id)
    assert await code_of(user.send("x")) == 50278
    stranger.user.has_installed_app = True
    await user.send("x")


async def test_threads_do_not_exist_in_dms(stage: Stage) -> None:
    stage.ada.dm()
    route = discord.http.Route(
        "POST", "/channels/{channel_id}/threads", channel_id=stage.ada.dm().id
    )
    assert await code_of(stage.toy.http.request(route, json={"name": "x", "type": 11})) == 50024


async def test_a_thread_is_removed_by_a_moderator(stage: Stage) -> None:
    thread = await thread_of(stage)
    assert await code_of(thread.delete()) == 50013
    stage.guild.bot_role = int(Permission.MANAGE_THREADS)
    await thread.delete()
    assert await code_of(thread.send("x")) == 10003


async def press_in_a_thread(stage: Stage, *, locked: bool) -> tuple[Interaction, Inter]:
    """Bo's press under a message of a thread that is archived by now, from both sides."""
    thread = await thread_of(stage)
    await thread.send("board", view=row("Go"))
    room = stage.server.world.channels[thread.id]
    stage.server.archive(room, locked=locked)
    (message,) = stage.server.app_messages(room)
    asked = await stage.bo.press_late(message, "go")
    await stage.server.core.changes.wait_for(lambda: stage.toy.seen or None, 5)
    return asked, stage.toy.seen[-1]


async def test_a_press_in_an_archived_thread_edits_nothing_and_is_answered_anew(
    stage: Stage,
) -> None:
    asked, inter = await press_in_a_thread(stage, locked=False)
    assert await code_of(inter.response.edit_message(content="x")) == 50083
    await inter.response.send_message("anew")
    assert (await asked.response()).content == "anew"
    assert asked.channel.thread is not None
    assert not asked.channel.thread.archived


async def test_nothing_is_answered_in_a_thread_that_is_locked_away(stage: Stage) -> None:
    _, inter = await press_in_a_thread(stage, locked=True)
    assert await code_of(inter.response.send_message("x", ephemeral=True)) == 50083
    stage.guild.bot_role = int(Permission.MANAGE_THREADS)
    await inter.response.send_message("x", ephemeral=True)


async def test_a_deleted_channel_takes_its_threads_with_it(stage: Stage) -> None:
    asleep, awake = await thread_of(stage), await thread_of(stage)
    stage.server.archive(stage.server.world.channels[asleep.id])
    stage.server.remove_channel(stage.table)
    for thread in (asleep, awake):
        assert await code_of(thread.send("x")) == 10003
    await stage.server.core.changes.wait_for(lambda: not stage.toy.guilds[0].channels or None, 5)


async def test_of_a_deleted_thread_only_its_place_is_told(stage: Stage) -> None:
    told: list[discord.RawThreadDeleteEvent] = []

    async def on_raw_thread_delete(event: discord.RawThreadDeleteEvent) -> None:
        told.append(event)

    stage.toy.event(on_raw_thread_delete)
    thread = await thread_of(stage)
    stage.server.remove_channel(stage.server.world.channels[thread.id])
    await stage.server.core.changes.wait_for(lambda: told or None, 5)
    assert (told[0].thread_id, told[0].parent_id) == (thread.id, stage.table.id)


async def test_an_app_that_was_removed_can_be_invited_again(stage: Stage) -> None:
    room = stage.toy.get_partial_messageable(stage.table.id)
    stage.server.remove_app(stage.guild)
    assert await code_of(room.send("x")) == 50001
    stage.server.invite_app(stage.guild)
    await room.send("back")
    assert stage.last().content == "back"
