"""Refusals that Discord takes back without a word: of a moment, of an hour, of a timeout."""

import random
from typing import Final

import pytest

from bot.chat.delivery.evidence import BELIEVED_AFTER
from bot.model import rows
from bot.model.stored_post import StoredPost
from bot.services.calls.delivery import RESTS_AT_MOST
from bot.standin import Message, Moment, Refused, Reset, ServerError, UserClient, fault_injection
from bot.standin.layout import text
from bot.words import catalog
from tests.kit.hall import Hall
from tests.kit.players.button_player import Player, has_turn_button
from tests.kit.whole import mark_of, pass_by, start_game

WORDS: Final = catalog()
WRONG: Final = (Refused(404, 10003), Refused(403, 50001), Refused(403, 50013), Refused(403, 160005))
HOUR: Final = 3600.0


def refuse(hall: Hall, fault: Refused, *, times: int) -> None:
    path = f"/channels/{hall.table.id}/messages$"
    hall.server.fault_injector.plan("POST", path, fault, times=times)


async def turn(hall: Hall, post: Message) -> tuple[UserClient, UserClient]:
    """A whole turn at the table whose post does not come yet; returns its player and the other."""
    mover, other = hall.people[:2]
    if mover.id not in post.pings:
        mover, other = other, mover
    await Player(mover, hall.table, random.Random(5)).take_turn(post)
    return mover, other


async def call_bo(hall: Hall) -> None:
    """Let the bot tell something by itself in the game at the table, which calls Bo."""
    services, bo = hall.client.services, hall.bo
    services.outbox._doors._open.clear()
    body = StoredPost(1, 0, f"{bo.mention} news", (), (), (bo.id,), 0).dump()
    await services.store.write(lambda tx: tx.posts.add(1, hall.table.id, rows.Via.CHANNEL, body))
    services.outbox.kick()


def calls(hall: Hall, person: UserClient, since: Message) -> int:
    """How often a person was called at the table since a post."""
    return sum(one.id > since.id and person.id in one.pings for one in hall.posts())


def told_of_loss(hall: Hall) -> list[str]:
    """What the people read of lost places in their direct messages."""
    return [text(one) for who in hall.people for one in hall.server.app_messages(who.dm())]


@pytest.mark.parametrize("fault", WRONG, ids=lambda fault: str(fault.code))
async def test_a_refusal_of_a_moment_is_told_to_nobody(hall: Hall, fault: Refused) -> None:
    post = await start_game(hall.table, *hall.people[:2])
    refuse(hall, fault, times=2)
    _, other = await turn(hall, post)
    await pass_by(hall.clock, 60)
    assert calls(hall, other, post) == 1
    assert told_of_loss(hall) == []
    assert not await hall.client.services.store.read(lambda tx: tx.channels.is_dead(hall.table.id))


@pytest.mark.parametrize("fault", WRONG, ids=lambda fault: str(fault.code))
async def test_a_refusal_that_lasts_is_told_once_and_the_game_goes_on_within_an_hour_of_its_end(
    hall: Hall, fault: Refused
) -> None:
    post = await start_game(hall.table, *hall.people[:2])
    refuse(hall, fault, times=10_000)
    await call_bo(hall)
    await pass_by(hall.clock, BELIEVED_AFTER - 120)
    assert told_of_loss(hall) == []
    await pass_by(hall.clock, 2 * HOUR)
    told = told_of_loss(hall)
    assert len(told) == 2
    hall.server.fault_injector.clear()
    await pass_by(hall.clock, RESTS_AT_MOST)
    assert calls(hall, hall.bo, post) == 1
    assert text(hall.posts()[-1]).startswith(WORDS.say("place.again"))
    assert has_turn_button(hall.posts()[-1])
    assert told_of_loss(hall) == told
    await pass_by(hall.clock, 2 * HOUR)
    assert calls(hall, hall.bo, post) == 1


async def test_a_lost_place_is_tried_again_by_the_next_reminder(hall: Hall) -> None:
    """The press before has carried the turn, so that nothing else is owed."""
    post = await start_game(hall.table, *hall.people[:2])
    refuse(hall, Refused(403, 50013), times=10_000)
    _, other = await turn(hall, post)
    await pass_by(hall.clock, HOUR)
    assert calls(hall, other, post) == 1
    assert len(told_of_loss(hall)) == 2
    hall.server.fault_injector.clear()
    for _ in range(4):
        hall.clock.advance(24 * HOUR)
        await pass_by(hall.clock, 120)
    assert calls(hall, other, post) > 1
    assert not await hall.client.services.store.read(lambda tx: tx.channels.is_dead(hall.table.id))


async def silenced(hall: Hall, seconds: float) -> Message:
    """A game in which the bot is to call Bo, and may not post for some seconds; its last post."""
    post = await start_game(hall.table, *hall.people[:2])
    hall.server.staff.time_out(hall.guild, hall.server.world.application.id, seconds)
    await call_bo(hall)
    return post


async def test_a_post_waits_for_the_end_of_a_timeout_of_the_bot(hall: Hall) -> None:
    post = await silenced(hall, 300)
    await pass_by(hall.clock, 290)
    assert calls(hall, hall.bo, post) == 0
    await pass_by(hall.clock, 20)
    assert calls(hall, hall.bo, post) == 1
    assert told_of_loss(hall) == []


async def test_a_post_goes_out_when_somebody_ends_a_timeout_of_the_bot(hall: Hall) -> None:
    post = await silenced(hall, 24 * HOUR)
    await pass_by(hall.clock, 60)
    assert len(told_of_loss(hall)) == 2
    hall.server.staff.time_out(hall.guild, hall.server.world.application.id, 0)
    await pass_by(hall.clock, 20)
    assert calls(hall, hall.bo, post) == 1
    assert text(hall.posts()[-1]).startswith(WORDS.say("place.again"))


async def test_a_server_that_is_away_is_no_place_that_is_lost(hall: Hall) -> None:
    post = await start_game(hall.table, *hall.people[:2])
    guild = hall.client.get_guild(hall.guild.id)
    assert guild is not None
    guild.unavailable = True
    refuse(hall, Refused(404, 10003), times=10_000)
    _, other = await turn(hall, post)
    await pass_by(hall.clock, 3 * HOUR)
    assert told_of_loss(hall) == []
    guild.unavailable = False
    hall.server.fault_injector.clear()
    await pass_by(hall.clock, 300)
    assert calls(hall, other, post) == 1


async def test_what_discord_took_an_hour_ago_without_a_word_is_looked_for_before_it_is_repeated(
    hall: Hall,
) -> None:
    post = await start_game(hall.table, *hall.people[:2])
    path = f"/channels/{hall.table.id}/messages$"
    plan = hall.server.fault_injector.plan
    plan("POST", path, ServerError(502, Moment.AFTER))
    plan("POST", path, ServerError(503), times=10_000)
    _, other = await turn(hall, post)
    await pass_by(hall.clock, HOUR)
    hall.server.fault_injector.clear()
    await pass_by(hall.clock, 300)
    assert calls(hall, other, post) == 1
    assert len([one for one in hall.posts() if one.id > post.id]) == 1


@pytest.mark.parametrize("first", [Refused(403, 50001), ServerError(503)], ids=["refused", "doubt"])
async def test_what_a_press_carried_without_a_word_is_looked_for_before_it_is_posted(
    hall: Hall, first: fault_injection.InjectedFault
) -> None:
    """Whether Discord was in doubt before, or said no: a follow-up has no nonce."""
    alone = hall.ada.dm()
    plan = hall.server.fault_injector.plan
    await (await hall.ada.slash(alone, "bonfire", "solo")).response()
    post = await hall.ada.waits_for(alone, has_turn_button)
    plan("POST", f"/channels/{alone.id}/messages$", first)
    plan("POST", f"/channels/{alone.id}/messages$", Refused(403, 50001))
    plan("POST", r"/webhooks/\d+/[^/]+$", Reset(Moment.AFTER))
    await Player(hall.ada, alone, random.Random(5)).take_turn(post)
    await pass_by(hall.clock, 600)
    marks = [mark_of(one) for one in hall.server.app_messages(alone) if one.id > post.id]
    assert len(marks) == len(set(marks)) == 1


async def test_a_refusal_of_the_second_request_hides_no_doubt_about_the_first(hall: Hall) -> None:
    post = await start_game(hall.table, *hall.people[:2])
    path = f"/channels/{hall.table.id}/messages$"
    plan = hall.server.fault_injector.plan
    plan("POST", path, ServerError(502, Moment.AFTER))
    plan("POST", path, Refused(404, 10003), times=10)
    _, other = await turn(hall, post)
    await pass_by(hall.clock, HOUR)
    assert calls(hall, other, post) == 1
    assert len([one for one in hall.posts() if one.id > post.id]) == 1
