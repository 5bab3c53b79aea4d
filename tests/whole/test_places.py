"""Where people play: servers, threads, DMs, group DMs, and servers that know only the user app."""

import asyncio
import random

import discord

from bot.standin import Channel, Message, Permission, Reset, UserClient
from bot.standin.layout import text
from tests.kit.hall import Hall
from tests.kit.whole import Player, called, controls, eventually, has_turn_button


async def solo_in(person: UserClient, channel: Channel) -> Message:
    """Start a solo game; returns the post that opens it."""
    await (await person.slash(channel, "bonfire", "solo")).response()
    return await person.waits_for(channel, has_turn_button)


async def a_turn(hall: Hall, person: UserClient, channel: Channel) -> Message:
    """Play a solo turn; returns the post that tells it."""
    player = Player(person, channel, random.Random(5))
    post = await solo_in(person, channel)
    await player.take_turn(post)
    return await person.waits_for(channel, lambda m: m.id > post.id and has_turn_button(m))


async def test_in_a_direct_message_with_the_bot(hall: Hall) -> None:
    ada = hall.people[0]
    post = await a_turn(hall, ada, ada.dm())
    assert not post.webhook
    assert called(post) == ada.id
    assert post.pings == []


async def test_no_table_for_several_in_a_direct_message(hall: Hall) -> None:
    ada = hall.people[0]
    asked = await ada.slash(ada.dm(), "bonfire", "new")
    assert "/bonfire solo" in text(await asked.response())


async def test_in_a_thread_beside_the_game_of_its_channel(hall: Hall) -> None:
    ada = hall.people[0]
    channel = hall.client.get_channel(hall.table.id)
    assert isinstance(channel, discord.TextChannel)
    thread = await channel.create_thread(name="solo", type=discord.ChannelType.public_thread)
    room = hall.server.world.channels[thread.id]
    await solo_in(ada, hall.table)
    post = await a_turn(hall, ada, room)
    assert post.channel_id == room.id
    assert not post.webhook


async def test_in_a_group_of_friends_as_a_user_app(hall: Hall) -> None:
    ada, bo = hall.people[:2]
    ada.user.has_installed_app = True
    room = hall.server.conversation(ada, bo, hall.people[2])
    opened = await ada.slash(room, "bonfire", "new")
    lobby = await opened.response()
    await (await bo.press(lobby, "Join")).response()
    await (await ada.press(lobby, "Start")).response()
    post = await bo.waits_for(room, has_turn_button)
    assert post.webhook
    mover = next(one for one in (ada, bo) if one.id == called(post))
    await Player(mover, room, random.Random(1)).take_turn(post)
    following = await bo.waits_for(room, lambda m: m.id > post.id and has_turn_button(m))
    assert following.webhook


async def test_in_a_server_that_knows_only_the_user_app(hall: Hall) -> None:
    ada = hall.people[0]
    ada.user.has_installed_app = True
    guild = hall.server.guild("Elsewhere", ada, bot=None)
    room = hall.server.text_channel(guild, "general")
    post = await a_turn(hall, ada, room)
    assert post.webhook
    outbox = [one for one in hall.server.requests if one.path.endswith(f"{room.id}/messages")]
    assert outbox == []


async def test_where_the_bot_may_not_post_turns_are_answers(hall: Hall) -> None:
    ada = hall.people[0]
    hall.server.deny(hall.table, Permission.SEND_MESSAGES)
    asked = await ada.slash(hall.table, "bonfire", "solo")
    await asked.response()
    warning = await ada.waits_for(hall.table, lambda m: "Send Messages" in text(m))
    assert warning.is_ephemeral
    post = await ada.waits_for(hall.table, has_turn_button)
    assert post.webhook
    assert not post.is_ephemeral


async def test_a_lost_post_is_told_again_with_the_board(hall: Hall) -> None:
    ada = hall.people[0]
    ada.user.has_installed_app = True
    guild = hall.server.guild("Elsewhere", ada, bot=None)
    room = hall.server.text_channel(guild, "general")
    post = await solo_in(ada, room)
    await ada.waits_for(room, lambda m: m.is_ephemeral and "reply to button presses" in text(m))
    hall.server.fault_injector.plan("POST", r"/webhooks/\d+/[^/]+$", Reset())
    await Player(ada, room, random.Random(5)).take_turn(post)
    store = hall.client.services.store
    await eventually(lambda: store.read(lambda tx: tx.posts.lost(1)))
    await (await ada.slash(room, "bonfire", "board")).response()
    await ada.waits_for(
        room, lambda m: m.id > post.id and has_turn_button(m) and not m.is_ephemeral
    )
    assert await store.read(lambda tx: tx.posts.lost(1)) == ()


async def test_a_channel_that_closes_during_a_game_falls_back_to_answers(hall: Hall) -> None:
    ada = hall.people[0]
    player = Player(ada, hall.table, random.Random(2))
    post = await solo_in(ada, hall.table)
    assert not post.webhook
    hall.server.fault_injector.clear()
    hall.server.deny(hall.table, Permission.SEND_MESSAGES)
    await player.take_turn(post)
    told = await ada.waits_for(hall.table, lambda m: m.id > post.id and has_turn_button(m))
    assert told.webhook
    hall.server.allow(hall.table, Permission.SEND_MESSAGES)
    await player.take_turn(told)
    told = await ada.waits_for(hall.table, lambda m: m.id > told.id and has_turn_button(m))
    assert not told.webhook


async def test_the_wrong_person_gets_a_kind_word(hall: Hall) -> None:
    ada, bo = hall.people[:2]
    post = await solo_in(ada, hall.table)
    turn = next(step for step in controls(post) if step.answer == "turn")
    answer = await (await bo.press(post, turn.custom_id)).response()
    assert answer.ephemeral_for == bo.id
    assert all(step.answer[:1] != "=" for step in controls(answer))


async def test_of_two_presses_on_one_button_one_takes_effect(hall: Hall) -> None:
    ada = hall.people[0]
    player = Player(ada, hall.table, random.Random(2))
    prompt = await player.open_turn(await solo_in(ada, hall.table))
    while not await hall.client.services.store.read(lambda tx: tx.games.log(1)):
        step = player.choose(prompt)
        assert step is not None
        first, second = await asyncio.gather(player.press(prompt, step), player.press(prompt, step))
        prompt = await first.response()
        if not prompt.deleted:  # the end of the turn takes the message away, with its buttons
            assert list(controls(await second.response()))
    log = await hall.client.services.store.read(lambda tx: tx.games.log(1))
    assert len({move.interaction for move in log}) == 1
