"""Places of games that are lost: told of once, not called to, and come back."""

import random

import pytest

from bot.model.channel_loss import UNKNOWN_CHANNEL, ChannelLoss, loss_of
from bot.model.rows import Via
from bot.services.calls.notices import UNREACHED
from bot.services.play.lobbies import LobbyService
from bot.store.connection import SqlConnection
from bot.words import catalog
from tests.bot.lost import (
    ADA,
    BO,
    FORBIDDEN,
    lose,
    lose_posts,
    places,
    turn_from_elsewhere,
    wants_messages,
)
from tests.bot.stack import DAY, GUILD, Stack

WORDS = catalog()


async def test_a_lost_place_is_told_once_to_those_who_want_messages(stack: Stack) -> None:
    await stack.start()
    await wants_messages(stack, BO)
    await stack.bodies()
    await lose(stack, FORBIDDEN, 7)
    await lose(stack, FORBIDDEN, 7)
    (told,) = await stack.bodies()
    assert [(one.via, one.channel) for one in stack.taken[-1:]] == [(Via.DIRECT, BO.id)]
    assert WORDS.say("place.reason.forbidden") in told.text
    assert "/bonfire table move-to" in told.text
    await lose(stack, UNKNOWN_CHANNEL, 7)
    (told,) = await stack.bodies()
    assert WORDS.say("place.reason.deleted") in told.text


async def test_a_server_that_removes_the_bot_is_told_of_with_one_message_a_person(
    stack: Stack,
) -> None:
    for channel in (7, 8, 9):
        await stack.start(channel=channel)
    await wants_messages(stack, ADA, BO)
    await stack.bodies()
    await places(stack).removed(GUILD)
    told = await stack.bodies()
    assert sorted(one.channel for one in stack.taken[-2:]) == [ADA.id, BO.id]
    assert all("3 of your games" in body.text for body in told)
    for channel in (7, 8, 9):
        assert await stack.store.read(lambda tx, at=channel: tx.channels.is_dead(at))  # type: ignore[misc]


async def test_nobody_is_told_of_a_channel_without_a_game(stack: Stack) -> None:
    await wants_messages(stack, ADA)
    await places(stack).deleted(12345)
    assert await stack.bodies() == []
    assert not await stack.store.read(lambda tx: tx.channels.is_dead(12345))


async def test_a_deleted_channel_takes_its_lobby_with_it(stack: Stack) -> None:
    lobbies = LobbyService(stack.store, stack.games)
    await lobbies.open(stack.press(ADA), frozenset())
    await places(stack).deleted(7)
    assert await lobbies.look(7) is None


async def test_reminders_into_a_lost_place_neither_pile_up_nor_are_used_up(
    stack: Stack,
) -> None:
    game = await stack.start()
    await stack.bodies()
    before = await stack.row(game)
    await lose(stack, FORBIDDEN, 7)
    for _ in range(40):
        stack.clock.at += DAY
        assert await stack.calls() == []
    after = await stack.row(game)
    assert after.clock == before.clock
    assert after.due == pytest.approx(stack.clock.at + UNREACHED)


async def test_who_wants_direct_messages_is_still_reminded(stack: Stack) -> None:
    game = await stack.start()
    mover = await stack.mover(game)
    await wants_messages(stack, mover)
    await lose(stack, FORBIDDEN, 7)
    await stack.bodies()
    stack.clock.at += 3 * DAY
    await stack.calls()
    assert [(one.via, one.channel) for one in stack.taken[-1:]] == [(Via.DIRECT, mover.id)]


async def test_a_call_that_is_lost_is_not_kept(stack: Stack) -> None:
    await stack.start()
    await stack.bodies()
    stack.clock.at += 3 * DAY
    await stack.look()
    assert await stack.store.read(lambda tx: tx.posts.count_waiting()) == 1
    await lose_posts(stack)
    assert await stack.store._database.read(_states) == {"sent"}


async def _states(connection: SqlConnection) -> set[str]:
    rows = await connection.rows("SELECT DISTINCT state FROM posts", ())
    return {row["state"] for row in rows}


async def test_what_was_lost_is_told_when_the_place_takes_posts_again(stack: Stack) -> None:
    game = await stack.start()
    await stack.bodies()
    dice = random.Random(3)
    await lose(stack, FORBIDDEN, 7)
    for _ in range(2):
        await turn_from_elsewhere(stack, game, dice)
        await lose_posts(stack)
    await stack.take_turn(game, dice)
    missed, news = await stack.bodies()
    assert missed.text.startswith(WORDS.say("place.missed"))
    assert (missed.ping, missed.rows, missed.pictures) == ((), (), ())
    assert news.rows
    assert not await stack.store.read(lambda tx: tx.channels.is_dead(7))
    assert await stack.store.read(lambda tx: tx.posts.lost(game)) == ()


async def test_a_place_that_takes_posts_again_shows_what_was_lost_and_winds_the_clock(
    stack: Stack,
) -> None:
    game = await stack.start()
    await stack.bodies()
    await lose(stack, FORBIDDEN, 7)
    await turn_from_elsewhere(stack, game, random.Random(4))
    await lose_posts(stack)
    stack.clock.at += 30 * DAY
    channels = places(stack)
    await channels.prepare()
    assert channels.lost_in(GUILD) == (7,)
    await channels.regained(7)
    await channels.regained(7)
    (told,) = await stack.bodies()
    assert told.text.startswith(WORDS.say("place.again"))
    assert WORDS.say("place.missed") in told.text
    assert told.ping == ((await stack.mover(game)).id,)
    assert (await stack.row(game)).clock.base == stack.clock.at
    assert channels.lost_in(GUILD) == ()


async def test_where_nothing_was_lost_nothing_is_said_again(stack: Stack) -> None:
    await stack.start()
    await stack.bodies()
    await lose(stack, FORBIDDEN, 7)
    await places(stack).regained(7)
    assert await stack.bodies() == []
    assert not await stack.store.read(lambda tx: tx.channels.is_dead(7))


async def test_a_place_whose_game_is_over_takes_posts_again_without_a_word(
    stack: Stack,
) -> None:
    await stack.start()
    await stack.bodies()
    await lose(stack, FORBIDDEN, 7)
    await stack.store._database.transaction(_end_all_games)
    channels = places(stack)
    await channels.prepare()
    assert channels.lost_in(GUILD) == (7,)
    await channels.regained(7)
    assert channels.lost_in(GUILD) == ()
    assert not await stack.store.read(lambda tx: tx.channels.is_dead(7))
    assert await stack.bodies() == []


async def _end_all_games(connection: SqlConnection) -> None:
    await connection.run("UPDATE games SET status = 'abandoned'", ())


def test_every_code_means_something() -> None:
    assert loss_of(10003) is ChannelLoss.DELETED
    assert loss_of(160005) is ChannelLoss.LOCKED
    assert loss_of(0) is ChannelLoss.CLOSED
    assert {WORDS.say(f"place.reason.{loss}") for loss in ChannelLoss}
