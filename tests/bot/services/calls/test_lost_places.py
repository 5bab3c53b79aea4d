"""Places of games that are lost: told of once, not called to, and come back."""

import random
from dataclasses import replace

import pytest

from bot.model import button_forms, buttons, preferences
from bot.model.channel_loss import UNKNOWN_CHANNEL, ChannelLoss, loss_of
from bot.model.errors import UserError
from bot.model.people import seated_bot
from bot.model.rows import Via
from bot.model.stored_post import StoredPost
from bot.services.calls.notices import UNREACHED, direct_refused, post_taken
from bot.services.play.lobbies import LobbyService
from bot.store.queries import SqlConnection
from bot.words import catalog
from engine.agents.levels import Level
from tests.kit.lost import (
    ADA,
    BO,
    FORBIDDEN,
    at,
    lose,
    lose_posts,
    places,
    turn_from_elsewhere,
    wants_messages,
)
from tests.kit.stack import DAY, GUILD, PEOPLE, Stack

WORDS = catalog()


async def told(stack: Stack) -> list[tuple[int, StoredPost]]:
    """Return the posts that go out now, by the channel or person of each."""
    before = len(stack.taken)
    bodies = await stack.bodies()
    return list(zip([post.channel for post in stack.taken[before:]], bodies, strict=True))


@pytest.mark.parametrize("notice", preferences.Notice)
async def test_a_lost_place_is_told_once_to_everybody(
    stack: Stack, notice: preferences.Notice
) -> None:
    await stack.start()
    for person in (ADA, BO):
        await stack.preferences.change(
            stack.press(person), lambda wishes: replace(wishes, notice=notice)
        )
    await stack.bodies()
    for code in (FORBIDDEN, UNKNOWN_CHANNEL):
        await lose(stack, code, 7)
        await lose(stack, code, 7)
        found = await told(stack)
        assert sorted(channel for channel, _ in found) == [ADA.id, BO.id]
        assert {post.via for post in stack.taken[-2:]} == {Via.DIRECT}
        for _, body in found:
            assert WORDS.say(f"place.reason.{loss_of(code)}") in body.text
            assert "/bonfire table" in body.text


async def test_a_table_of_two_whose_thread_is_deleted_hears_of_it_within_ten_days(
    stack: Stack,
) -> None:
    game = await stack.start()
    await stack.bodies()
    await places(stack).deleted(7, above=70)
    found = await told(stack)
    for _ in range(10):
        stack.clock.at += DAY
        await stack.look()
        found += await told(stack)
    assert sorted(channel for channel, _ in found) == [ADA.id, BO.id, 70]
    line = next(body for channel, body in found if channel == 70)
    assert [button.value for row in line.rows for button in row] == [buttons.GoOnHere()]
    assert line.game == game
    assert line.ping == ()
    assert all("<#70>" in body.text for channel, body in found if channel != 70)
    await places(stack).must_be_lost(game)
    await places(stack).move(stack.press(BO, channel=70), game)
    await stack.bodies()
    assert not any(
        button.value == buttons.GoOnHere()
        for body in stack.messages.values()
        for row in body.rows
        for button in row
    )
    with pytest.raises(UserError):
        await places(stack).must_be_lost(game)


async def test_who_plays_alone_can_go_on_in_the_direct_message(stack: Stack) -> None:
    game = await stack.start(1)
    await stack.bodies()
    await places(stack).deleted(7)
    ((channel, body),) = await told(stack)
    assert channel == ADA.id
    assert [button.value for row in body.rows for button in row] == [buttons.GoOnHere()]
    await places(stack).move(at(stack.press(ADA, channel=ADA.id), None), game)
    assert any(buttons.TakeTurn() in _values(body) for _, body in await told(stack))


def _values(body: StoredPost) -> list[button_forms.ButtonValue]:
    return [button.value for row in body.rows for button in row]


@pytest.mark.parametrize("line_is_out", [True, False])
async def test_who_takes_no_direct_messages_is_called_above(
    stack: Stack, *, line_is_out: bool
) -> None:
    game = await stack.start()
    await stack.bodies()
    await places(stack).deleted(7, above=70)
    heads = {post.channel: post for post in await stack.store.read(lambda tx: tx.posts.heads())}
    if line_is_out:
        await stack.store.write(lambda tx: post_taken(tx, heads[70], 1070))
    await stack.store.write(lambda tx: direct_refused(tx, heads[BO.id]))
    found = await told(stack)
    assert sorted(channel for channel, _ in found) == [ADA.id, 70]
    line = next(body for channel, body in found if channel == 70)
    assert (line.game, line.ping, line.foot) == (game, (BO.id,), f"<@{BO.id}>")
    assert _values(line) == [buttons.GoOnHere()]


async def test_a_server_that_removes_the_bot_is_told_of_with_one_message_a_person(
    stack: Stack,
) -> None:
    for channel in range(100, 200):
        await stack.start(channel=channel)
    await stack.bodies()
    await places(stack).removed(GUILD)
    await places(stack).removed(GUILD)
    found = await told(stack)
    assert sorted(channel for channel, _ in found) == [ADA.id, BO.id]
    assert all("100 of your games" in body.text for _, body in found)
    for channel in (100, 150, 199):
        assert await stack.store.read(lambda tx, at=channel: tx.channels.is_dead(at))  # type: ignore[misc]


async def test_a_server_that_takes_the_bot_back_calls_each_person_once(stack: Stack) -> None:
    for channel in range(100, 120):
        await stack.start(channel=channel)
    await stack.bodies()
    service = places(stack)
    await service.removed(GUILD)
    await stack.bodies()
    for channel in range(100, 120):
        await service.regained(channel)
    found = await told(stack)
    assert [channel for channel, _ in found] == list(range(100, 120))
    assert sorted(one for _, body in found for one in body.ping) == [ADA.id, BO.id]


async def test_losses_one_by_one_are_told_together_while_the_message_waits(stack: Stack) -> None:
    for channel in range(100, 130):
        await stack.start(channel=channel)
    await stack.bodies()
    for channel in range(100, 130):
        await places(stack).deleted(channel)
    found = await told(stack)
    assert sorted(channel for channel, _ in found) == [ADA.id, BO.id]
    assert all("30 of your games" in body.text for _, body in found)


async def test_a_place_that_is_back_says_so_and_its_next_loss_is_told(stack: Stack) -> None:
    await stack.start()
    await stack.bodies()
    service = places(stack)
    for _ in range(2):
        await service.removed(GUILD)
        assert len(await told(stack)) == 2
        await service.regained(7)
        await service.regained(7)
        ((channel, body),) = await told(stack)
        assert channel == 7
        assert body.text.startswith(WORDS.say("place.again"))
        assert set(body.ping) == {ADA.id, BO.id}
        stack.clock.at += DAY
        assert buttons.TakeTurn() in _values(body)


async def test_nobody_is_told_of_a_channel_without_a_game(stack: Stack) -> None:
    await wants_messages(stack, ADA)
    await places(stack).deleted(12345)
    assert await stack.bodies() == []
    assert not await stack.store.read(lambda tx: tx.channels.is_dead(12345))


async def test_a_deleted_channel_takes_its_lobby_with_it(stack: Stack) -> None:
    lobbies = LobbyService(stack.store, stack.games)
    await lobbies.open(stack.press(ADA), frozenset(), bots=(seated_bot(Level.EASY, 1),))
    await lobbies.join(stack.press(BO))
    cy, di = PEOPLE[2:]
    await lobbies.invite(stack.press(ADA), (cy,))
    await lobbies.decline(stack.press(cy))
    await lobbies.invite(stack.press(ADA), (di,))
    for _ in range(2):
        await places(stack).deleted(7)
    assert await lobbies.look(7) is None
    heads = await stack.store.read(lambda tx: tx.posts.heads())
    found = await told(stack)
    assert sorted(channel for channel, _ in found) == [ADA.id, BO.id, di.id]
    assert all("`/bonfire new`" in body.text for _, body in found)
    for post in heads:
        await stack.store.write(lambda tx, post=post: direct_refused(tx, post))  # type: ignore[misc]
    assert await told(stack) == []


async def test_reminders_into_a_lost_place_neither_pile_up_nor_are_used_up(
    stack: Stack,
) -> None:
    game = await stack.start()
    await stack.bodies()
    before = await stack.row(game)
    await lose(stack, FORBIDDEN, 7)
    await stack.bodies()
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
    assert set(told.ping) == {ADA.id, BO.id}
    assert (await stack.row(game)).clock.base == stack.clock.at
    assert channels.lost_in(GUILD) == ()


async def test_where_nothing_was_lost_nothing_is_said_again(stack: Stack) -> None:
    await stack.start()
    await stack.bodies()
    await stack.store.write(lambda tx: tx.channels.bury(7, FORBIDDEN))
    await places(stack).regained(7)
    assert await stack.bodies() == []
    assert not await stack.store.read(lambda tx: tx.channels.is_dead(7))


async def test_a_place_whose_game_is_over_takes_posts_again_without_a_word(
    stack: Stack,
) -> None:
    await stack.start()
    await stack.bodies()
    await lose(stack, FORBIDDEN, 7)
    await stack.bodies()
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
