"""Refusals are told apart: only what is known to last closes a place or ends direct messages."""

import pytest

from bot.chat.delivery.evidence import BELIEVED_AFTER
from bot.model import preferences, rows, settings
from bot.model.stored_post import StoredPost
from bot.services.calls.delivery import RESTS_AT_MOST, RICH_ATTEMPTS, SLOWEST_POST_RETRY
from bot.standin import RateLimited, Refused, ServerError, fault_injection, model
from bot.standin.layout import text
from tests.kit.hall import Hall
from tests.kit.outbox import MESSAGES, queue, settled, states, told
from tests.kit.pages import choose
from tests.kit.whole import has_turn_button, pass_by

PASSING = [
    Refused(403, 0),
    Refused(404, 0),
    Refused(403, 20026),
    Refused(403, 40003),
    Refused(403, 40333),
    Refused(403, 50109),
    Refused(400, 160006),
    Refused(401, 0),
    RateLimited(0.05, via=False),
    RateLimited(900.0),
    RateLimited(0.05, fault_injection.RateLimitScope.GLOBAL),
]
LASTING = [
    *(Refused(403, code) for code in (10003, 10004, 50001, 50013, 50083, 160005)),
    Refused(400, 50083),
]
DIRECT = r"/users/@me/channels$"


async def is_dead(hall: Hall) -> bool:
    return await hall.client.services.store.read(lambda tx: tx.channels.is_dead(hall.table.id))


async def direct(hall: Hall) -> int:
    """A direct message to somebody who wants them."""
    await choose(hall.bo, hall.table, settings.Setting.NOTICE, "message")
    body = StoredPost(1, 0, "your turn", (), (), (), 0).dump()
    return await hall.client.services.store.write(
        lambda tx: tx.posts.add(None, hall.bo.id, rows.Via.DIRECT, body)
    )


async def notice(hall: Hall) -> preferences.Notice:
    store = hall.client.services.store
    return (await store.read(lambda tx: tx.preferences.of(hall.bo.id))).notice


@pytest.mark.parametrize("fault", PASSING)
async def test_a_refusal_that_may_pass_closes_no_channel(
    hall: Hall, fault: fault_injection.InjectedFault
) -> None:
    hall.server.fault_injector.plan("POST", MESSAGES, fault)
    posts = await queue(hall, "first", "second")
    hall.client.services.outbox.kick()
    assert await settled(hall, posts) == [rows.PostState.SENT] * 2
    assert told(hall) == ["first", "second"]
    assert not await is_dead(hall)


@pytest.mark.parametrize("fault", LASTING)
async def test_a_refusal_that_lasts_closes_the_channel_after_ten_minutes(
    hall: Hall, fault: Refused
) -> None:
    hall.server.fault_injector.plan("POST", MESSAGES, fault, times=1_000)
    posts = await queue(hall, "first", "second")
    hall.client.services.outbox.kick()
    await pass_by(hall.clock, BELIEVED_AFTER - SLOWEST_POST_RETRY)
    assert not await is_dead(hall)
    await pass_by(hall.clock, 2 * SLOWEST_POST_RETRY)
    assert await is_dead(hall)
    asked = [one for one in hall.server.requests if one.path.endswith("/messages")]
    assert len(asked) < 15
    await pass_by(hall.clock, RESTS_AT_MOST / 2)
    assert await states(hall, posts) == [rows.PostState.WAITING] * 2
    hall.server.fault_injector.clear()
    assert await settled(hall, posts) == [rows.PostState.SENT] * 2
    assert not await is_dead(hall)


@pytest.mark.parametrize("path", [DIRECT, MESSAGES])
@pytest.mark.parametrize("fault", PASSING)
async def test_a_refusal_that_may_pass_ends_no_direct_messages(
    hall: Hall, fault: fault_injection.InjectedFault, path: str
) -> None:
    post = await direct(hall)
    hall.server.fault_injector.plan("POST", path, fault)
    hall.client.services.outbox.kick()
    assert await settled(hall, [post]) == [rows.PostState.SENT]
    assert [text(one) for one in hall.server.app_messages(hall.bo.dm())] == ["your turn"]
    assert await notice(hall) is preferences.Notice.MESSAGE
    assert hall.posts() == ()


@pytest.mark.parametrize("code", [50007, 50278])
async def test_a_person_who_takes_no_direct_messages_for_ten_minutes_is_called_elsewhere(
    hall: Hall, code: int
) -> None:
    await (await hall.ada.slash(hall.table, "bonfire", "solo")).response()
    await hall.ada.waits_for(hall.table, has_turn_button)
    post = await direct(hall)
    path = f"/channels/{hall.bo.dm().id}/messages$"
    hall.server.fault_injector.plan("POST", path, Refused(403, code), times=1_000)
    hall.client.services.outbox.kick()
    await pass_by(hall.clock, BELIEVED_AFTER / 2)
    assert await notice(hall) is preferences.Notice.MESSAGE
    assert await settled(hall, [post]) == [rows.PostState.LOST]
    assert await notice(hall) is preferences.Notice.MENTION


@pytest.mark.parametrize("fault", [ServerError(500), Refused(403, 0)])
async def test_a_post_that_never_comes_through_is_tried_plainly_and_then_lost(
    hall: Hall, fault: fault_injection.InjectedFault
) -> None:
    """Nothing else goes out meanwhile, and it is lost all the same: its place is not to blame."""
    hall.server.fault_injector.plan("POST", MESSAGES, fault, times=100_000)
    posts = await queue(hall, "poison")
    store = hall.client.services.store
    for _ in range(RICH_ATTEMPTS - 2):
        await store.write(lambda tx: tx.posts.retry(posts[0], 0.0))
    hall.client.services.outbox.kick()
    assert await settled(hall, posts) == [rows.PostState.LOST]
    assert not await is_dead(hall)
    hall.server.fault_injector.clear()


async def test_a_post_that_is_too_large_arrives_without_its_pictures(hall: Hall) -> None:
    hall.server.fault_injector.plan("POST", MESSAGES, Refused(413, 40005))
    await (await hall.ada.slash(hall.table, "bonfire", "solo")).response()
    post = await hall.ada.waits_for(hall.table, has_turn_button)
    assert post.attachments == []
    assert not await is_dead(hall)


async def test_a_post_that_only_the_plain_layout_can_carry_arrives(hall: Hall) -> None:
    store = hall.client.services.store
    posts = await queue(hall, "poison", "next")
    hall.server.fault_injector.plan("POST", MESSAGES, ServerError(503), times=2)
    for _ in range(RICH_ATTEMPTS - 2):
        await store.write(lambda tx: tx.posts.retry(posts[0], 0.0))
    hall.client.services.outbox.kick()
    assert await settled(hall, posts) == [rows.PostState.SENT] * 2
    assert told(hall) == ["poison", "next"]
    assert [one.is_v2 for one in hall.posts()] == [False, True]
    assert model.MessageFlag.SUPPRESS_EMBEDS in hall.posts()[0].flags
