"""An error of our own is not a failure of Discord's: the bot notes what Discord has taken."""

import pytest

from bot.model import rows
from bot.model.stored_post import StoredPost
from bot.standin import Moment
from tests.kit.database import fail, once
from tests.kit.hall import Hall
from tests.kit.outbox import queue, settled, told
from tests.kit.whole import eventually, has_turn_button

NOTE = "note_taken"
MOMENTS = pytest.mark.parametrize("moment", list(Moment))


@MOMENTS
async def test_a_post_whose_note_fails_is_noted_again_and_not_sent_again(
    hall: Hall, moment: Moment
) -> None:
    failing = fail(hall.client.services.store, once(NOTE, moment))
    posts = await queue(hall, "first", "second")
    hall.client.services.outbox.kick()
    assert await settled(hall, posts) == [rows.PostState.SENT] * 2
    assert len(failing.failed) == 1
    assert told(hall) == ["first", "second"]
    assert sum(one.path.endswith("/messages") for one in hall.server.requests) == 2


@MOMENTS
async def test_whom_a_post_calls_by_direct_message_is_told_once(hall: Hall, moment: Moment) -> None:
    press = await hall.ada.slash(hall.table, "bonfire", "solo")
    await press.response()
    await hall.ada.waits_for(hall.table, has_turn_button)
    failing = fail(hall.client.services.store, once(NOTE, moment))
    body = StoredPost(1, 0, "news", (), (), (), 0, direct=(hall.bo.id,)).dump()
    store = hall.client.services.store
    post = await store.write(lambda tx: tx.posts.add(None, hall.table.id, rows.Via.CHANNEL, body))
    hall.client.services.outbox.kick()
    assert await settled(hall, [post]) == [rows.PostState.SENT]

    async def nothing_waits() -> bool:
        return not await store.read(lambda tx: tx.posts.count_waiting())

    await eventually(nothing_waits)
    assert len(failing.failed) == 1
    assert len(hall.server.app_messages(hall.bo.dm())) == 1


async def test_what_fails_before_discord_is_asked_is_tried_again(hall: Hall) -> None:
    failing = fail(hall.client.services.store, once("Outbox._try", Moment.BEFORE))
    posts = await queue(hall, "patient")
    hall.client.services.outbox.kick()
    assert await settled(hall, posts) == [rows.PostState.SENT]
    assert len(failing.failed) == 1
    assert told(hall) == ["patient"]
