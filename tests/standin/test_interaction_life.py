from __future__ import annotations

import asyncio

import discord
import pytest
from discord import ui

from bot.standin import Ack, Limits, NotAnswered, NotPossible, Permission
from tests.kit.toy import Inter, file, row
from tests.standin.conftest import Stage, code_of


async def test_after_three_seconds_the_interaction_is_unknown(stage: Stage) -> None:
    asked, inter = await stage.held()
    stage.clock.advance(3.1)
    assert await code_of(inter.response.send_message("late")) == 10062
    with pytest.raises(NotAnswered):
        await asked.acknowledged()
    await asked.unanswered()
    assert stage.server.app_messages(stage.table) == ()


async def test_a_silent_bot_wakes_everybody_who_waits(stage: Stage) -> None:
    asked, _ = await stage.held()
    waiting = asyncio.create_task(asked.response())
    await asyncio.sleep(0)
    stage.clock.advance(3.1)
    with pytest.raises(NotAnswered):
        await waiting


async def test_an_interaction_is_acknowledged_once(stage: Stage) -> None:
    asked, inter = await stage.held()
    await inter.response.send_message("first")
    inter.response._response_type = None
    assert await code_of(inter.response.send_message("second")) == 40060
    assert (await asked.response()).content == "first"
    assert len(stage.server.app_messages(stage.table)) == 1


async def test_the_token_lives_fifteen_minutes(stage: Stage) -> None:
    asked, inter = await stage.held()
    await inter.response.send_message("first")
    stage.clock.advance(14 * 60)
    await inter.followup.send("still there")
    stage.clock.advance(2 * 60)
    assert await code_of(inter.followup.send("too late")) == 50027
    assert await code_of(inter.edit_original_response(content="too late")) == 50027
    assert [m.content for m in asked.followups] == ["still there"]


async def test_a_token_is_of_no_use_before_the_first_answer(stage: Stage) -> None:
    _, inter = await stage.held()
    assert await code_of(inter.followup.send("early")) == 10015
    assert await code_of(inter.original_response()) == 10015


async def test_an_unknown_token_is_an_unknown_webhook(stage: Stage) -> None:
    webhook = discord.Webhook.from_url(
        f"https://discord.com/api/webhooks/{stage.server.world.application.id}/{'x' * 60}",
        client=stage.toy,
    )
    assert await code_of(webhook.send("hello")) == 10015


async def test_a_deferral_shows_thinking_until_it_is_edited(stage: Stage) -> None:
    asked, inter = await stage.held()
    await inter.response.defer(ephemeral=True)
    assert await asked.acknowledged() is Ack.DEFERRED_MESSAGE
    assert asked.original is not None
    assert asked.original.is_loading
    await inter.edit_original_response(content="done", view=row("Next"))
    answer = await asked.response()
    assert not answer.is_loading
    assert answer.is_ephemeral
    assert answer.content == "done"


async def test_a_deferral_may_say_nothing_but_ephemeral(stage: Stage) -> None:
    asked, _ = await stage.held()
    route = discord.http.Route(
        "POST",
        "/interactions/{interaction_id}/{interaction_token}/callback",
        interaction_id=asked.id,
        interaction_token=asked.token,
    )
    body = {"type": 5, "data": {"flags": 1 << 15}}
    assert await code_of(stage.toy.http.request(route, json=body)) == 50035
    assert stage.pop_faults() == {"DEFERRED_FLAGS"}


async def test_the_first_followup_of_a_deferral_fills_the_placeholder(stage: Stage) -> None:
    asked, inter = await stage.held()
    await inter.response.defer(ephemeral=True)
    await inter.followup.send("public?")
    assert (await asked.response()).content == "public?"
    assert (await asked.response()).is_ephemeral
    assert asked.followups == []


async def test_the_answer_can_be_read_edited_and_removed(stage: Stage) -> None:
    asked, inter = await stage.held()
    await inter.response.send_message("one", file=file())
    read = await inter.original_response()
    assert (read.content, len(read.attachments)) == ("one", 1)
    await inter.edit_original_response(content="two", attachments=[])
    message = await asked.response()
    assert (message.content, message.attachments) == ("two", [])
    await inter.delete_original_response()
    assert message.deleted
    assert await code_of(inter.edit_original_response(content="three")) == 10008
    assert stage.ada.sees(stage.table) == ()


def gallery() -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png")))
    view.stop()
    return view


async def test_uploads_for_a_v2_layout_get_lost_in_edits(stage: Stage) -> None:
    view = gallery()
    asked, inter = await stage.held()
    await inter.response.defer()
    editing = inter.edit_original_response(view=view, attachments=[file()])
    assert await code_of(editing) == 50035
    assert stage.pop_faults() == {"UNFURLED_MEDIA_NOT_FOUND"}
    await inter.edit_original_response(content="without a layout", attachments=[file()])
    await inter.followup.send(view=view, file=file())
    assert (await asked.followup()).is_v2


async def test_uploads_for_a_v2_layout_get_lost_in_the_followup_of_a_deferral(stage: Stage) -> None:
    _, inter = await stage.held()
    await inter.response.defer()
    assert await code_of(inter.followup.send(view=gallery(), file=file())) == 50035
    assert stage.pop_faults() == {"UNFURLED_MEDIA_NOT_FOUND"}


async def test_uploads_for_a_v2_layout_will_arrive_once_that_is_mended(stage: Stage) -> None:
    stage.server.core.limits = Limits(v2_uploads_in_edits=True)
    asked, inter = await stage.held()
    await inter.response.defer()
    await inter.edit_original_response(view=gallery(), attachments=[file()])
    assert (await asked.response()).is_v2


async def test_followups_can_be_read_edited_and_removed(stage: Stage) -> None:
    asked, inter = await stage.held()
    await inter.response.send_message("one", ephemeral=True)
    sent = await inter.followup.send("two", ephemeral=True, wait=True)
    await inter.followup.edit_message(sent.id, content="three")
    assert (await asked.followup()).content == "three"
    assert (await inter.followup.fetch_message(sent.id)).content == "three"
    await inter.followup.delete_message(sent.id)
    assert await code_of(inter.followup.edit_message(sent.id, content="four")) == 10008


async def test_a_token_reaches_no_other_message(stage: Stage) -> None:
    _, first = await stage.held()
    await first.response.send_message("one")
    mine = await first.original_response()
    _, second = await stage.held()
    await second.response.send_message("two")
    assert await code_of(second.followup.edit_message(mine.id, content="mine")) == 10008


async def test_ephemeral_messages_are_out_of_reach_of_channel_endpoints(stage: Stage) -> None:
    _, inter = await stage.held()
    await inter.response.send_message("secret", ephemeral=True)
    message = await inter.original_response()
    partial = stage.toy.get_partial_messageable(stage.table.id).get_partial_message(message.id)
    assert await code_of(partial.fetch()) == 10008
    assert await code_of(partial.edit(content="x")) == 10008
    assert await code_of(partial.delete()) == 10008


async def test_an_update_cannot_answer_a_command(stage: Stage) -> None:
    asked, _ = await stage.held()
    route = discord.http.Route(
        "POST",
        "/interactions/{interaction_id}/{interaction_token}/callback",
        interaction_id=asked.id,
        interaction_token=asked.token,
    )
    body = {"type": 7, "data": {"content": "x"}}
    assert await code_of(stage.toy.http.request(route, json=body)) == 50035
    assert stage.pop_faults() == {"BASE_TYPE_CHOICES"}


async def test_where_only_the_user_installed_the_app_it_may_only_answer(stage: Stage) -> None:
    strangers = stage.server.guild("Strangers", stage.bo, stage.ada, bot=None)
    room = stage.server.text_channel(strangers, "room")
    stage.ada.user.has_installed_app = True

    @stage.toy.answers("guest")
    async def guest(i: Inter) -> None:
        assert i.is_user_integration()
        assert not i.is_guild_integration()
        assert not i.app_permissions.send_messages
        await i.response.send_message("public answer")
        for number in range(5):
            await i.followup.send(f"public {number}")
        assert await code_of(i.followup.send("one too many")) == 40094
        channel = stage.toy.get_partial_messageable(room.id)
        assert await code_of(channel.send("hello")) == 50001

    asked = await stage.ask("guest", room)
    await asked.followup(5)
    await stage.server.core.changes.wait_for(
        lambda: [e for e in stage.server.requests if e.code == 50001] or None, 5
    )
    assert len(stage.bo.sees(room)) == 6


async def test_others_press_what_somebody_with_the_app_brought_along(stage: Stage) -> None:
    strangers = stage.server.guild("Strangers", stage.bo, stage.ada, bot=None)
    room = stage.server.text_channel(strangers, "room")
    stage.ada.user.has_installed_app = True

    @stage.toy.answers("guest")
    async def guest(i: Inter) -> None:
        await i.response.send_message("public answer", view=row("Join"))

    @stage.toy.answers("join")
    async def join(i: Inter) -> None:
        assert i.user.id == stage.bo.id
        assert i._integration_owners == {1: stage.ada.id}
        await i.response.edit_message(content="joined")

    with pytest.raises(NotPossible):
        await stage.bo.slash(room, "toy", "do", what="guest")
    message = await (await stage.ask("guest", room)).response()
    pressed = await stage.bo.press(message, "Join")
    assert (await pressed.response()).content == "joined"


async def test_without_external_apps_a_guests_answers_are_private(stage: Stage) -> None:
    quiet = Permission.VIEW_CHANNEL | Permission.USE_APPLICATION_COMMANDS
    strangers = stage.server.guild("Strangers", stage.bo, stage.ada, bot=None, everyone=quiet)
    room = stage.server.text_channel(strangers, "room")
    stage.ada.user.has_installed_app = True

    @stage.toy.answers("guest")
    async def guest(i: Inter) -> None:
        await i.response.send_message("public?")

    message = await (await stage.ask("guest", room)).response()
    assert message.is_ephemeral
    assert stage.bo.sees(room) == ()


async def test_in_a_conversation_between_people_the_app_is_a_guest(stage: Stage) -> None:
    room = stage.server.conversation(stage.ada, stage.bo)
    stage.ada.user.has_installed_app = True

    @stage.toy.answers("guest")
    async def guest(i: Inter) -> None:
        assert i.guild is None
        assert i.context.private_channel
        await i.response.send_message("hello both")
        channel = stage.toy.get_partial_messageable(room.id)
        assert await code_of(channel.send("hello")) == 50001

    message = await (await stage.ask("guest", room)).response()
    assert message in stage.bo.sees(room)
    await stage.server.core.changes.wait_for(
        lambda: [e for e in stage.server.requests if e.code == 50001] or None, 5
    )


async def test_only_the_newest_interactions_are_kept(stage: Stage) -> None:
    stage.server.core.registry.most = 2
    asked = [(await stage.held())[0] for _ in range(3)]
    assert stage.server.interactions == (*asked[1:],)
