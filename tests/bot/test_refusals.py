"""Refusals are told apart: only what is known to last closes a place or ends direct messages."""

import pytest

from bot.model.preferences import Notice
from bot.model.rows import PostState, Via
from bot.model.stored_post import StoredPost
from bot.services.calls.delivery import RICH_ATTEMPTS
from bot.standin import RateLimited, Refused, ServerError
from bot.standin.fault_injection import InjectedFault, RateLimitScope
from bot.standin.layout import text
from bot.standin.model import MessageFlag
from tests.bot.conftest import Stage
from tests.bot.test_outbox import MESSAGES, queue, settled, told
from tests.whole.kit import has_turn_button

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
    RateLimited(0.05, RateLimitScope.GLOBAL),
]
LASTING = [
    *(Refused(403, code) for code in (10003, 10004, 50001, 50013, 50083, 160005)),
    Refused(400, 50083),
]
DIRECT = r"/users/@me/channels$"


async def is_dead(stage: Stage) -> bool:
    return await stage.client.services.store.read(lambda tx: tx.channels.is_dead(stage.table.id))


async def direct(stage: Stage) -> int:
    """A direct message to somebody who wants them."""
    await (await stage.bo.slash(stage.table, "bonfire", "me", "notice", how="message")).response()
    body = StoredPost(1, 0, "your turn", (), (), (), 0).dump()
    return await stage.client.services.store.write(
        lambda tx: tx.posts.add(None, stage.bo.id, Via.DIRECT, body)
    )


async def notice(stage: Stage) -> Notice:
    store = stage.client.services.store
    return (await store.read(lambda tx: tx.preferences.of(stage.bo.id))).notice


@pytest.mark.parametrize("fault", PASSING)
async def test_a_refusal_that_may_pass_closes_no_channel(
    stage: Stage, fault: InjectedFault
) -> None:
    stage.server.fault_injector.plan("POST", MESSAGES, fault)
    posts = await queue(stage, "first", "second")
    stage.client.services.outbox.kick()
    assert await settled(stage, posts) == [PostState.SENT] * 2
    assert told(stage) == ["first", "second"]
    assert not await is_dead(stage)


@pytest.mark.parametrize("fault", LASTING)
async def test_a_refusal_that_lasts_closes_the_channel_after_one_request(
    stage: Stage, fault: Refused
) -> None:
    stage.server.fault_injector.plan("POST", MESSAGES, fault)
    posts = await queue(stage, "first", "second")
    stage.client.services.outbox.kick()
    assert await settled(stage, posts) == [PostState.LOST] * 2
    assert await is_dead(stage)
    assert len([one for one in stage.server.requests if one.path.endswith("/messages")]) == 1


@pytest.mark.parametrize("path", [DIRECT, MESSAGES])
@pytest.mark.parametrize("fault", PASSING)
async def test_a_refusal_that_may_pass_ends_no_direct_messages(
    stage: Stage, fault: InjectedFault, path: str
) -> None:
    post = await direct(stage)
    stage.server.fault_injector.plan("POST", path, fault)
    stage.client.services.outbox.kick()
    assert await settled(stage, [post]) == [PostState.SENT]
    assert [text(one) for one in stage.server.app_messages(stage.bo.dm())] == ["your turn"]
    assert await notice(stage) is Notice.MESSAGE
    assert stage.posts() == ()


@pytest.mark.parametrize("code", [50007, 50278])
async def test_a_person_who_takes_no_direct_messages_is_asked_once(stage: Stage, code: int) -> None:
    await (await stage.ada.slash(stage.table, "bonfire", "solo")).response()
    await stage.ada.waits_for(stage.table, has_turn_button)
    post = await direct(stage)
    stage.server.fault_injector.plan("POST", MESSAGES, Refused(403, code))
    stage.client.services.outbox.kick()
    assert await settled(stage, [post]) == [PostState.LOST]
    assert await notice(stage) is Notice.MENTION


@pytest.mark.parametrize("fault", [ServerError(500), Refused(403, 0)])
async def test_a_post_that_never_comes_through_is_tried_plainly_and_then_lost(
    stage: Stage, fault: InjectedFault
) -> None:
    """Nothing else goes out meanwhile, and it is lost all the same: its place is not to blame."""
    stage.server.fault_injector.plan("POST", MESSAGES, fault, times=100_000)
    posts = await queue(stage, "poison")
    store = stage.client.services.store
    for _ in range(RICH_ATTEMPTS - 2):
        await store.write(lambda tx: tx.posts.retry(posts[0], 0.0))
    stage.client.services.outbox.kick()
    assert await settled(stage, posts) == [PostState.LOST]
    assert not await is_dead(stage)
    stage.server.fault_injector.clear()


async def test_a_post_that_is_too_large_arrives_without_its_pictures(stage: Stage) -> None:
    stage.server.fault_injector.plan("POST", MESSAGES, Refused(413, 40005))
    await (await stage.ada.slash(stage.table, "bonfire", "solo")).response()
    post = await stage.ada.waits_for(stage.table, has_turn_button)
    assert post.attachments == []
    assert not await is_dead(stage)


async def test_a_post_that_only_the_plain_layout_can_carry_arrives(stage: Stage) -> None:
    store = stage.client.services.store
    posts = await queue(stage, "poison", "next")
    stage.server.fault_injector.plan("POST", MESSAGES, ServerError(503), times=2)
    for _ in range(RICH_ATTEMPTS - 2):
        await store.write(lambda tx: tx.posts.retry(posts[0], 0.0))
    stage.client.services.outbox.kick()
    assert await settled(stage, posts) == [PostState.SENT] * 2
    assert told(stage) == ["poison", "next"]
    assert [one.is_v2 for one in stage.posts()] == [False, True]
    assert MessageFlag.SUPPRESS_EMBEDS in stage.posts()[0].flags
