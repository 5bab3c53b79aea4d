"""What people and the bot may do where: external apps, private threads, timeouts."""

import asyncio
import random
from unittest.mock import Mock

import discord
import pytest

from bot.chat.delivery.permissions import lacking, may_post
from bot.model.invocation import system_invocation
from bot.standin import Channel, Permission, model, permissions
from bot.standin.layout import text
from bot.words import catalog
from tests.kit.hall import Hall
from tests.kit.pages import in_words
from tests.kit.whole import Player, called, controls, eventually, has_turn_button, start_game

WORDS = catalog()


def without_external_apps(hall: Hall) -> Channel:
    """A channel of a server that knows only the user app of Bo, and hides its answers."""
    owner, bo = hall.people[:2]
    bo.user.has_installed_app = True
    everyone = permissions.EVERYONE_DEFAULT & ~Permission.USE_EXTERNAL_APPS
    guild = hall.server.guild("Elsewhere", owner, bo, bot=None, everyone=everyone)
    return hall.server.text_channel(guild, "general")


def private_thread(hall: Hall) -> Channel:
    """A private thread that the bot is not in."""
    return hall.people[0].open_thread(hall.table, "secret", private=True)


async def test_no_table_where_nobody_else_sees_the_answers(hall: Hall) -> None:
    bo, room = hall.people[1], without_external_apps(hall)
    asked = await bo.slash(room, "bonfire", "new", thread=False)
    assert in_words(await asked.response()) == WORDS.say("shell.unseen")
    assert await hall.client.services.lobbies.look(room.id) is None


async def test_who_answers_unseen_sits_down_at_no_table(hall: Hall) -> None:
    (owner, bo), room = hall.people[:2], without_external_apps(hall)
    owner.user.has_installed_app = True  # an owner may use everything
    lobby = await (await owner.slash(room, "bonfire", "new", thread=False)).response()
    asked = await bo.press(lobby, "Join")
    assert in_words(await asked.response()) == WORDS.say("shell.unseen")
    table = await hall.client.services.lobbies.look(room.id)
    assert table is not None
    assert [person.id for person in table.row.members] == [owner.id]


async def test_who_answers_unseen_opens_no_rematch_with_others(hall: Hall) -> None:
    owner, bo = hall.people[:2]
    owner.user.has_installed_app = bo.user.has_installed_app = True
    guild = hall.server.guild("Elsewhere", owner, bo, bot=None)
    room = hall.server.text_channel(guild, "general")
    await start_game(room, owner, bo)
    game = hall.client.services.games
    async with game.hold(1) as table:
        await game.end(system_invocation(1, table.revision, table.channel), table, "over")
    deny = int(Permission.USE_EXTERNAL_APPS)
    room.overwrites[bo.id] = model.Overwrite(bo.id, is_member=True, deny=deny)
    await (await owner.slash(room, "bonfire", "mygames")).response()
    post = await owner.waits_for(room, lambda m: any("rematch" in c.answer for c in controls(m)))
    asked = await bo.press(post, "Rematch")
    assert in_words(await asked.response()) == WORDS.say("shell.unseen")
    assert await hall.client.services.lobbies.look(room.id) is None


async def test_alone_one_plays_where_nobody_else_sees_the_answers(hall: Hall) -> None:
    bo, room = hall.people[1], without_external_apps(hall)
    await (await bo.slash(room, "bonfire", "solo")).response()
    post = await bo.waits_for(room, has_turn_button)
    assert post.is_ephemeral
    await Player(bo, room, random.Random(5)).take_turn(post)
    await bo.waits_for(room, lambda m: m.id > post.id and has_turn_button(m))


async def test_a_private_thread_without_the_bot_asks_for_a_mention(hall: Hall) -> None:
    ada, room = hall.people[0], private_thread(hall)
    await (await ada.slash(room, "bonfire", "solo")).response()
    asked = WORDS.say("shell.mention_me", mention=f"<@{hall.server.world.application.id}>")
    await ada.waits_for(room, lambda m: m.is_ephemeral and text(m) == asked)
    post = await ada.waits_for(room, has_turn_button)
    assert post.webhook
    requests = hall.server.requests
    assert not [request for request in requests if request.path.endswith(f"{room.id}/messages")]


async def test_a_private_thread_that_the_bot_is_in_takes_its_posts(hall: Hall) -> None:
    ada, room = hall.people[0], private_thread(hall)
    ada.add_to_thread(room, hall.server.world.users[hall.server.world.application.id])
    await eventually(lambda: asyncio.sleep(0, hall.client.get_channel(room.id)))
    thread = hall.client.get_channel(room.id)
    assert isinstance(thread, discord.Thread)
    assert may_post(thread)
    await (await ada.slash(room, "bonfire", "solo")).response()
    assert not (await ada.waits_for(room, has_turn_button)).webhook
    thread.me = None
    assert not may_post(thread)


async def test_who_is_in_a_timeout_is_told_so(hall: Hall) -> None:
    ada, bo = hall.people[:2]
    guild = hall.server.world.guilds[hall.table.guild_id or 0]
    lobby = await (await ada.slash(hall.table, "bonfire", "new", thread=False)).response()
    hall.server.staff.time_out(guild, bo.id, 600)
    until = guild.members[bo.id].timed_out_until
    assert until is not None
    told = WORDS.say("shell.timed_out", until=f"<t:{int(until)}:R>")
    assert text(await (await bo.press(lobby, "Join")).response()) == told
    hall.clock.advance(601)
    await (await bo.press(lobby, "Join")).response()
    assert "Bo" in text(lobby)


async def test_what_only_one_would_see_goes_out_by_a_press_that_all_see(hall: Hall) -> None:
    people = hall.people[1:3]
    for one in people:
        one.user.has_installed_app = True
    guild = hall.server.guild("Elsewhere", hall.people[0], *people, bot=None)
    room = hall.server.text_channel(guild, "general")
    post = await start_game(room, people[0], people[1])
    mover = next(one for one in people if one.id == called(post))
    other = next(one for one in people if one is not mover)
    deny = int(Permission.USE_EXTERNAL_APPS)
    room.overwrites[mover.id] = model.Overwrite(mover.id, is_member=True, deny=deny)
    await Player(mover, room, random.Random(5)).take_turn(post)
    told = await other.waits_for(room, lambda m: m.id > post.id and has_turn_button(m))
    assert not told.is_ephemeral


@pytest.mark.parametrize("kind", [discord.VoiceChannel, discord.StageChannel])
def test_connect_is_named_where_a_voice_channel_lacks_it(kind: type) -> None:
    granted = discord.Permissions(view_channel=True, send_messages=True, attach_files=True)
    press = Mock(spec=discord.Interaction, guild_id=5, app_permissions=granted)
    press.channel = Mock(spec=kind)
    press.is_guild_integration.return_value = True
    assert lacking(press) == ("connect",)
    press.channel = Mock(spec=discord.TextChannel)
    assert lacking(press) == ()
