"""Channels that are deleted, a bot that is removed, permissions that go: each is a clear state."""

import asyncio
import random
import time
from pathlib import Path

import pytest

from bot.model import rows, settings
from bot.model.links import jump_link
from bot.model.stored_post import StoredPost
from bot.runtime.housekeeping import KEPT_OF_SERVERS
from bot.services.calls.delivery import SLOWEST_POST_RETRY
from bot.standin import Channel, Message, Moment, Permission, Reset, StandIn, UserClient
from bot.standin.gateway import Intent
from bot.standin.layout import selects, text
from bot.words import catalog
from tests.kit.clock import TurnedClock
from tests.kit.database import fail, once
from tests.kit.hall import Hall, lost, regained, solo_in
from tests.kit.pages import follow, in_words, looked, made_up, mygames, wants_messages
from tests.kit.players.button_player import Player, controls, has_turn_button
from tests.kit.sources import OPENAPI
from tests.kit.stack import DAY
from tests.kit.stage import bot_on
from tests.kit.whole import addresses, eventually, labels, start_game

WORDS = catalog()


async def game_of_two(hall: Hall, channel: Channel) -> Message:
    ada, bo = hall.people[:2]
    return await start_game(channel, ada, bo)


async def move(person: UserClient, channel: Channel, game: int = 1) -> str:
    return text(await (await made_up(person, channel, settings.MoveHere(game), 0)).response())


async def newer(person: UserClient, channel: Channel, post: Message) -> Message:
    """The post of the next turn after another."""
    return await person.waits_for(channel, lambda m: m.id > post.id and has_turn_button(m))


async def test_a_deleted_channel_is_known_at_once_and_repaired_elsewhere(hall: Hall) -> None:
    ada = hall.people[0]
    other = hall.server.text_channel(hall.guild, "other")
    await wants_messages(ada, other)
    post = await solo_in(ada, hall.table)
    hall.server.remove_channel(hall.table)
    await lost(hall, hall.table)
    told = await ada.waits_for(ada.dm(), lambda m: "/bonfire table" in text(m))
    assert WORDS.say("place.reason.deleted") in text(told)
    listed = await mygames(ada, other)
    assert WORDS.say("place.reason.deleted") in listed
    assert WORDS.say("place.hint") in listed
    page = await looked(ada, other, command="table")
    ((offer,),) = (menu.options for menu in selects(page))
    assert "Ada" in offer.label
    assert WORDS.say("place.reason.deleted") in offer.label
    moved = await (await follow(ada, page, settings.MoveHere(1))).response()
    assert text(moved) == WORDS.say("place.moved")
    here = await ada.waits_for(other, has_turn_button)
    assert text(here).startswith(WORDS.say("place.here"))
    assert here.attachments
    answer = await (await ada.slash(other, "bonfire", "mygames")).response()
    listed = text(answer)
    assert addresses(answer) == [jump_link(hall.guild.id, other.id, here.id)]
    assert WORDS.say("place.hint") not in listed
    assert here.id > post.id
    await Player(ada, other, random.Random(3)).take_turn(here)
    await ada.waits_for(other, lambda m: m.id > here.id and has_turn_button(m))


async def test_a_deleted_thread_is_known_at_once(hall: Hall) -> None:
    ada = hall.people[0]
    await (await ada.slash(hall.table, "bonfire", "solo", thread=True)).response()
    (thread,) = [one for one in hall.server.world.channels.values() if one.is_thread]
    await ada.waits_for(thread, has_turn_button)
    hall.server.remove_channel(thread)
    await lost(hall, thread)
    line = await ada.waits_for(hall.table, lambda m: WORDS.say("place.go_on") in labels(m))
    assert WORDS.say("place.reason.deleted") in text(line)
    told = await ada.waits_for(ada.dm(), lambda m: WORDS.say("place.go_on") in labels(m))
    assert WORDS.say("place.reason.deleted") in text(told)
    answer = await (await ada.press(line, WORDS.say("place.go_on"))).response()
    assert text(answer) == WORDS.say("place.moved")
    await ada.waits_for(hall.table, has_turn_button)


async def test_a_thread_that_the_bot_may_not_post_in_has_a_line_above_it(hall: Hall) -> None:
    ada = hall.people[0]
    await (await ada.slash(hall.table, "bonfire", "solo", thread=True)).response()
    (thread,) = [one for one in hall.server.world.channels.values() if one.is_thread]
    await ada.waits_for(thread, has_turn_button)
    hall.server.deny(hall.table, Permission.SEND_MESSAGES_IN_THREADS)
    services, body = hall.client.services, StoredPost(1, 0, "in vain", (), (), (), 0).dump()
    await services.store.write(lambda tx: tx.posts.add(None, thread.id, rows.Via.CHANNEL, body))
    services.outbox.kick()
    line = await ada.waits_for(hall.table, lambda m: WORDS.say("place.go_on") in labels(m))
    assert WORDS.say("place.reason.forbidden") in text(line)
    answer = await (await ada.press(line, WORDS.say("place.go_on"))).response()
    assert text(answer) == WORDS.say("place.moved")
    await ada.waits_for(hall.table, has_turn_button)


@pytest.mark.parametrize("moment", Moment)
async def test_what_discord_tells_of_places_outlasts_a_failure_of_the_database(
    hall: Hall, moment: Moment
) -> None:
    ada, server = hall.people[0], hall.server
    room = server.text_channel(hall.guild, "room")
    await solo_in(ada, room)
    await solo_in(ada, hall.table)
    services, guild = hall.client.services, hall.guild

    async def are_lost(*rooms: Channel) -> None:
        expected = {one.id for one in rooms}
        heard = eventually(
            lambda: asyncio.sleep(0, set(services.channels.lost_in(guild.id)) == expected)
        )
        await hall.clock.turned(heard)

    failing = fail(services.store, once("ChannelService._note", moment))
    server.remove_channel(room)
    await are_lost(room)
    for leaving, joining in (("left", "joined"), ("_note", "_note")):
        failing.fault = once(leaving, moment)
        server.remove_app(guild)
        await are_lost(room, hall.table)
        failing.fault = once(joining, moment)
        server.invite_app(guild)
        await are_lost(room)
        assert guild.id in await services.store.read(lambda tx: tx.servers.present())
    assert len(failing.failed) == 5


async def test_the_threads_of_a_deleted_channel_are_lost_with_it(hall: Hall) -> None:
    ada = hall.people[0]
    other = hall.server.text_channel(hall.guild, "other")
    await (await ada.slash(hall.table, "bonfire", "solo", thread=True)).response()
    (thread,) = [one for one in hall.server.world.channels.values() if one.is_thread]
    await ada.waits_for(thread, has_turn_button)
    hall.server.remove_channel(hall.table)
    await lost(hall, thread)
    assert WORDS.say("place.reason.deleted") in await mygames(ada, other)


async def test_a_removed_bot_is_a_clear_state_and_the_game_moves_to_another_server(
    hall: Hall,
) -> None:
    ada, bo = hall.people[:2]
    await game_of_two(hall, hall.table)
    elsewhere = hall.server.guild("Elsewhere", ada, bo)
    room = hall.server.text_channel(elsewhere, "room")
    await asyncio.sleep(0.1)
    assert await move(ada, room) == WORDS.say("place.sorry.elsewhere")
    hall.server.remove_app(hall.guild)
    await lost(hall, hall.table)
    assert WORDS.say("place.reason.removed") in await mygames(bo, room)
    assert await move(bo, room) == WORDS.say("place.moved")
    await ada.waits_for(room, has_turn_button)


async def test_a_bot_that_comes_back_goes_on(hall: Hall) -> None:
    ada = hall.people[0]
    post = await solo_in(ada, hall.table)
    hall.server.remove_app(hall.guild)
    await lost(hall, hall.table)
    hall.server.invite_app(hall.guild)
    await regained(hall, hall.table)
    assert WORDS.say("place.hint") not in await mygames(ada, hall.table)
    back = await newer(ada, hall.table, post)
    assert text(back).startswith(WORDS.say("place.again"))
    assert hall.server.app_messages(hall.table) == (post, back)
    await Player(ada, hall.table, random.Random(3)).take_turn(back)
    assert not (await newer(ada, hall.table, back)).webhook


async def test_a_server_that_removed_the_bot_is_forgotten_unless_it_comes_back(
    hall: Hall,
) -> None:
    ada, store = hall.people[0], hall.client.services.store
    await solo_in(ada, hall.table)

    async def is_gone() -> bool:
        return hall.guild.id in await store.read(lambda tx: tx.servers.gone(hall.clock.now() + 1))

    async def is_back() -> bool:
        return not await is_gone()

    async def is_deleted() -> bool:
        return await store.read(lambda tx: tx.games.get(1)) is None

    hall.server.remove_app(hall.guild)
    await eventually(is_gone)
    hall.server.invite_app(hall.guild)
    await eventually(is_back)
    hall.server.remove_app(hall.guild)
    await eventually(is_gone)
    hall.clock.advance(KEPT_OF_SERVERS + DAY)
    await eventually(is_deleted)


async def test_lost_permissions_are_told_once_however_often_posts_fail(hall: Hall) -> None:
    ada = hall.people[0]
    await wants_messages(ada, hall.table)
    await solo_in(ada, hall.table)
    hall.server.deny(hall.table, Permission.SEND_MESSAGES)
    store, outbox = hall.client.services.store, hall.client.services.outbox
    body = StoredPost(1, 0, "in vain", (), (), (), 0).dump()
    for _ in range(3):
        await store.write(lambda tx: tx.channels.revive(hall.table.id))
        await store.write(lambda tx: tx.posts.add(None, hall.table.id, rows.Via.CHANNEL, body))
        outbox.kick()
        await lost(hall, hall.table)
    await outbox.drain(5)
    (told,) = hall.server.app_messages(ada.dm())
    assert WORDS.say("place.reason.forbidden") in text(told)
    assert WORDS.say("place.reason.forbidden") in await mygames(ada, hall.table)


async def closed_with_a_lost_turn(hall: Hall) -> Message:
    """A channel that is closed to the bot, and a turn there that was not told; its last post."""
    ada = hall.people[0]
    post = await solo_in(ada, hall.table)
    store = hall.client.services.store
    hall.server.deny(hall.table, Permission.SEND_MESSAGES)
    await hall.client.services.channels.lost((hall.table.id,), 50013)
    hall.server.fault_injector.plan("POST", r"/webhooks/\d+/[^/]+$", Reset())
    await Player(ada, hall.table, random.Random(2)).take_turn(post)
    await eventually(lambda: store.read(lambda tx: tx.posts.lost(1)))
    return post


async def test_what_was_lost_is_shown_when_permissions_return(hall: Hall) -> None:
    post = await closed_with_a_lost_turn(hall)
    hall.server.allow(hall.table, Permission.SEND_MESSAGES)
    again = await newer(hall.people[0], hall.table, post)
    assert text(again).startswith(WORDS.say("place.again"))
    assert WORDS.say("place.missed") in text(again)
    assert again.attachments
    hall.server.allow(hall.table, Permission.SEND_MESSAGES)
    await regained(hall, hall.table)
    assert hall.server.app_messages(hall.table) == (post, again)


async def test_what_was_lost_is_shown_with_the_next_turn_where_nothing_said_that_it_may_be(
    hall: Hall,
) -> None:
    ada = hall.people[0]
    post = await closed_with_a_lost_turn(hall)
    hall.server.world.channels[hall.table.id].overwrites.clear()
    await Player(ada, hall.table, random.Random(2)).take_turn(post)
    news = await newer(ada, hall.table, post)
    missed, last = [m for m in hall.server.app_messages(hall.table) if m.id > post.id]
    assert text(missed).startswith(WORDS.say("place.missed"))
    assert (missed.webhook, missed.pings, last) == (False, [], news)
    await regained(hall, hall.table)


async def test_a_deleted_post_costs_nothing(hall: Hall) -> None:
    ada = hall.people[0]
    post = await solo_in(ada, hall.table)
    hall.server.remove_message(post)
    board = await (await ada.slash(hall.table, "bonfire", "board")).response()
    assert board.is_ephemeral
    await Player(ada, hall.table, random.Random(3)).take_turn(board)
    await ada.waits_for(hall.table, lambda m: m.id > post.id and has_turn_button(m))


async def test_a_deleted_lobby_is_shown_again(hall: Hall) -> None:
    ada, bo = hall.people[:2]
    lobby = await (await ada.slash(hall.table, "bonfire", "new", thread=False)).response()
    await (await bo.press(lobby, "Join")).response()
    hall.server.remove_message(lobby)
    again = await (await bo.slash(hall.table, "bonfire", "new", thread=False)).response()
    assert "Ada" in text(again)
    assert "Bo" in text(again)


async def test_a_game_that_is_not_on_the_list_is_refused_kindly(hall: Hall) -> None:
    asked = await made_up(hall.people[0], hall.table, settings.MoveHere(99), 0)
    assert in_words(await asked.response()) == WORDS.say("error.no_game_here")


async def test_where_the_bot_may_not_post_no_game_moves(hall: Hall) -> None:
    ada = hall.people[0]
    other = hall.server.text_channel(hall.guild, "other")
    await solo_in(ada, hall.table)
    hall.server.deny(other, Permission.SEND_MESSAGES)
    await asyncio.sleep(0.1)
    assert await move(ada, other) == WORDS.say("place.sorry.may_not_post")


async def test_buttons_of_the_old_place_play_on_at_the_new_one(hall: Hall) -> None:
    ada = hall.people[0]
    other = hall.server.text_channel(hall.guild, "other")
    post = await solo_in(ada, hall.table)
    await move(ada, other)
    here = await ada.waits_for(other, has_turn_button)
    gone = await ada.waits_for(hall.table, lambda m: str(other.id) in text(m))
    assert list(controls(gone)) == []
    await Player(ada, hall.table, random.Random(3)).take_turn(post)
    await ada.waits_for(other, lambda m: m.id > here.id and has_turn_button(m))


async def test_a_channel_that_is_deleted_while_the_bot_is_away_is_noticed_by_the_next_call(
    tmp_path: Path,
) -> None:
    async with StandIn(spec=OPENAPI, clock=TurnedClock()) as server:
        ada, bo = server.person("Ada"), server.person("Bo")
        table = server.text_channel(server.guild("Club", ada, bo), "table")
        async with bot_on(server, tmp_path):
            for one in (ada, bo):
                await wants_messages(one, table)
            await start_game(table, ada, bo)
        server.remove_channel(table)
        clock = TurnedClock(time.time() + 10 * DAY)
        async with bot_on(server, tmp_path, clock):
            for one in (ada, bo):
                telling = one.waits_for(one.dm(), lambda m: "/bonfire table" in text(m))
                told = await clock.turned(telling, within=SLOWEST_POST_RETRY)
                assert WORDS.say("place.reason.deleted") in text(told)
        assert server.invalid_requests == []


async def test_a_bot_that_was_removed_while_it_was_away_tells_the_players(
    tmp_path: Path,
) -> None:
    async with StandIn(spec=OPENAPI, clock=TurnedClock()) as server:
        ada = server.person("Ada")
        club = server.guild("Club", ada)
        server.guild("Elsewhere", ada)
        table = server.text_channel(club, "table")
        async with bot_on(server, tmp_path):
            await solo_in(ada, table)
        server.remove_app(club)
        async with bot_on(server, tmp_path):
            told = await ada.waits_for(ada.dm(), lambda m: "/bonfire table" in text(m))
            assert WORDS.say("place.reason.removed") in text(told)


async def test_permissions_that_return_while_the_bot_is_away_are_noticed_at_the_start(
    tmp_path: Path,
) -> None:
    async with StandIn(spec=OPENAPI, clock=TurnedClock()) as server:
        ada = server.person("Ada")
        table = server.text_channel(server.guild("Club", ada), "table")
        async with bot_on(server, tmp_path) as client:
            await solo_in(ada, table)
            await client.services.store.write(lambda tx: tx.channels.bury(table.id, 50013))
        async with bot_on(server, tmp_path) as client:
            store = client.services.store

            async def is_open() -> bool:
                return not await store.read(lambda tx: tx.channels.is_dead(table.id))

            await eventually(is_open)
        assert server.invalid_requests == []


async def test_a_place_comes_back_with_a_role_of_the_bot(hall: Hall) -> None:
    ada, server = hall.people[0], hall.server
    await solo_in(ada, hall.table)
    await hall.client.services.channels.lost((hall.table.id,), 50013)
    me = hall.guild.members[server.world.application.id]
    shape = {**server.core.objects.member(me), "guild_id": str(hall.guild.id)}
    server.gateway.dispatch(
        "GUILD_MEMBER_UPDATE", shape, guild_id=hall.guild.id, intent=Intent.GUILDS
    )
    await regained(hall, hall.table)
