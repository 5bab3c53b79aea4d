"""Games that move to another place: who may, where to, and what is told."""

import random

import pytest

from bot.model.buttons import TakeTurn
from bot.model.channel_loss import UNKNOWN_SERVER
from bot.model.errors import Problem, UserError
from bot.model.invocation import Invocation
from bot.model.links import jump_link
from bot.model.preferences import Allowed, ServerSettings
from bot.model.rows import PersonRow, PostRow, Via
from bot.model.stored_post import StoredPost
from bot.model.turn_clock import FIRST_REMINDER
from bot.services.games.saving import Saved
from bot.store.queries import SqlConnection
from bot.words import catalog
from engine import GameOptions
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
from tests.kit.presses import abandon, refused
from tests.kit.stack import DAY, GUILD, PEOPLE, STRANGER, Stack

WORDS = catalog()


async def channel_of(stack: Stack, game: int) -> int:
    return (await stack.store.read(lambda tx: tx.games.whereabouts(game))).channel


async def moved(stack: Stack, game: int, channel: int, person: PersonRow = ADA) -> Saved:
    return await places(stack).move(stack.press(person, channel=channel), game)


async def test_mygames_says_why_and_what_to_do(stack: Stack) -> None:
    game = await stack.start()
    await lose(stack, UNKNOWN_SERVER, 7)
    (line,) = await stack.store.read(lambda tx: tx.clocks.games_of(ADA.id))
    assert line.lost == UNKNOWN_SERVER
    await moved(stack, game, 8)
    (line,) = await stack.store.read(lambda tx: tx.clocks.games_of(ADA.id))
    assert (line.channel, line.lost) == (8, None)


async def test_after_a_move_reminders_count_from_there(stack: Stack) -> None:
    game = await stack.start()
    await lose(stack, FORBIDDEN, 7)
    stack.clock.at += 10 * DAY
    await moved(stack, game, 8)
    row = await stack.row(game)
    assert (row.clock.base, row.clock.sent) == (stack.clock.at, 0)
    stack.clock.at += FIRST_REMINDER[row.clock.pace]
    assert len(await stack.calls()) == 1
    assert stack.taken[-1].channel == 8


async def test_a_move_tells_everything_that_was_lost_in_one_post(stack: Stack) -> None:
    game = await stack.start()
    await stack.bodies()
    dice = random.Random(4)
    await lose(stack, FORBIDDEN, 7)
    for _ in range(2):
        await turn_from_elsewhere(stack, game, dice)
        await lose_posts(stack)
    await moved(stack, game, 8)
    (told,) = await stack.bodies()
    mover = await stack.mover(game)
    assert told.text.startswith(WORDS.say("place.here"))
    assert WORDS.say("place.missed") in told.text
    assert f"<@{mover.id}>" in told.told
    assert told.pictures
    assert any(one.value == TakeTurn() for row in told.rows for one in row)
    assert [(one.via, one.channel) for one in stack.taken[-1:]] == [(Via.CHANNEL, 8)]
    assert told.since == 0


async def test_a_game_that_moves_says_where_it_went(stack: Stack) -> None:
    game = await stack.start()
    await stack.bodies()
    await moved(stack, game, 8)
    posts = {one.channel: StoredPost.load(one.body) for one in await _taken(stack)}
    told = {channel: post.text for channel, post in posts.items()}
    assert told[7] == WORDS.say("place.there", channel="<#8>")
    assert [link.url for link in posts[7].links] == [jump_link(GUILD, 8, None)]
    assert set(told) == {7, 8}


async def _taken(stack: Stack) -> list[PostRow]:
    before = len(stack.taken)
    await stack.bodies()
    return stack.taken[before:]


async def test_the_game_goes_on_at_its_new_place_and_the_old_one_is_free(stack: Stack) -> None:
    game = await stack.start()
    await moved(stack, game, 8)
    await stack.restart()
    assert await stack.games.game_in(8) == game
    with pytest.raises(UserError):
        await stack.games.game_in(7)
    await stack.take_turn(game, random.Random(1))
    assert await stack.start() != game


async def test_links_lead_to_the_newest_post_at_the_new_place(stack: Stack) -> None:
    game = await stack.start()
    heads = await stack.store.read(lambda tx: tx.posts.heads())
    await moved(stack, game, 8)
    await stack.store.write(lambda tx: tx.posts.mark_sent(heads[0], 555))
    where = await stack.store.read(lambda tx: tx.games.whereabouts(game))
    assert (where.channel, where.message) == (8, None)
    await stack.bodies()
    where = await stack.store.read(lambda tx: tx.games.whereabouts(game))
    assert where.message is not None


async def test_a_move_twice_by_one_press_is_one(stack: Stack) -> None:
    game = await stack.start()
    press = stack.press(ADA, channel=8)
    await places(stack).move(press, game)
    assert await refused(places(stack).move(press, game)) == "error.already_done"


async def test_no_game_moves_to_where_one_is(stack: Stack) -> None:
    game, other = await stack.start(), await stack.start(channel=8)
    assert (
        await refused(places(stack).move(stack.press(ADA, channel=8), game)) == Problem.GAME_RUNNING
    )
    assert await refused(places(stack).move(stack.press(ADA), game)) == "place.sorry.here"
    assert (await channel_of(stack, game), await channel_of(stack, other)) == (7, 8)


async def test_a_refused_move_leaves_the_game_where_it_is(stack: Stack) -> None:
    game = await stack.start()
    await stack.start(channel=8)
    await refused(places(stack).move(stack.press(ADA, channel=8), game))
    await stack.bodies()
    await stack.take_turn(game, random.Random(2))
    await stack.bodies()
    assert stack.taken[-1].channel == 7


async def test_a_lost_place_that_takes_posts_again_is_repaired_where_it_is(
    stack: Stack,
) -> None:
    game = await stack.start()
    await stack.bodies()
    await lose(stack, FORBIDDEN, 7)
    await stack.bodies()
    await moved(stack, game, 7)
    (told,) = await stack.bodies()
    assert told.text.startswith(WORDS.say("place.here"))
    assert not await stack.store.read(lambda tx: tx.channels.is_dead(7))


async def test_players_and_who_manages_the_server_move_a_game(stack: Stack) -> None:
    game = await stack.start()
    stranger = stack.press(STRANGER, channel=8)
    assert await refused(places(stack).move(stranger, game)) == Problem.NOT_A_PLAYER
    elsewhere = at(stack.press(STRANGER, channel=8, manages=True), GUILD + 1)
    assert await refused(places(stack).move(elsewhere, game)) == Problem.NOT_A_PLAYER
    await places(stack).move(stack.press(STRANGER, channel=8, manages=True), game)
    assert await channel_of(stack, game) == 8


async def test_no_game_moves_to_where_the_bot_may_only_answer(stack: Stack) -> None:
    game = await stack.start()
    press = at(stack.press(ADA, channel=8), GUILD, Via.FOLLOWUP)
    assert await refused(places(stack).move(press, game)) == "place.sorry.may_not_post"


async def test_a_game_of_several_leaves_its_server_only_when_its_place_is_lost(
    stack: Stack,
) -> None:
    game = await stack.start()
    press = at(stack.press(ADA, channel=8), GUILD + 1)
    assert await refused(places(stack).move(press, game)) == "place.sorry.elsewhere"
    await lose(stack, UNKNOWN_SERVER, 7)
    await places(stack).move(at(stack.press(ADA, channel=8), GUILD + 1), game)
    async with stack.games.hold(game) as table:
        assert (table.channel.guild, table.channel.locale) == (GUILD + 1, "en-GB")


async def test_the_rules_of_another_server_hold(stack: Stack) -> None:
    game = await stack.start()
    await lose(stack, UNKNOWN_SERVER, 7)
    rules = ServerSettings(opens=Allowed.MANAGERS)
    await stack.store.write(lambda tx: tx.preferences.put_server(GUILD + 1, rules))
    press = at(stack.press(ADA, channel=8), GUILD + 1)
    assert await refused(places(stack).move(press, game)) == "server.sorry.opens"


async def test_only_a_solo_game_moves_to_a_direct_message(stack: Stack) -> None:
    game = await stack.start()
    home = at(stack.press(ADA, channel=ADA.id), None)
    assert await refused(places(stack).move(home, game)) == "place.sorry.alone"
    alone = await stack.games.start(stack.press(ADA, channel=9), GameOptions(1), (ADA,))
    await places(stack).move(at(stack.press(ADA, channel=ADA.id), None), alone.game)
    assert await channel_of(stack, alone.game) == ADA.id


async def test_a_game_that_is_over_stays(stack: Stack) -> None:
    game = await stack.start()
    await abandon(stack.games, stack.press(ADA), game)
    assert await refused(places(stack).move(stack.press(ADA, channel=8), game)) == Problem.GAME_OVER
    assert await refused(places(stack).move(stack.press(ADA, channel=8), 99)) == Problem.NO_GAME


async def test_who_resigned_is_neither_told_nor_offered_anything(stack: Stack) -> None:
    game = await stack.start(players=3)
    await wants_messages(stack, ADA, BO)
    await stack.bodies()

    async def resign(connection: SqlConnection) -> None:
        sql = "UPDATE players SET held_by = 'bot', resigned = 1 WHERE person = ?"
        await connection.run(sql, (BO.id,))

    await stack.store._database.transaction(resign)
    await stack.restart()
    await lose(stack, FORBIDDEN, 7)
    await stack.bodies()
    assert [one.channel for one in stack.taken if one.via is Via.DIRECT] == [ADA.id, PEOPLE[2].id]
    assert await places(stack).offered(stack.press(BO)) == []
    assert (
        await refused(places(stack).move(stack.press(BO, channel=8), game)) == Problem.NOT_A_PLAYER
    )


async def test_offered_are_ones_own_games_elsewhere_and_those_of_ones_server(
    stack: Stack,
) -> None:
    here, there, lost = [await stack.start(channel=channel) for channel in (7, 8, 9)]
    await lose(stack, FORBIDDEN, 9)

    async def offered(press: Invocation) -> list[int]:
        return [one.game for one in await places(stack).offered(press)]

    assert await offered(stack.press(ADA)) == [lost, there]
    assert await offered(stack.press(STRANGER)) == []
    assert await offered(stack.press(STRANGER, manages=True)) == [lost, there]
    assert here not in await offered(stack.press(ADA))
    (first, *_) = await places(stack).offered(stack.press(ADA))
    assert (first.names, first.lost) == (("Ada", "Bo"), FORBIDDEN)
