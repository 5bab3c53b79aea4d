"""Messages that are brought up to date: edited once, and given up where Discord does not let us."""

from dataclasses import replace

import discord
import pytest

from bot.chat.delivery import outbox as outbox_module
from bot.model.button_choices import Consent
from bot.model.buttons import AnswerQuestion
from bot.model.messages import Button
from bot.model.rows import PostState, Via
from bot.model.stored_post import StoredPost
from bot.standin import Channel, Message, RateLimited, Reset, ServerError
from bot.standin.fault_injection import InjectedFault, Moment
from bot.standin.layout import buttons, text
from engine.ids import SeatColor
from tests.bot.conftest import Stage
from tests.bot.test_outbox import settled

EDITS = r"/channels/\d+/messages/\d+$"
BODY = StoredPost(
    1,
    0,
    "Who agrees?",
    ((Button("Agree", AnswerQuestion(1, Consent.YES)),),),
    (),
    (),
    0,
    accent=SeatColor.RED,
)
LATER = replace(BODY, rows=(), note="Ada agrees.")


async def revise(stage: Stage, post: int, body: StoredPost) -> None:
    await stage.client.services.store.write(lambda tx: tx.posts.revise(post, body.dump()))
    stage.client.services.outbox.kick()


async def asked(stage: Stage, channel: int) -> int:
    """A question that has been posted."""
    post = await stage.client.services.store.write(
        lambda tx: tx.posts.add(None, channel, Via.CHANNEL, BODY.dump())
    )
    stage.client.services.outbox.kick()
    assert await settled(stage, [post]) == [PostState.SENT]
    return post


async def thread_of(stage: Stage) -> Channel:
    """A thread that the bot has opened."""
    parent = await stage.client.fetch_channel(stage.table.id)
    assert isinstance(parent, discord.TextChannel)
    kind = discord.ChannelType.public_thread
    thread = await parent.create_thread(name="game", type=kind)
    return stage.server.world.channels[thread.id]


def only(stage: Stage) -> Message:
    (message,) = stage.posts()
    return message


def accent(message: Message) -> int:
    """The colour of the frame around a post."""
    (frame,) = message.components
    color = frame["accent_color"]
    assert isinstance(color, int)
    return color


@pytest.mark.parametrize(
    "mishap", [None, ServerError(503), Reset(), Reset(Moment.AFTER), RateLimited(0.05)]
)
async def test_a_message_is_brought_up_to_date_in_its_place(
    stage: Stage, mishap: InjectedFault | None
) -> None:
    post = await asked(stage, stage.table.id)
    before = only(stage).id
    color = accent(only(stage))
    assert [one.label for one in buttons(only(stage))] == ["Agree"]
    if mishap is not None:
        stage.server.fault_injector.plan("PATCH", EDITS, mishap)
    await revise(stage, post, LATER)
    assert await settled(stage, [post]) == [PostState.SENT]
    assert only(stage).id == before
    assert text(only(stage)) == "Who agrees?\nAda agrees."
    assert accent(only(stage)) == color
    assert buttons(only(stage)) == ()


async def test_a_deleted_message_stays_deleted(stage: Stage) -> None:
    post = await asked(stage, stage.table.id)
    stage.server.remove_message(only(stage))
    await revise(stage, post, LATER)
    assert await settled(stage, [post]) == [PostState.SENT]
    assert stage.posts() == ()


async def test_edits_that_never_succeed_are_given_up_and_hold_up_no_post(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox_module, "EDIT_ATTEMPTS", 2)
    post = await asked(stage, stage.table.id)
    stage.server.fault_injector.plan("PATCH", EDITS, ServerError(501), times=100)
    await revise(stage, post, LATER)
    assert await asked(stage, stage.table.id)
    assert len(stage.posts()) == 2
    assert await settled(stage, [post]) == [PostState.SENT]
    assert text(stage.posts()[0]) == "Who agrees?"


async def test_a_place_that_takes_no_edit_is_not_lost(stage: Stage) -> None:
    thread = await thread_of(stage)
    post = await asked(stage, thread.id)
    stage.server.archive(thread)
    await revise(stage, post, LATER)
    assert await settled(stage, [post]) == [PostState.SENT]
    dead = await stage.client.services.store.read(lambda tx: tx.channels.is_dead(thread.id))
    assert not dead


async def test_a_thread_is_woken_by_a_post_before_its_messages_are_edited(stage: Stage) -> None:
    thread = await thread_of(stage)
    post = await asked(stage, thread.id)
    stage.server.archive(thread)
    store = stage.client.services.store
    await store.write(lambda tx: tx.posts.revise(post, LATER.dump()))
    end = await store.write(lambda tx: tx.posts.add(None, thread.id, Via.CHANNEL, BODY.dump()))
    stage.client.services.outbox.kick()
    assert await settled(stage, [post, end]) == [PostState.SENT] * 2
    assert "Ada agrees." in text(stage.server.app_messages(thread)[0])


async def test_what_changes_while_it_is_being_posted_is_edited_afterwards(stage: Stage) -> None:
    """As if the answer came between Discord's taking a post and our note of it."""
    store = stage.client.services.store
    post = await store.write(
        lambda tx: tx.posts.add(None, stage.table.id, Via.CHANNEL, BODY.dump())
    )
    (row,) = await store.read(lambda tx: tx.posts.heads())
    await store.write(lambda tx: tx.posts.revise(post, LATER.dump()))
    assert await store.write(lambda tx: tx.posts.mark_sent(row, 77))
    (row,) = await store.read(lambda tx: tx.posts.heads())
    assert (row.message, StoredPost.load(row.body)) == (77, LATER)
    await store.write(lambda tx: tx.posts.revise(post, BODY.dump()))
    await store.write(lambda tx: tx.posts.mark_revised(row))
    (row,) = await store.read(lambda tx: tx.posts.heads())
    assert StoredPost.load(row.body) == BODY


async def test_a_restart_brings_messages_up_to_date(stage: Stage) -> None:
    post = await asked(stage, stage.table.id)
    await stage.client.services.store.write(lambda tx: tx.posts.revise(post, LATER.dump()))
    await stage.client.services.outbox.prepare()
    stage.client.services.outbox.kick()
    assert await settled(stage, [post]) == [PostState.SENT]
    assert text(only(stage)) == "Who agrees?\nAda agrees."
