"""Posts at which a filter takes offense: the bot calls the same people in its own words."""

import random

import pytest

from bot.standin import Message, Refused, fault_injection
from bot.standin.layout import pictures
from bot.words import catalog
from tests.kit.hall import Hall, group_game
from tests.kit.outbox import FOLLOWUP, MESSAGES
from tests.kit.pages import in_words
from tests.kit.whole import Player, called, has_turn_button

WORDS = catalog()
FILTERS = [Refused(400, 200000), Refused(400, 240000), Refused(403, 20009)]


def newer(one: Message, post: Message) -> bool:
    """Say whether a message is a post behind another one."""
    return one.id > post.id and not one.is_ephemeral


async def test_a_name_that_a_server_blocks_keeps_nobody_from_being_called(hall: Hall) -> None:
    ada, bo = hall.people[:2]
    lobby = await (await ada.slash(hall.table, "bonfire", "new", thread=False)).response()
    await (await bo.press(lobby, "Join")).response()
    await (await ada.press(lobby, "Start")).response()
    post = await ada.waits_for(hall.table, has_turn_button)
    mover, other = (ada, bo) if called(post) == ada.id else (bo, ada)
    hall.server.moderator.block(hall.guild, mover.user.display_name)
    await Player(mover, hall.table, random.Random(5)).take_turn(post)
    told = await other.waits_for(hall.table, lambda one: newer(one, post))
    assert in_words(told) == WORDS.say("filtered.call", names=(f"<@{other.id}>",))
    assert told.pings == [other.id]
    assert not pictures(told)


@pytest.mark.parametrize("refused", FILTERS)
async def test_a_filter_is_met_once_and_calls_are_made_all_the_same(
    hall: Hall, refused: fault_injection.InjectedFault
) -> None:
    await (await hall.ada.slash(hall.table, "bonfire", "solo")).response()
    post = await hall.ada.waits_for(hall.table, has_turn_button)
    hall.server.fault_injector.plan("POST", MESSAGES, refused)
    await Player(hall.ada, hall.table, random.Random(5)).take_turn(post)
    told = await hall.ada.waits_for(hall.table, lambda one: newer(one, post))
    assert "a filter keeps me" in in_words(told)
    assert len(hall.server.fault_injector.injected) == 1


async def test_where_the_bot_may_only_answer_it_calls_in_its_own_words_too(hall: Hall) -> None:
    ada, bo = hall.people[:2]
    room, post = await group_game(hall, ada, bo)
    mover, other = (ada, bo) if called(post) == ada.id else (bo, ada)
    hall.server.fault_injector.plan("POST", FOLLOWUP, Refused(400, 200000))
    await Player(mover, room, random.Random(5)).take_turn(post)
    told = await other.waits_for(room, lambda one: one.id > post.id and other.id in one.pings)
    assert in_words(told) == WORDS.say("filtered.call", names=(f"<@{other.id}>",))
