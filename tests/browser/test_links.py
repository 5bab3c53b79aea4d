"""Links of texts in a real browser: they lead to rooms and messages of the table itself."""

import discord
import pytest

from tests.browser.stage import ToyStage, send

pytestmark = pytest.mark.long


async def test_a_link_in_a_text_leads_to_a_message_far_up(stage: ToyStage) -> None:
    first, *_ = [await send(stage, content=f"message {number}") for number in range(90)]
    here, window = stage.room, stage.window
    link = f"[there](<https://discord.com/channels/{here.guild_id}/{here.id}/{first.number}>)"
    await send(stage, content=link)

    def follow() -> bool:
        window.driver.refresh()
        window.newest(lambda one: "there" in one.text)
        assert not window.driver.find_elements("css selector", f"#{first.id}")
        window.click(".text a")
        return window.until(lambda: window.one(f"#{first.id}:focus")).is_displayed()

    assert await stage.away(follow)
    assert len(window.driver.window_handles) == 1


async def test_the_mention_of_a_channel_opens_it(stage: ToyStage) -> None:
    here, window = stage.room, stage.window
    there = next(one for one in stage.table.server.world.channels.values() if one is not here)
    await send(stage, content=f"in <#{there.id}> and <#1>")

    def follow() -> bool:
        window.newest(lambda one: "#?" in one.text)
        window.click("button.mention")
        return window.until(lambda: window.text("#room-name") == f"#{there.name}")

    assert await stage.away(follow)


async def test_a_room_that_somebody_may_see_by_now_has_its_name_in_older_messages(
    stage: ToyStage,
) -> None:
    channel = stage.toy.get_channel(stage.room.id)
    assert isinstance(channel, discord.TextChannel)
    room = await channel.create_thread(name="a room", type=discord.ChannelType.private_thread)
    await stage.away(lambda: stage.window.become("Bo"))
    message = await send(stage, content=f"in <#{room.id}> and <#1>")
    assert "in #? and #?" in message.text
    await room.add_user(discord.Object(stage.person("bo").id))
    await stage.sees(lambda one: "in #a room and #?" in one.text)
