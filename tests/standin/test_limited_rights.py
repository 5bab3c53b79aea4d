"""Timeouts, an installation without the bot's account, and threads that sleep or are locked."""

from __future__ import annotations

import discord
import pytest

from bot.standin import Message, NotPossible, Permission
from tests.kit.toy import Inter, row
from tests.standin.conftest import Stage, channel_of, code_of, thread_of


async def test_who_is_timed_out_neither_writes_nor_commands(stage: Stage) -> None:
    stage.server.staff.time_out(stage.guild, stage.bo.id, 600)
    with pytest.raises(NotPossible):
        stage.bo.say(stage.table, "x")
    with pytest.raises(NotPossible):
        await stage.bo.slash(stage.table, "toy", "do", what="x")
    stage.clock.advance(601)
    stage.bo.say(stage.table, "free again")


async def test_a_press_of_somebody_timed_out_tells_that_little_is_left(stage: Stage) -> None:
    await channel_of(stage).send("board", view=row("Go"))
    stage.server.staff.time_out(stage.guild, stage.bo.id, 600)
    await stage.bo.press(stage.last(), "Go")
    await stage.server.core.changes.wait_for(lambda: stage.toy.seen or None, 5)
    inter = stage.toy.seen[-1]
    assert inter.permissions == discord.Permissions(view_channel=True, read_message_history=True)
    assert isinstance(inter.user, discord.Member)
    assert inter.user.timed_out_until is not None
    await inter.response.send_message("noted", ephemeral=True)


async def test_a_bot_that_is_timed_out_answers_but_does_not_post(stage: Stage) -> None:
    stage.server.staff.time_out(stage.guild, stage.server.world.application.id, 600)
    assert await code_of(channel_of(stage).send("x")) == 50013
    _, inter = await stage.held()
    assert not inter.app_permissions.send_messages
    await inter.response.send_message("answers are let through")
    stage.server.staff.time_out(stage.guild, stage.server.world.application.id, 0)
    await channel_of(stage).send("back")


async def test_owners_cannot_be_timed_out(stage: Stage) -> None:
    stage.server.staff.time_out(stage.guild, stage.ada.id, 600)
    stage.ada.say(stage.table, "still here")


async def test_without_the_bot_scope_an_app_only_answers(stage: Stage) -> None:
    guild = stage.server.guild("Commands only", stage.ada, bot=None)
    guild.commands_only = True
    room = stage.server.text_channel(guild, "room")
    asked = await stage.ask("hold", room)
    await stage.server.core.changes.wait_for(lambda: stage.toy.seen or None, 5)
    inter: Inter = stage.toy.seen[-1]
    assert inter.is_guild_integration()
    assert inter.app_permissions == discord.Permissions(
        attach_files=True, embed_links=True, external_emojis=True
    )
    await inter.response.send_message("in public")
    assert not (await asked.response()).is_ephemeral
    assert await code_of(stage.toy.get_partial_messageable(room.id).send("x")) == 50001


async def test_external_apps_do_not_hold_back_an_app_that_the_server_installed(
    stage: Stage,
) -> None:
    denied = Permission.VIEW_CHANNEL | Permission.USE_APPLICATION_COMMANDS
    for commands_only in (True, False):
        guild = stage.server.guild("Strict", stage.bo, stage.ada, bot=None, everyone=denied)
        guild.commands_only = commands_only
        stage.ada.user.has_installed_app = True
        asked = await stage.ask("hold", stage.server.text_channel(guild, "room"))
        assert asked.public_allowed is commands_only


async def sleeping(stage: Stage, *, locked: bool = False) -> Message:
    thread = await thread_of(stage)
    await thread.send("board", view=row("Go"))
    room = stage.server.world.channels[thread.id]
    stage.server.archive(room, locked=locked)
    return stage.server.app_messages(room)[-1]


async def test_controls_of_a_locked_thread_are_dead(stage: Stage) -> None:
    message = await sleeping(stage, locked=True)
    with pytest.raises(NotPossible, match="locked"):
        await stage.bo.press(message, "Go")
    stage.guild.members[stage.bo.id].permissions = int(Permission.MANAGE_THREADS)
    await stage.bo.press(message, "Go")


async def test_who_may_not_write_in_threads_cannot_press_in_one_that_sleeps(stage: Stage) -> None:
    message = await sleeping(stage)
    stage.guild.everyone &= ~int(Permission.SEND_MESSAGES_IN_THREADS)
    with pytest.raises(NotPossible, match="may not open"):
        await stage.bo.press(message, "Go")


async def test_a_client_on_the_web_opens_a_thread_before_it_presses(stage: Stage) -> None:
    message = await sleeping(stage)
    stage.bo.opens_sleeping_threads = True
    asked = await stage.bo.press(message, "Go")
    assert asked.channel.thread is not None
    assert not asked.channel.thread.archived


async def test_a_guest_gets_another_status_in_a_locked_thread(stage: Stage) -> None:
    guild = stage.server.guild("Guests", stage.bo, stage.ada, bot=None)
    stage.ada.user.has_installed_app = True
    thread = stage.ada.open_thread(stage.server.text_channel(guild, "room"), "talk")
    await stage.ask("hold", thread)
    stage.server.archive(thread, locked=True)
    await stage.server.core.changes.wait_for(lambda: stage.toy.seen or None, 5)
    with pytest.raises(discord.Forbidden) as refused:
        await stage.toy.seen[-1].response.send_message("x")
    assert refused.value.code == 50083
