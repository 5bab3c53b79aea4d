"""The outbox: every post reaches Discord once and in order, whatever happens on the way."""

import asyncio
import time
from collections.abc import Iterable
from dataclasses import replace

import pytest

from bot.chat.delivery import outbox as outbox_module
from bot.chat.delivery.doors import FOLLOWUPS_LIVE
from bot.chat.delivery.outbox import NONCE_LIMIT
from bot.model.buttons import TakeTurn
from bot.model.messages import Button, LinkButton
from bot.model.rows import PostState, Via
from bot.model.stored_post import StoredPost
from bot.services.calls.delivery import SLOWEST_RETRY
from bot.services.games.saving import QueuedPosts
from bot.standin import MessageFlag, Moment, Permission, RateLimited, Reset, ServerError
from bot.standin.fault_injection import InjectedFault
from bot.standin.layout import text
from bot.store.connection import SqlConnection
from bot.store.errors import LostLeadError
from engine.ids import SeatColor
from tests.bot.conftest import Stage
from tests.clock import PAUSE

PATIENCE = 60.0
"""Seconds after which a post that goes nowhere fails its test."""
MESSAGES = r"/channels/\d+/messages$"


async def queue(stage: Stage, *texts: str, via: Via = Via.CHANNEL) -> list[int]:
    rows = ((Button("Take your turn", TakeTurn()),),)
    posts = []
    for one in texts:
        body = StoredPost(1, 0, one, rows, (), (stage.bo.id,), 0).dump()
        posts.append(
            await stage.client.services.store.write(
                lambda tx, body=body: tx.posts.add(None, stage.table.id, via, body)  # type: ignore[misc]
            )
        )
    return posts


async def states(stage: Stage, posts: Iterable[int]) -> list[PostState]:
    async def look(connection: SqlConnection) -> dict[int, PostState]:
        rows = await connection.rows("SELECT id, state FROM posts", ())
        return {row["id"]: PostState(row["state"]) for row in rows}

    found = await stage.client.services.store._database.read(look)
    return [found[post] for post in posts]


async def settled(stage: Stage, posts: list[int]) -> list[PostState]:
    """What has become of posts once none of them waits, however often they are tried again."""

    async def come() -> list[PostState]:
        found = [PostState.WAITING]
        while PostState.WAITING in found:
            await asyncio.sleep(PAUSE)
            found = await states(stage, posts)
        return found

    async with asyncio.timeout(PATIENCE):
        return await stage.clock.turned(come(), SLOWEST_RETRY)


def told(stage: Stage) -> list[str]:
    return [text(message) for message in stage.posts()]


@pytest.mark.parametrize("via", [Via.CHANNEL, Via.DIRECT])
async def test_a_process_that_leads_no_longer_sends_nothing(stage: Stage, via: Via) -> None:
    """A post that it had begun to send stays for the new leader, with all of its attempts."""
    outbox = stage.client.services.outbox
    asked = asyncio.Event()

    async def lost() -> None:
        asked.set()
        raise LostLeadError

    certain, outbox.fence = outbox.fence, lost
    (post,) = await queue(stage, "one", via=via)
    if via is Via.DIRECT:
        await stage.client.services.store._database.transaction(
            lambda db: db.run("UPDATE posts SET channel = ?", (stage.bo.id,))
        )
    outbox.kick()
    await asyncio.wait_for(asked.wait(), PATIENCE)
    assert told(stage) == []
    assert await states(stage, [post]) == [PostState.WAITING]
    outbox.fence = certain
    outbox.kick()
    assert await settled(stage, [post]) == [PostState.SENT]
    (row,) = await stage.client.services.store._database.read(
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


async def test_posts_of_a_channel_arrive_in_order(stage: Stage) -> None:
    names = [f"post {number}" for number in range(6)]
    posts = await queue(stage, *names)
    stage.client.services.outbox.kick()
    assert await settled(stage, posts) == [PostState.SENT] * 6
    assert told(stage) == names


async def test_only_the_person_to_move_is_pinged(stage: Stage) -> None:
    posts = await queue(stage, f"{stage.ada.mention} played, {stage.bo.mention} is next @everyone")
    stage.client.services.outbox.kick()
    await settled(stage, posts)
    (message,) = stage.posts()
    assert message.pings == [stage.bo.id]


async def test_a_post_that_calls_nobody_makes_no_noise(stage: Stage) -> None:
    store = stage.client.services.store
    ways = ((stage.table.id, Via.CHANNEL), (stage.bo.id, Via.DIRECT))
    posts = [
        await store.write(
            lambda tx, to=to, via=via, ping=ping: tx.posts.add(  # type: ignore[misc]
                None, to, via, StoredPost(1, 0, "news", (), (), ping, 0).dump()
            )
        )
        for to, via in ways
        for ping in ((), (stage.bo.id,))
    ]
    stage.client.services.outbox.kick()
    assert await settled(stage, posts) == [PostState.SENT] * 4
    heard = [MessageFlag.SUPPRESS_NOTIFICATIONS not in one.flags for one in stage.posts()]
    assert heard == [False, True]
    direct = stage.server.app_messages(stage.bo.dm())
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
async def test_a_disturbed_post_arrives_once(stage: Stage, mishap: InjectedFault) -> None:
    stage.server.fault_injector.plan("POST", MESSAGES, mishap)
    posts = await queue(stage, "first", "second")
    stage.client.services.outbox.kick()
    assert await settled(stage, posts) == [PostState.SENT] * 2
    assert told(stage) == ["first", "second"]


async def test_posts_wait_out_a_long_outage(stage: Stage) -> None:
    stage.server.fault_injector.plan("POST", MESSAGES, ServerError(503), times=3)
    posts = await queue(stage, "patient")
    stage.client.services.outbox.kick()
    assert await settled(stage, posts) == [PostState.SENT]
    assert told(stage) == ["patient"]


async def test_a_restart_sends_what_is_left_and_nothing_twice(stage: Stage) -> None:
    """As if the bot died after Discord took a post and before it noted that."""
    posts = await queue(stage, "taken", "left")
    stage.client.services.outbox.kick()
    await settled(stage, posts)
    store = stage.client.services.store
    await store.write(lambda tx: tx.posts.requeue(posts[1], Via.CHANNEL))
    stage.client.services.outbox.kick()
    assert await settled(stage, posts) == [PostState.SENT] * 2
    assert told(stage) == ["taken", "left"]


async def test_a_channel_that_is_closed_to_the_bot_is_remembered(stage: Stage) -> None:
    stage.server.deny(stage.table, Permission.SEND_MESSAGES)
    posts = await queue(stage, "one", "two")
    stage.client.services.outbox.kick()
    assert await settled(stage, posts) == [PostState.LOST] * 2
    asked = [one for one in stage.server.requests if one.path.endswith("/messages")]
    assert len(asked) == 1


async def test_a_post_that_is_deleted_before_its_answer_arrives_was_taken(stage: Stage) -> None:
    stage.server.fault_injector.plan("POST", MESSAGES, Reset(Moment.AFTER))
    posts = await queue(stage, "deleted")
    stage.client.services.outbox.kick()
    stage.server.remove_message(await stage.ada.waits_for(stage.table, lambda _: True))
    assert await settled(stage, posts) == [PostState.SENT]
    dead = await stage.client.services.store.read(lambda tx: tx.channels.is_dead(stage.table.id))
    assert not dead


async def test_a_followup_that_no_press_carries_holds_nothing_up(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox_module, "UNCLAIMED", 0.0)
    posts = await queue(stage, "orphan", via=Via.FOLLOWUP)
    posts += await queue(stage, "next")
    stage.client.services.outbox.kick()
    assert await settled(stage, posts) == [PostState.LOST, PostState.SENT]
    assert told(stage) == ["next"]


async def test_what_a_post_shows_is_kept_as_long_as_a_press_could_carry_it(stage: Stage) -> None:
    outbox = stage.client.services.outbox
    stage.server.fault_injector.plan("POST", MESSAGES, ServerError(503), times=1_000)
    posts = await queue(stage, "stuck")
    outbox.attach(QueuedPosts(tuple(posts)))
    await stage.clock.still.come()
    assert set(outbox._live) == set(posts)
    stage.clock.advance(FOLLOWUPS_LIVE)
    outbox.kick()
    await stage.clock.still.come()
    assert outbox._live == {}
    stage.server.fault_injector.clear()
    assert await settled(stage, posts) == [PostState.SENT]


async def test_followups_of_presses_before_a_restart_are_lost(stage: Stage) -> None:
    posts = await queue(stage, "one", via=Via.FOLLOWUP)
    await stage.client.services.outbox.prepare()
    assert await states(stage, posts) == [PostState.LOST]


async def test_a_nonce_is_the_same_on_every_attempt_and_short_enough(stage: Stage) -> None:
    outbox = stage.client.services.outbox
    nonces = {outbox.nonce(post) for post in range(1, 100)}
    assert len(nonces) == 99
    assert outbox.nonce(5) == outbox.nonce(5)
    assert len(outbox.nonce(9_999_999_999)) <= NONCE_LIMIT


async def test_a_clock_that_was_put_back_holds_up_no_post(stage: Stage) -> None:
    posts = await queue(stage, "one", "two")
    await stage.client.services.store.write(
        lambda tx: tx.posts.retry(posts[0], time.time() + 30 * 24 * 3600)
    )
    stage.client.services.outbox.kick()
    assert await settled(stage, posts) == [PostState.SENT] * 2
    assert told(stage) == ["one", "two"]


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
    stage: Stage, path: str, mishap: InjectedFault
) -> None:
    stage.server.fault_injector.plan("POST", path, mishap)
    body = StoredPost(1, 0, "your turn", (), (), (), 0).dump()
    post = await stage.client.services.store.write(
        lambda tx: tx.posts.add(None, stage.bo.id, Via.DIRECT, body)
    )
    stage.client.services.outbox.kick()
    assert await settled(stage, [post]) == [PostState.SENT]
    assert [text(one) for one in stage.server.app_messages(stage.bo.dm())] == ["your turn"]
