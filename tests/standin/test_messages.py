from __future__ import annotations

import io

import aiohttp
import discord
import pytest
from discord import ui
from yarl import URL

from bot.standin import NotPossible, Permission, layout, model
from tests.kit.toy import file, png, row
from tests.standin.conftest import Stage, channel_of, code_of


async def test_a_message_is_posted_with_its_picture_and_alt_text(stage: Stage) -> None:
    sent = await channel_of(stage).send("board", file=file(), view=row("Take your turn"))
    message = stage.last()
    assert sent.id == message.id
    assert [(p.filename, p.data, p.alt) for p in layout.pictures(message)] == [
        ("board.png", png(), "a board")
    ]
    (attachment,) = sent.attachments
    assert (attachment.width, attachment.height) == (8, 6)
    assert attachment.content_type == "image/png"
    async with aiohttp.ClientSession() as session, session.get(attachment.url) as answer:
        assert await answer.read() == png()
        assert answer.content_type == "image/png"


async def status_of(address: str) -> int:
    async with aiohttp.ClientSession() as session, session.get(address) as answer:
        return answer.status


async def test_an_unknown_attachment_is_not_found(stage: Stage) -> None:
    known = f"/attachments/{stage.table.id}/1/x.png"
    assert await status_of(stage.server.base_url + known) == 404
    signed = stage.server.core.objects.attachment(
        stage.table.id, model.Attachment(1, "x.png", "image/png", b"", 0)
    )
    assert await status_of(signed["url"]) == 404


async def test_the_address_of_an_attachment_expires_after_a_day(stage: Stage) -> None:
    sent = await channel_of(stage).send(file=file())
    address = URL(sent.attachments[0].url)
    issued = int(stage.clock.now())
    assert int(address.query["is"], 16) == issued
    assert int(address.query["ex"], 16) == issued + 24 * 3600
    stage.clock.advance(24 * 3600 - 1)
    assert await status_of(str(address)) == 200
    stage.clock.advance(1)
    assert await status_of(str(address)) == 404
    fetched = await channel_of(stage).fetch_message(sent.id)
    assert await status_of(fetched.attachments[0].url) == 200


async def test_the_address_of_an_attachment_cannot_be_forged(stage: Stage) -> None:
    sent = await channel_of(stage).send(files=[file("a.png"), file("b.png")])
    one, other = (URL(attachment.url) for attachment in sent.attachments)
    later = f"{int(one.query['ex'], 16) + 60:x}"
    for forged in (
        one.with_query(None),
        one.without_query_params("hm"),
        one.update_query(ex=later),
        one.update_query({"is": later}),
        one.with_query(other.query),
    ):
        assert await status_of(str(forged)) == 404, forged


async def test_an_enforced_nonce_gives_the_earlier_message(stage: Stage) -> None:
    first = await channel_of(stage).send("once", nonce="row-7")
    again = await channel_of(stage).send("once", nonce="row-7")
    assert again.id == first.id
    other = await channel_of(stage).send("once", nonce="row-8")
    assert other.id != first.id
    stage.clock.advance(301)
    later = await channel_of(stage).send("once", nonce="row-7")
    assert later.id != first.id
    assert len(stage.server.app_messages(stage.table)) == 3
    await later.delete()
    assert await code_of(channel_of(stage).send("once", nonce="row-7")) == 10008


async def test_an_edit_keeps_what_it_does_not_name(stage: Stage) -> None:
    sent = await channel_of(stage).send("board", file=file(), view=row("Go"))
    await sent.edit(content="changed")
    message = stage.last()
    assert message.content == "changed"
    assert [a.filename for a in message.attachments] == ["board.png"]
    assert [b.label for b in layout.buttons(message)] == ["Go"]
    assert message.edited is not None


async def test_attachments_of_an_edit_say_what_remains(stage: Stage) -> None:
    sent = await channel_of(stage).send("board", files=[file("a.png"), file("b.png")])
    await sent.edit(attachments=[sent.attachments[1], file("c.png")])
    assert [a.filename for a in stage.last().attachments] == ["b.png", "c.png"]
    await sent.edit(attachments=[file("d.png")])
    assert [a.filename for a in stage.last().attachments] == ["d.png"]


async def test_a_shown_attachment_is_not_listed_again(stage: Stage) -> None:
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png")))
    view.add_item(ui.File("attachment://rules.txt"))
    view.stop()
    notes = discord.File(io.BytesIO(b"rules"), "rules.txt")
    sent = await channel_of(stage).send(view=view, files=[file(), notes])
    assert sent.attachments == []
    gallery = sent.components[0]
    assert isinstance(gallery, discord.MediaGalleryComponent)
    assert gallery.items[0].media.url.startswith(stage.server.base_url)
    assert gallery.items[0].media.width == 8


async def test_a_message_becomes_v2_only_without_its_old_text(stage: Stage) -> None:
    sent = await channel_of(stage).send("board")
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay("new"))
    view.stop()
    with pytest.raises(discord.HTTPException):
        await sent.edit(view=view)
    assert stage.pop_faults() == {"MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"}
    await sent.edit(content=None, view=view)
    assert stage.last().is_v2


async def test_an_empty_message_is_refused(stage: Stage) -> None:
    assert await code_of(channel_of(stage).send("")) == 50006
    assert stage.pop_faults() == {"50006"}


async def test_messages_of_others_cannot_be_edited_nor_removed(stage: Stage) -> None:
    said = stage.bo.say(stage.table, "hello")
    partial = channel_of(stage).get_partial_message(said.id)
    assert (await partial.fetch()).content == "hello"
    assert await code_of(partial.edit(content="mine")) == 50005
    assert await code_of(partial.delete()) == 50013


async def test_a_removed_message_is_unknown(stage: Stage) -> None:
    sent = await channel_of(stage).send("x")
    await sent.delete()
    assert await code_of(sent.edit(content="y")) == 10008
    assert stage.ada.sees(stage.table) == ()


async def test_the_history_is_listed_newest_first(stage: Stage) -> None:
    for number in range(4):
        await channel_of(stage).send(str(number))
    found = [m async for m in channel_of(stage).history(limit=3)]
    assert [m.content for m in found] == ["3", "2", "1"]
    later = [m async for m in channel_of(stage).history(after=found[1])]
    assert [m.content for m in later] == ["3"]


async def test_old_messages_have_a_budget_of_edits(stage: Stage) -> None:
    sent = await channel_of(stage).send("old")
    stage.clock.advance(3601)
    for number in range(3):
        await sent.edit(content=str(number))
    body = {"content": "one too many"}
    url = f"{stage.server.api_base}/channels/{stage.table.id}/messages/{sent.id}"
    headers = {"Authorization": f"Bot {stage.server.token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        async with session.patch(url, json=body) as answer:
            told = await answer.json()
            assert (answer.status, told["code"]) == (429, 30046)
            assert told["retry_after"] == pytest.approx(20)
            assert "Via" in answer.headers
        stage.clock.advance(20)
        async with session.patch(url, json=body) as answer:
            assert answer.status == 200


async def test_a_mention_notifies_only_whom_the_bot_allows(stage: Stage) -> None:
    everybody = f"{stage.ada.mention} and {stage.bo.mention}"
    only_bo = discord.AllowedMentions(everyone=False, roles=False, users=[stage.bo.user])
    sent = await channel_of(stage).send(everybody, allowed_mentions=only_bo)
    await channel_of(stage).send(everybody, allowed_mentions=discord.AllowedMentions.none())
    assert [m.id for m in stage.bo.pings()] == [sent.id]
    assert stage.ada.pings() == ()


async def test_an_edit_notifies_nobody(stage: Stage) -> None:
    sent = await channel_of(stage).send("hello")
    await sent.edit(content=stage.bo.mention)
    assert stage.bo.pings() == ()


async def test_missing_permissions_are_told(stage: Stage) -> None:
    channel = channel_of(stage)
    stage.server.deny(stage.table, Permission.ATTACH_FILES)
    assert await code_of(channel.send("x", file=file())) == 50013
    stage.server.deny(stage.table, Permission.SEND_MESSAGES)
    assert await code_of(channel.send("x")) == 50013
    _, inter = await stage.held()
    assert not inter.app_permissions.send_messages
    await inter.response.send_message("an answer is always possible")
    stage.server.allow(stage.table, Permission.SEND_MESSAGES)
    await channel.send("x")
    stage.server.deny(stage.table, Permission.VIEW_CHANNEL)
    assert await code_of(channel.send("x")) == 50001


async def test_the_client_learns_of_changed_permissions(stage: Stage) -> None:
    stage.server.deny(stage.table, Permission.SEND_MESSAGES)
    await stage.held()
    channel = channel_of(stage)
    assert not channel.permissions_for(channel.guild.me).send_messages


async def test_pinning_needs_its_own_permission(stage: Stage) -> None:
    sent = await channel_of(stage).send("board")
    assert await code_of(sent.pin()) == 50013
    stage.guild.bot_role = int(Permission.PIN_MESSAGES)
    await sent.pin()
    found = [m async for m in channel_of(stage).pins()]
    assert [m.id for m in found] == [sent.id]
    await sent.unpin()
    assert [m async for m in channel_of(stage).pins()] == []


async def test_unknown_places_are_told_apart(stage: Stage) -> None:
    assert await code_of(stage.toy.get_partial_messageable(7).send("x")) == 10003
    assert await code_of(stage.toy.fetch_channel(7)) == 10003
    assert await code_of(stage.toy.fetch_user(7)) == 10013
    assert await code_of(stage.toy.fetch_guild(7)) == 10004
    assert await code_of(channel_of(stage).fetch_message(7)) == 10008


async def test_the_basics_can_be_fetched(stage: Stage) -> None:
    channel = await stage.toy.fetch_channel(stage.table.id)
    assert isinstance(channel, discord.TextChannel)
    guild = await stage.toy.fetch_guild(stage.guild.id, with_counts=False)
    assert guild.name == "Club"
    member = await guild.fetch_member(stage.ada.id)
    assert member.display_name == "Ada"
    assert [c.name for c in await guild.fetch_channels()] == ["table"]
    assert (await stage.toy.fetch_user(stage.bo.id)).global_name == "Bo"
    about = await stage.toy.application_info()
    assert about.owner.name == "owner"
    await channel.typing()
    raw = await stage.toy.http.request(discord.http.Route("GET", "/gateway"))
    assert raw["url"] == stage.server.gateway_url


async def test_a_file_beyond_the_limit_is_too_large(stage: Stage) -> None:
    stage.guild.attachment_limit = 10
    assert await code_of(channel_of(stage).send(file=file())) == 40005
    assert stage.pop_faults() == {"40005"}


async def test_without_the_history_nothing_is_listed_nor_replied_to(stage: Stage) -> None:
    said = stage.bo.say(stage.table, "hello")
    stage.server.deny(stage.table, Permission.READ_MESSAGE_HISTORY)
    assert [m async for m in channel_of(stage).history()] == []
    replying = channel_of(stage).get_partial_message(said.id).reply("hello yourself")
    assert await code_of(replying) == 160002


async def test_moderators_remove_messages_channels_and_the_app(stage: Stage) -> None:
    sent = await channel_of(stage).send("x")
    stage.server.remove_message(stage.last())
    assert await code_of(sent.edit(content="y")) == 10008
    other = stage.server.text_channel(stage.guild, "other")
    stage.server.remove_channel(other)
    assert await code_of(stage.toy.get_partial_messageable(other.id).send("x")) == 10003
    stage.server.remove_app(stage.guild)
    assert await code_of(channel_of(stage).send("x")) == 50001
    with pytest.raises(NotPossible):
        await stage.ask("hold")
    await stage.server.core.changes.wait_for(lambda: (not stage.toy.guilds) or None, 5)


async def test_a_reply_refers_to_its_message(stage: Stage) -> None:
    said = stage.bo.say(stage.table, "hello")
    await channel_of(stage).get_partial_message(said.id).reply("hello yourself")
    assert stage.last().reference_id == said.id


async def test_somebody_who_waits_sees_the_newest_message(stage: Stage) -> None:
    await channel_of(stage).send("first")
    found = await stage.bo.waits_for(stage.table, lambda m: m.content == "first")
    assert found is stage.last()
