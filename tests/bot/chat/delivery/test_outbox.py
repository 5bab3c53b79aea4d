"""The outbox: every post reaches Discord once and in order, whatever happens on the way."""

import asyncio
import time
from dataclasses import replace

import pytest

from bot.chat.delivery import outbox as outbox_module
from bot.chat.delivery.permissions import FOLLOWUPS_LIVE
from bot.chat.delivery.sending import NONCE_LIMIT
from bot.model.channel_loss import ANSWERS_ONLY
from bot.model.database_errors import LostLeadError
from bot.model.messages import LinkButton
from bot.model.rows import PostState, Via
from bot.model.stored_post import StoredPost
from bot.services.games.saving import QueuedPosts
from bot.standin import MessageFlag, Moment, Permission, RateLimited, Reset, ServerError
from bot.standin.fault_injection import InjectedFault
from bot.standin.layout import text
from engine.ids import SeatColor
from tests.kit.hall import Hall
from tests.kit.outbox import MESSAGES, PATIENCE, queue, settled, states, told


@pytest.mark.parametrize("via", [Via.CHANNEL, Via.DIRECT])
async def test_a_process_that_leads_no_longer_sends_nothing(hall: Hall, via: Via) -> None:
    """A post that it had begun to send stays for the new leader, with all of its attempts."""
    outbox = hall.client.services.outbox
    asked = asyncio.Event()

    async def lost() -> None:
        asked.set()
        raise LostLeadError

    certain, outbox.sender.fence = outbox.sender.fence, lost
    (post,) = await queue(hall, "one", via=via)
    if via is Via.DIRECT:
        await hall.client.services.store._database.transaction(
            lambda db: db.run("UPDATE posts SET channel = ?", (hall.bo.id,))
        )
    outbox.kick()
    await asyncio.wait_for(asked.wait(), PATIENCE)
    assert told(hall) == []
    assert await states(hall, [post]) == [PostState.WAITING]
    outbox.sender.fence = certain
    outbox.kick()
    assert await settled(hall, [post]) == [PostState.SENT]
    (row,) = await hall.client.services.store._database.read(
        lambda db: db.rows("SELECT attempts FROM posts", ())
    )
    assert row["attempts"] == 0


def test_a_post_that_was_stored_before_posts_had_colours_is_read() -> None:
    old = (
        '{"game":3,"revision":41,"text":"told","rows":[[["Turn","turn","go",false]]],'
        '"pictures":[["city",1]],"ping":[11],"since":40,"direct":[],"note":"noted"}'
    )
    post = StoredPost.load(old)
    assert (post.text, post.below, post.accent) == ("told", "noted", None)
    assert post.links == ()
    links = (LinkButton("Go to the table", "https://discord.com/channels/1/2"),)
    coloured = replace(post, foot="your turn", accent=SeatColor.GREEN, links=links)
    assert StoredPost.load(coloured.dump()) == coloured
    assert coloured.told == "told\n\nyour turn\n\nnoted"


async def test_posts_of_a_channel_arrive_in_order(hall: Hall) -> None:
    names = [f"post {number}" for number in range(6)]
    posts = await queue(hall, *names)
    hall.client.services.outbox.kick()
    assert await settled(hall, posts) == [PostState.SENT] * 6
    assert told(hall) == names


async def test_only_the_person_to_move_is_pinged(hall: Hall) -> None:
    posts = await queue(hall, f"{hall.ada.mention} played, {hall.bo.mention} is next @everyone")
    hall.client.services.outbox.kick()
    await settled(hall, posts)
    (message,) = hall.posts()
    assert message.pings == [hall.bo.id]


async def test_a_post_that_calls_nobody_makes_no_noise(hall: Hall) -> None:
    store = hall.client.services.store
    ways = ((hall.table.id, Via.CHANNEL), (hall.bo.id, Via.DIRECT))
    posts = [
        await store.write(
            lambda tx, to=to, via=via, ping=ping: tx.posts.add(  # type: ignore[misc]
                None, to, via, StoredPost(1, 0, "news", (), (), ping, 0).dump()
            )
        )
        for to, via in ways
        for ping in ((), (hall.bo.id,))
    ]
    hall.client.services.outbox.kick()
    assert await settled(hall, posts) == [PostState.SENT] * 4
    heard = [MessageFlag.SUPPRESS_NOTIFICATIONS not in one.flags for one in hall.posts()]
    assert heard == [False, True]
    direct = hall.server.app_messages(hall.bo.dm())
    assert all(MessageFlag.SUPPRESS_NOTIFICATIONS not in one.flags for one in direct)


@pytest.mark.parametrize(
    "mishap",
    [
        RateLimited(0.05),
        ServerError(500),
        ServerError(503),
        ServerError(502, Moment.AFTER),
        ServerError(503, Moment.AFTER),
        Reset(),
        Reset(Moment.AFTER),
    ],
)
async def test_a_disturbed_post_arrives_once(hall: Hall, mishap: InjectedFault) -> None:
    hall.server.fault_injector.plan("POST", MESSAGES, mishap)
    posts = await queue(hall, "first", "second")
    hall.client.services.outbox.kick()
    assert await settled(hall, posts) == [PostState.SENT] * 2
    assert told(hall) == ["first", "second"]


async def test_posts_wait_out_a_long_outage(hall: Hall) -> None:
    hall.server.fault_injector.plan("POST", MESSAGES, ServerError(503), times=3)
    posts = await queue(hall, "patient")
    hall.client.services.outbox.kick()
    assert await settled(hall, posts) == [PostState.SENT]
    assert told(hall) == ["patient"]


async def test_a_restart_sends_what_is_left_and_nothing_twice(hall: Hall) -> None:
    """As if the bot died after Discord took a post and before it noted that."""
    posts = await queue(hall, "taken", "left")
    hall.client.services.outbox.kick()
    await settled(hall, posts)
    store = hall.client.services.store
    await store.write(lambda tx: tx.posts.requeue(posts[1], Via.CHANNEL))
    hall.client.services.outbox.kick()
    assert await settled(hall, posts) == [PostState.SENT] * 2
    assert told(hall) == ["taken", "left"]


async def test_a_channel_that_is_closed_to_the_bot_is_remembered(hall: Hall) -> None:
    hall.server.deny(hall.table, Permission.SEND_MESSAGES)
    posts = await queue(hall, "one", "two")
    hall.client.services.outbox.kick()
    assert await settled(hall, posts) == [PostState.LOST] * 2
    asked = [one for one in hall.server.requests if one.path.endswith("/messages")]
    assert len(asked) == 1


async def test_a_post_that_is_deleted_before_its_answer_arrives_was_taken(hall: Hall) -> None:
    hall.server.fault_injector.plan("POST", MESSAGES, Reset(Moment.AFTER))
    posts = await queue(hall, "deleted")
    hall.client.services.outbox.kick()
    hall.server.remove_message(await hall.ada.waits_for(hall.table, lambda _: True))
    assert await settled(hall, posts) == [PostState.SENT]
    dead = await hall.client.services.store.read(lambda tx: tx.channels.is_dead(hall.table.id))
    assert not dead


async def test_a_followup_that_no_press_carries_holds_nothing_up(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox_module, "UNCLAIMED", 0.0)
    posts = await queue(hall, "orphan", via=Via.FOLLOWUP)
    posts += await queue(hall, "next")
    hall.client.services.outbox.kick()
    assert await settled(hall, posts) == [PostState.SENT] * 2
    assert told(hall) == ["orphan", "next"]


async def test_what_a_post_shows_is_kept_as_long_as_a_press_could_carry_it(hall: Hall) -> None:
    outbox = hall.client.services.outbox
    hall.server.fault_injector.plan("POST", MESSAGES, ServerError(503), times=1_000)
    posts = await queue(hall, "stuck")
    outbox.attach(QueuedPosts(tuple(posts)))
    await hall.clock.still.come()
    assert set(outbox._live) == set(posts)
    hall.clock.advance(FOLLOWUPS_LIVE)
    outbox.kick()
    await hall.clock.still.come()
    assert outbox._live == {}
    hall.server.fault_injector.clear()
    assert await settled(hall, posts) == [PostState.SENT]


@pytest.mark.parametrize(
    ("only_answers", "state"), [(False, PostState.SENT), (True, PostState.LOST)]
)
async def test_followups_of_presses_before_a_restart_go_by_themselves_where_they_may(
    hall: Hall, state: PostState, *, only_answers: bool
) -> None:
    services, place = hall.client.services, hall.table.id
    if only_answers:
        await services.store.write(lambda tx: tx.channels.bury(place, ANSWERS_ONLY))
    posts = await queue(hall, "one", via=Via.FOLLOWUP)
    await services.outbox.prepare()
    services.outbox.kick()
    assert await settled(hall, posts) == [state]


async def test_a_nonce_is_the_same_on_every_attempt_and_short_enough(hall: Hall) -> None:
    outbox = hall.client.services.outbox
    nonces = {outbox.sender.nonce(post) for post in range(1, 100)}
    assert len(nonces) == 99
    assert outbox.sender.nonce(5) == outbox.sender.nonce(5)
    assert len(outbox.sender.nonce(9_999_999_999)) <= NONCE_LIMIT


async def test_a_clock_that_was_put_back_holds_up_no_post(hall: Hall) -> None:
    posts = await queue(hall, "one", "two")
    await hall.client.services.store.write(
        lambda tx: tx.posts.retry(posts[0], time.time() + 30 * 24 * 3600)
    )
    hall.client.services.outbox.kick()
    assert await settled(hall, posts) == [PostState.SENT] * 2
    assert told(hall) == ["one", "two"]


@pytest.mark.parametrize(
    ("path", "mishap"),
    [
        (MESSAGES, ServerError(502, Moment.AFTER)),
        (MESSAGES, Reset(Moment.AFTER)),
        (MESSAGES, RateLimited(0.05)),
        (r"/users/@me/channels$", ServerError(503)),
        (r"/users/@me/channels$", Reset()),
    ],
)
async def test_a_disturbed_direct_message_arrives_once(
    hall: Hall, path: str, mishap: InjectedFault
) -> None:
    hall.server.fault_injector.plan("POST", path, mishap)
    body = StoredPost(1, 0, "your turn", (), (), (), 0).dump()
    post = await hall.client.services.store.write(
        lambda tx: tx.posts.add(None, hall.bo.id, Via.DIRECT, body)
    )
    hall.client.services.outbox.kick()
    assert await settled(hall, [post]) == [PostState.SENT]
    assert [text(one) for one in hall.server.app_messages(hall.bo.dm())] == ["your turn"]
