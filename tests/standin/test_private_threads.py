"""The members of a private thread, and the events that the others get."""

from __future__ import annotations

from dataclasses import replace

import discord
import pytest

from bot.standin import Channel, NotPossible, Permission, model
from tests.standin.conftest import Stage, code_of


def room_of(stage: Stage, thread: Channel) -> discord.PartialMessageable:
    return stage.toy.get_partial_messageable(thread.id)


async def is_in(stage: Stage, thread: Channel) -> discord.Thread:
    """The thread as the bot's cache has it, once the bot knows that it is a member."""

    def look() -> discord.Thread | None:
        known = stage.toy.guilds[0].get_thread(thread.id)
        return known if known is not None and known.me is not None else None

    return await stage.server.core.changes.wait_for(look, 5)


async def test_a_private_thread_is_closed_to_a_bot_that_was_not_invited(stage: Stage) -> None:
    thread = stage.ada.open_thread(stage.table, "secret", private=True)
    assert await code_of(room_of(stage, thread).send("x")) == 50001
    assert await code_of(stage.toy.fetch_channel(thread.id)) == 50001
    stage.guild.bot_role = int(Permission.MANAGE_THREADS)
    await room_of(stage, thread).send("moderators are let in")


async def test_a_mention_brings_the_bot_into_a_private_thread(stage: Stage) -> None:
    thread = stage.ada.open_thread(stage.table, "secret", private=True)
    stage.ada.say(thread, f"<@{stage.server.world.application.id}> come in")
    known = await is_in(stage, thread)
    assert known.is_private()
    await known.send("hello")
    assert stage.server.app_messages(thread)[-1].content == "hello"


async def test_a_bot_that_is_added_and_taken_out_again_hears_of_both(stage: Stage) -> None:
    thread = stage.ada.open_thread(stage.table, "secret", private=True)
    app = stage.server.world.users[stage.server.world.application.id]
    stage.ada.add_to_thread(thread, app)
    left: list[int] = []

    async def on_thread_remove(gone: discord.Thread) -> None:
        left.append(gone.id)

    stage.toy.event(on_thread_remove)
    known = await is_in(stage, thread)
    await known.leave()
    await stage.server.core.changes.wait_for(lambda: left or None, 5)
    assert left == [thread.id]
    assert await code_of(room_of(stage, thread).send("x")) == 50001


async def test_only_its_members_see_a_private_thread(stage: Stage) -> None:
    thread = stage.ada.open_thread(stage.table, "secret", private=True)
    stage.ada.say(thread, "alone")
    assert stage.bo.sees(thread) == ()
    with pytest.raises(NotPossible):
        stage.bo.say(thread, "let me in")
    stage.ada.say(thread, f"{stage.bo.mention} come in")
    assert len(stage.bo.sees(thread)) == 2


async def test_a_command_in_a_foreign_private_thread_tells_the_parents_permissions(
    stage: Stage,
) -> None:
    thread = stage.ada.open_thread(stage.table, "secret", private=True)
    await stage.ask("hold", thread)
    await stage.server.core.changes.wait_for(lambda: stage.toy.seen or None, 5)
    inter = stage.toy.seen[-1]
    assert inter.app_permissions.send_messages_in_threads
    assert isinstance(inter.channel, discord.Thread)
    assert inter.channel.me is None
    await inter.response.send_message("answers are let in")


async def test_a_bot_that_is_in_a_thread_sees_itself_in_it(stage: Stage) -> None:
    public = stage.ada.open_thread(stage.table, "talk")
    fetched = await stage.toy.fetch_channel(public.id)
    assert isinstance(fetched, discord.Thread)
    assert fetched.me is None
    await fetched.join()
    fetched = await stage.toy.fetch_channel(public.id)
    assert isinstance(fetched, discord.Thread)
    assert fetched.me is not None
    assert fetched.me.id == stage.server.world.application.id


async def test_a_new_session_is_shown_only_the_threads_that_it_may_see(stage: Stage) -> None:
    stage.ada.open_thread(stage.table, "secret", private=True)
    public = stage.ada.open_thread(stage.table, "talk")
    stage.server.gateway.invalidate()
    await stage.server.core.changes.wait_for(
        lambda: stage.server.gateway.identifies == 2 or None, 10
    )
    greeting = stage.server.gateway.sessions[-1].sent[1]
    assert [thread["id"] for thread in greeting["d"]["threads"]] == [str(public.id)]


async def test_a_server_has_only_so_many_active_threads(stage: Stage) -> None:
    stage.server.core.limits = replace(stage.server.core.limits, active_threads=2)
    stage.ada.open_thread(stage.table, "one")
    asleep = stage.ada.open_thread(stage.table, "two")
    here = stage.toy.get_channel(stage.table.id)
    assert isinstance(here, discord.TextChannel)
    assert await code_of(here.create_thread(name="three")) == 160006
    stage.server.archive(asleep)
    await here.create_thread(name="three")


async def test_a_thread_has_only_so_many_members(stage: Stage) -> None:
    stage.server.core.limits = replace(stage.server.core.limits, thread_members=2)
    thread = stage.ada.open_thread(stage.table, "talk")
    stage.ada.add_to_thread(thread, stage.bo.user)
    fetched = await stage.toy.fetch_channel(thread.id)
    assert isinstance(fetched, discord.Thread)
    assert await code_of(fetched.join()) == 30033
    cy = stage.server.person("Cy")
    stage.ada.say(thread, f"{cy.mention} there is no room")
    assert thread.thread is not None
    assert thread.thread.member_ids == [stage.ada.id, stage.bo.id]


async def test_who_is_added_by_another_is_named_in_the_thread_and_called(stage: Stage) -> None:
    thread = stage.ada.open_thread(stage.table, "talk")
    fetched = await stage.toy.fetch_channel(thread.id)
    assert isinstance(fetched, discord.Thread)
    for _ in range(2):
        await fetched.add_user(discord.Object(stage.bo.id))
    await fetched.join()
    (line,) = stage.ada.sees(thread)
    assert (line.kind, line.mention_ids) == (model.MessageKind.RECIPIENT_ADD, [stage.bo.id])
    assert stage.bo.pings() == (line,)


async def test_who_is_mentioned_joins_a_thread_without_a_line(stage: Stage) -> None:
    thread = stage.ada.open_thread(stage.table, "talk")
    told = stage.ada.say(thread, f"{stage.bo.mention} come in")
    assert stage.bo.sees(thread) == (told,)
    assert thread.thread is not None
    assert stage.bo.id in thread.thread.member_ids
