"""Threads that fall asleep or are locked: what people meet there, and what the bot does."""

import asyncio
import random

import pytest

from bot.chat.interaction.visibility import TRIED_AGAIN
from bot.standin import Channel, Message, NotPossible, Permission, UserClient, permissions
from bot.standin.layout import buttons, text
from bot.words import catalog
from tests.kit.hall import Hall, lost, regained, solo_in
from tests.kit.pages import mygames, wants_messages
from tests.kit.players.button_player import Player, controls, has_turn_button
from tests.kit.whole import eventually

WORDS = catalog()
HINT = WORDS.say("place.asleep")


async def solo_thread(hall: Hall, person: UserClient) -> tuple[Channel, Message]:
    """A thread of its own for somebody's game, and its first post."""
    await (await person.slash(hall.table, "bonfire", "solo", thread=True)).response()
    (thread,) = [one for one in hall.server.world.channels.values() if one.is_thread]
    return thread, await person.waits_for(thread, has_turn_button)


def is_asleep(thread: Channel) -> bool:
    assert thread.thread is not None
    return thread.thread.archived


async def falls_asleep(hall: Hall, thread: Channel, *, locked: bool = False) -> None:
    """Archive a thread, and wait until the bot has heard of it."""
    hall.server.archive(thread, locked=locked)
    await eventually(lambda: asyncio.sleep(0, hall.client.get_channel(thread.id) is None))


async def wakes_up(thread: Channel) -> None:
    await eventually(lambda: asyncio.sleep(0, not is_asleep(thread)))


def may_not_write(hall: Hall) -> None:
    """Nobody but the bot may write in threads."""
    hall.guild.bot_role = int(Permission.SEND_MESSAGES_IN_THREADS)
    hall.guild.everyone = int(permissions.EVERYONE_DEFAULT & ~Permission.SEND_MESSAGES_IN_THREADS)


async def test_whoever_may_not_write_in_threads_has_theirs_woken_from_elsewhere(
    hall: Hall,
) -> None:
    bo = hall.people[1]
    thread, post = await solo_thread(hall, bo)
    assert HINT not in await mygames(bo, hall.table)
    may_not_write(hall)
    await falls_asleep(hall, thread)
    with pytest.raises(NotPossible):
        await bo.press(post, "Take your turn")
    assert HINT in await mygames(bo, hall.table)
    await wakes_up(thread)
    await Player(bo, thread, random.Random(3)).take_turn(post)
    await bo.waits_for(thread, lambda m: m.id > post.id and has_turn_button(m))
    assert HINT not in await mygames(bo, hall.table)


async def test_a_thread_that_somebody_else_opened_is_woken_too(hall: Hall) -> None:
    ada = hall.people[0]
    thread = ada.open_thread(hall.table, "ours")
    await solo_in(ada, thread)
    await falls_asleep(hall, thread)
    assert HINT in await mygames(ada, hall.table)
    await wakes_up(thread)


@pytest.mark.parametrize("lacked", [Permission.SEND_MESSAGES_IN_THREADS, Permission.VIEW_CHANNEL])
async def test_a_thread_that_the_bot_cannot_wake_stays_asleep(
    hall: Hall, lacked: Permission
) -> None:
    ada, other = hall.people[0], hall.server.text_channel(hall.guild, "other")
    thread, _ = await solo_thread(hall, hall.people[0])
    await falls_asleep(hall, thread)
    hall.server.deny(hall.table, lacked)
    assert HINT in await mygames(ada, other)
    asked = f"/channels/{thread.id}"
    await eventually(
        lambda: asyncio.sleep(0, [one for one in hall.server.requests if asked in one.path])
    )
    await hall.client.services.traffic.stop(5)
    assert is_asleep(thread)


async def test_a_thread_that_is_locked_has_lost_its_game_at_once(hall: Hall) -> None:
    ada = hall.people[0]
    await wants_messages(ada, hall.table)
    thread, _ = await solo_thread(hall, hall.people[0])
    hall.server.archive(thread, locked=True)
    await lost(hall, thread)
    reason = WORDS.say("place.reason.locked")
    told = await ada.waits_for(ada.dm(), lambda m: WORDS.say("place.reason.locked") in text(m))
    assert reason in text(told)
    listed = await mygames(ada, hall.table)
    assert reason in listed
    assert HINT not in listed
    assert is_asleep(thread)
    hall.server.unlock(thread)
    await regained(hall, thread)
    assert reason not in await mygames(ada, hall.table)


async def test_a_thread_that_is_locked_in_its_sleep_is_lost_too(hall: Hall) -> None:
    thread, _ = await solo_thread(hall, hall.people[0])
    await falls_asleep(hall, thread)
    hall.server.archive(thread, locked=True)
    await lost(hall, thread)


async def test_what_happened_to_a_sleeping_thread_unheard_is_found_out(hall: Hall) -> None:
    ada, world = hall.people[0], hall.server.world
    rooms = [ada.open_thread(hall.table, name) for name in ("locked", "deleted")]
    for room in rooms:
        await solo_in(ada, room)
        await falls_asleep(hall, room)
    locked, deleted = rooms
    assert locked.thread is not None
    locked.thread.locked = True
    del world.channels[deleted.id]
    assert HINT in await mygames(ada, hall.table)
    await lost(hall, locked)
    assert WORDS.say("place.reason.deleted") not in await mygames(ada, hall.table)
    hall.clock.advance(TRIED_AGAIN + 1)
    await mygames(ada, hall.table)
    await lost(hall, deleted)
    listed = await mygames(ada, hall.table)
    assert HINT not in listed
    for reason in ("locked", "deleted"):
        assert WORDS.say(f"place.reason.{reason}") in listed


async def test_a_locked_thread_that_was_asleep_has_a_line_above_it(hall: Hall) -> None:
    ada = hall.people[0]
    thread, _ = await solo_thread(hall, ada)
    await falls_asleep(hall, thread)
    assert thread.thread is not None
    thread.thread.locked = True
    assert HINT in await mygames(ada, hall.server.text_channel(hall.guild, "other"))
    line = await ada.waits_for(hall.table, lambda m: WORDS.say("place.reason.locked") in text(m))
    assert WORDS.say("place.go_on") in [one.label for one in buttons(line)]


async def test_a_lost_thread_that_was_asleep_when_it_opened_comes_back(hall: Hall) -> None:
    ada = hall.people[0]
    thread, _ = await solo_thread(hall, ada)
    hall.server.deny(hall.table, Permission.SEND_MESSAGES_IN_THREADS)
    await hall.client.services.channels.lost((thread.id,), 50013)
    await falls_asleep(hall, thread)
    hall.server.allow(hall.table, Permission.SEND_MESSAGES_IN_THREADS)
    assert HINT not in await mygames(ada, hall.table)
    await wakes_up(thread)
    await regained(hall, thread)


async def test_a_thread_that_cannot_be_woken_is_tried_once_in_a_while(hall: Hall) -> None:
    ada, other = hall.people[0], hall.server.text_channel(hall.guild, "other")
    thread, _ = await solo_thread(hall, ada)
    await falls_asleep(hall, thread)
    hall.server.deny(hall.table, Permission.SEND_MESSAGES_IN_THREADS)

    def refused() -> list[int]:
        return [one.code for one in hall.server.requests if one.method == "PATCH" and one.code]

    for _ in range(3):
        assert HINT in await mygames(ada, other)
    await eventually(lambda: asyncio.sleep(0, refused() == [50013]))
    hall.clock.advance(TRIED_AGAIN + 1)
    await mygames(ada, other)
    await eventually(lambda: asyncio.sleep(0, refused() == [50013] * 2))


async def test_a_bot_that_manages_threads_plays_on_in_a_locked_one(hall: Hall) -> None:
    ada = hall.people[0]
    hall.server.invite_app(hall.guild, Permission.MANAGE_THREADS)
    thread, post = await solo_thread(hall, hall.people[0])
    prompt = await Player(ada, thread, random.Random(3)).open_turn(post)
    assert list(controls(prompt))
    await falls_asleep(hall, thread, locked=True)
    services = hall.client.services
    assert services.channels.lost_in(hall.guild.id) == ()
    assert not await services.store.read(lambda tx: tx.channels.is_dead(thread.id))
