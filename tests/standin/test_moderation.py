from __future__ import annotations

import discord
import pytest
from discord import ui

from bot.standin import Channel
from tests.kit.toy import Inter, row
from tests.standin.conftest import Stage, channel_of, code_of

AUTOMOD, TITLE, LINK = 200000, 200001, 240000


def layout(words: str) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(words))
    view.stop()
    return view


@pytest.fixture
def guarded(stage: Stage) -> Stage:
    """The server blocks a word, and Discord a link."""
    stage.server.moderator.block(stage.guild, "fire")
    stage.server.moderator.call_harmful("https://bad.example")
    return stage


def strange_place(stage: Stage) -> Channel:
    """A channel where the app is no member, and Ada brings it along."""
    guild = stage.server.guild("Strangers", stage.ada, bot=None)
    stage.server.moderator.block(guild, "fire")
    stage.ada.user.has_installed_app = True
    return stage.server.text_channel(guild, "room")


@pytest.mark.parametrize("words", ["fire", "By the FIRE!", "no (fire), please"])
async def test_a_post_with_a_blocked_word_is_refused(guarded: Stage, words: str) -> None:
    room = channel_of(guarded)
    assert await code_of(room.send(words)) == AUTOMOD
    assert await code_of(room.send(view=layout(words))) == AUTOMOD
    assert await code_of(room.send(embed=discord.Embed(description=words))) == AUTOMOD
    assert guarded.server.app_messages(guarded.table) == ()


async def test_words_are_blocked_whole_in_their_server_and_in_texts(guarded: Stage) -> None:
    await channel_of(guarded).send("bonfire", view=row("Fire"))
    elsewhere = guarded.server.guild("Elsewhere", guarded.ada)
    other = guarded.server.text_channel(elsewhere, "other")
    await guarded.toy.get_partial_messageable(other.id).send("fire")
    person = await guarded.toy.fetch_user(guarded.ada.id)
    await person.send("fire")
    guarded.ada.say(guarded.table, "fire")


async def test_an_edit_is_refused_and_changes_nothing(guarded: Stage) -> None:
    sent = await channel_of(guarded).send("water")
    assert await code_of(sent.edit(content="fire")) == AUTOMOD
    assert guarded.last().content == "water"


async def test_the_edit_of_a_deferred_answer_is_refused(guarded: Stage) -> None:
    asked, inter = await guarded.held()
    await inter.response.defer()
    with pytest.raises(discord.HTTPException) as refused:
        await inter.edit_original_response(content="fire")
    assert (refused.value.status, refused.value.code) == (400, AUTOMOD)
    assert asked.original is not None
    assert asked.original.is_loading
    await inter.edit_original_response(content="water")
    assert await code_of(inter.followup.send("fire")) == AUTOMOD
    await inter.followup.send("fire", ephemeral=True)


async def test_the_first_answer_of_a_member_is_refused(guarded: Stage) -> None:
    asked, inter = await guarded.held()
    assert await code_of(inter.response.send_message("fire")) == AUTOMOD
    assert asked.ack is None
    await inter.response.send_message("fire", ephemeral=True)


async def test_the_first_answer_of_a_guest_is_shown_to_one_person(stage: Stage) -> None:
    room = strange_place(stage)

    @stage.toy.answers("guest")
    async def guest(inter: Inter) -> None:
        await inter.response.send_message("fire")
        await inter.followup.send("water")

    asked = await stage.ask("guest", room)
    assert (await asked.response()).ephemeral_for == stage.ada.id
    assert not (await asked.followup()).is_ephemeral


async def test_a_harmful_link_is_refused_everywhere(guarded: Stage) -> None:
    words = "see https://bad.example/x"
    assert await code_of(channel_of(guarded).send(words)) == LINK
    person = await guarded.toy.fetch_user(guarded.ada.id)
    assert await code_of(person.send(words)) == LINK
    _, inter = await guarded.held()
    assert await code_of(inter.response.send_message(words, ephemeral=True)) == LINK
    await inter.response.defer(ephemeral=True)
    assert await code_of(inter.edit_original_response(content=words)) == LINK


async def test_the_first_answer_of_a_guest_with_a_harmful_link_is_refused(stage: Stage) -> None:
    stage.server.moderator.call_harmful("https://bad.example")
    room, codes = strange_place(stage), list[int]()

    @stage.toy.answers("guest")
    async def guest(inter: Inter) -> None:
        codes.append(await code_of(inter.response.send_message("https://bad.example")))
        await inter.response.send_message("water")

    await (await stage.ask("guest", room)).response()
    assert codes == [LINK]


async def test_the_name_of_a_thread_is_judged(guarded: Stage) -> None:
    room, kind = channel_of(guarded), discord.ChannelType.public_thread
    assert await code_of(room.create_thread(name="The fire", type=kind)) == TITLE
    await room.create_thread(name="The bonfire", type=kind)
