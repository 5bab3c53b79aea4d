"""An error of our own is not a failure of Discord's: the bot notes what Discord has taken."""

import pytest

from bot.model.rows import PostState, Via
from bot.model.stored_post import StoredPost
from bot.standin import Moment
from tests.bot.conftest import Stage
from tests.bot.failing import fail, once
from tests.bot.test_outbox import queue, settled, told
from tests.whole.kit import eventually, has_turn_button

NOTE = "note_taken"
MOMENTS = pytest.mark.parametrize("moment", list(Moment))


@MOMENTS
async def test_a_post_whose_note_fails_is_noted_again_and_not_sent_again(
    stage: Stage, moment: Moment
) -> None:
    failing = fail(stage.client.services.store, once(NOTE, moment))
    posts = await queue(stage, "first", "second")
    stage.client.services.outbox.kick()
    assert await settled(stage, posts) == [PostState.SENT] * 2
    assert len(failing.failed) == 1
    assert told(stage) == ["first", "second"]
    assert sum(one.path.endswith("/messages") for one in stage.server.requests) == 2


@MOMENTS
async def test_whom_a_post_calls_by_direct_message_is_told_once(
    stage: Stage, moment: Moment
) -> None:
    press = await stage.ada.slash(stage.table, "bonfire", "solo")
    await press.response()
    await stage.ada.waits_for(stage.table, has_turn_button)
    failing = fail(stage.client.services.store, once(NOTE, moment))
    body = StoredPost(1, 0, "news", (), (), (), 0, direct=(stage.bo.id,)).dump()
    store = stage.client.services.store
    post = await store.write(lambda tx: tx.posts.add(None, stage.table.id, Via.CHANNEL, body))
    stage.client.services.outbox.kick()
    assert await settled(stage, [post]) == [PostState.SENT]

    async def nothing_waits() -> bool:
        return not await store.read(lambda tx: tx.posts.count_waiting())

    await eventually(nothing_waits)
    assert len(failing.failed) == 1
    assert len(stage.server.app_messages(stage.bo.dm())) == 1


async def test_what_fails_before_discord_is_asked_is_tried_again(stage: Stage) -> None:
    failing = fail(stage.client.services.store, once("Outbox._try", Moment.BEFORE))
    posts = await queue(stage, "patient")
    stage.client.services.outbox.kick()
    assert await settled(stage, posts) == [PostState.SENT]
    assert len(failing.failed) == 1
    assert told(stage) == ["patient"]
