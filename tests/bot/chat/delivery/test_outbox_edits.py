"""Messages that are brought up to date: edited once, and given up where Discord does not let us."""

import asyncio
from dataclasses import replace

import discord
import pytest

from bot.chat.delivery import outbox as outbox_module
from bot.model import button_choices, messages, rows
from bot.model.buttons import AnswerQuestion
from bot.model.database_errors import LostLeadError
from bot.model.stored_post import StoredPost
from bot.standin import Channel, Message, RateLimited, Reset, ServerError, fault_injection
from bot.standin.layout import buttons, text
from engine import ids
from tests.kit.hall import Hall
from tests.kit.outbox import EDITS, PATIENCE, settled

BODY = StoredPost(
    1,
    0,
    "Who agrees?",
    ((messages.Button("Agree", AnswerQuestion(1, button_choices.Consent.YES)),),),
    (),
    (),
    0,
    accent=ids.SeatColor.RED,
)
LATER = replace(BODY, rows=(), note="Ada agrees.")


async def revise(hall: Hall, post: int, body: StoredPost) -> None:
    await hall.client.services.store.write(lambda tx: tx.posts.revise(post, body.dump()))
    hall.client.services.outbox.kick()


async def asked(hall: Hall, channel: int) -> int:
    """A question that has been posted."""
    post = await hall.client.services.store.write(
        lambda tx: tx.posts.add(None, channel, rows.Via.CHANNEL, BODY.dump())
    )
    hall.client.services.outbox.kick()
    assert await settled(hall, [post]) == [rows.PostState.SENT]
    return post


async def thread_of(hall: Hall) -> Channel:
    """A thread that the bot has opened."""
    parent = await hall.client.fetch_channel(hall.table.id)
    assert isinstance(parent, discord.TextChannel)
    kind = discord.ChannelType.public_thread
    thread = await parent.create_thread(name="game", type=kind)
    return hall.server.world.channels[thread.id]


def only(hall: Hall) -> Message:
    (message,) = hall.posts()
    return message


def accent(message: Message) -> int:
    """The colour of the frame around a post."""
    (frame,) = message.components
    color = frame["accent_color"]
    assert isinstance(color, int)
    return color


@pytest.mark.parametrize(
    "mishap",
    [None, ServerError(503), Reset(), Reset(fault_injection.Moment.AFTER), RateLimited(0.05)],
)
async def test_a_message_is_brought_up_to_date_in_its_place(
    hall: Hall, mishap: fault_injection.InjectedFault | None
) -> None:
    post = await asked(hall, hall.table.id)
    before = only(hall).id
    color = accent(only(hall))
    assert [one.label for one in buttons(only(hall))] == ["Agree"]
    if mishap is not None:
        hall.server.fault_injector.plan("PATCH", EDITS, mishap)
    await revise(hall, post, LATER)
    assert await settled(hall, [post]) == [rows.PostState.SENT]
    assert only(hall).id == before
    assert text(only(hall)) == "Who agrees?\nAda agrees."
    assert accent(only(hall)) == color
    assert buttons(only(hall)) == ()


async def test_a_deleted_message_stays_deleted(hall: Hall) -> None:
    post = await asked(hall, hall.table.id)
    hall.server.remove_message(only(hall))
    await revise(hall, post, LATER)
    assert await settled(hall, [post]) == [rows.PostState.SENT]
    assert hall.posts() == ()


async def test_a_process_that_leads_no_longer_edits_nothing(hall: Hall) -> None:
    """Another one may have brought the message further by then."""
    outbox = hall.client.services.outbox
    post = await asked(hall, hall.table.id)
    before, fenced = text(only(hall)), asyncio.Event()

    async def lost() -> None:
        fenced.set()
        raise LostLeadError

    certain, outbox.sender.fence = outbox.sender.fence, lost
    await revise(hall, post, LATER)
    await asyncio.wait_for(fenced.wait(), PATIENCE)
    assert text(only(hall)) == before
    outbox.sender.fence = certain
    outbox.kick()
    assert await settled(hall, [post]) == [rows.PostState.SENT]
    assert "Ada agrees." in text(only(hall))


async def test_edits_that_never_succeed_are_given_up_and_hold_up_no_post(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox_module, "RICH_ATTEMPTS", 2)
    post = await asked(hall, hall.table.id)
    hall.server.fault_injector.plan("PATCH", EDITS, ServerError(501), times=100)
    await revise(hall, post, LATER)
    assert await asked(hall, hall.table.id)
    assert len(hall.posts()) == 2
    assert await settled(hall, [post]) == [rows.PostState.SENT]
    assert text(hall.posts()[0]) == "Who agrees?"


async def test_a_place_that_takes_no_edit_is_not_lost(hall: Hall) -> None:
    thread = await thread_of(hall)
    post = await asked(hall, thread.id)
    hall.server.archive(thread)
    await revise(hall, post, LATER)
    assert await settled(hall, [post]) == [rows.PostState.SENT]
    dead = await hall.client.services.store.read(lambda tx: tx.channels.is_dead(thread.id))
    assert not dead


async def test_a_thread_is_woken_by_a_post_before_its_messages_are_edited(hall: Hall) -> None:
    thread = await thread_of(hall)
    post = await asked(hall, thread.id)
    hall.server.archive(thread)
    store = hall.client.services.store
    await store.write(lambda tx: tx.posts.revise(post, LATER.dump()))
    end = await store.write(lambda tx: tx.posts.add(None, thread.id, rows.Via.CHANNEL, BODY.dump()))
    hall.client.services.outbox.kick()
    assert await settled(hall, [post, end]) == [rows.PostState.SENT] * 2
    assert "Ada agrees." in text(hall.server.app_messages(thread)[0])


async def test_what_changes_while_it_is_being_posted_is_edited_afterwards(hall: Hall) -> None:
    """As if the answer came between Discord's taking a post and our note of it."""
    store = hall.client.services.store
    post = await store.write(
        lambda tx: tx.posts.add(None, hall.table.id, rows.Via.CHANNEL, BODY.dump())
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


async def test_a_restart_brings_messages_up_to_date(hall: Hall) -> None:
    post = await asked(hall, hall.table.id)
    await hall.client.services.store.write(lambda tx: tx.posts.revise(post, LATER.dump()))
    await hall.client.services.outbox.prepare()
    hall.client.services.outbox.kick()
    assert await settled(hall, [post]) == [rows.PostState.SENT]
    assert text(only(hall)) == "Who agrees?\nAda agrees."
