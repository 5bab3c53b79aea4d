"""Games in threads of their own: opened by the bot, archived by time, and locked away."""

import asyncio
import random
from typing import Any

import pytest

from bot.chat.handlers import rooms
from bot.model import rows, settings
from bot.model.links import jump_link
from bot.model.stored_post import StoredPost
from bot.standin import (
    Channel,
    Interaction,
    Message,
    Moment,
    Permission,
    Reset,
    ServerError,
    UserClient,
    fault_injection,
    model,
    permissions,
)
from bot.standin.layout import buttons, text
from bot.words import catalog
from tests.kit.database import fail, once
from tests.kit.hall import Hall, threads
from tests.kit.pages import choose, in_words
from tests.kit.players.button_player import Player, called, controls, has_turn_button
from tests.kit.whole import addresses, end_alone, eventually, quiet

WORDS = catalog()
CREATE = r"/channels/\d+/threads$"


async def lobby_of_two(hall: Hall, *, thread: bool = True) -> Message:
    """Ada's open lobby at which Bo sits too."""
    ada, bo = hall.people[:2]
    lobby = await (await ada.slash(hall.table, "bonfire", "new", thread=thread)).response()
    await (await bo.press(lobby, "Join")).response()
    return lobby


async def start(hall: Hall, lobby: Message) -> Channel:
    """Start Ada's game; returns its thread."""
    before = threads(hall)
    await (await hall.people[0].press(lobby, "Start")).response()
    (thread,) = [one for one in threads(hall) if one not in before]
    return thread


@pytest.mark.parametrize("fault", [ServerError, Reset])
@pytest.mark.parametrize("moment", list(Moment))
async def test_a_thread_is_opened_once_whatever_discord_answers(
    hall: Hall, fault: type[ServerError | Reset], moment: Moment
) -> None:
    """The bot looks whether it is there before it asks again."""
    hall.server.fault_injector.plan("POST", CREATE, fault(moment=moment))
    asked = await hall.people[0].slash(hall.table, "bonfire", "solo", thread=True)
    await hall.clock.turned(asked.response())
    (thread,) = threads(hall)
    await hall.people[0].waits_for(thread, has_turn_button)


async def test_a_thread_of_which_the_bot_hears_too_late_is_put_away(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has asked for a second one by then."""
    looks, look = [], rooms._threads_of

    def late(*given: Any) -> list[Any]:
        looks.append(given)
        return [] if len(looks) == 1 else look(*given)

    monkeypatch.setattr(rooms, "_threads_of", late)
    hall.server.fault_injector.plan("POST", CREATE, ServerError(502, Moment.AFTER))
    asked = await hall.people[0].slash(hall.table, "bonfire", "solo", thread=True)
    await hall.clock.turned(asked.response())
    first, second = threads(hall)
    await hall.people[0].waits_for(second, has_turn_button)

    async def is_put_away() -> bool:
        return first.thread is not None and first.thread.archived

    await eventually(is_put_away)
    assert second.thread is not None
    assert not second.thread.archived


@pytest.mark.parametrize("moment", list(Moment))
async def test_a_game_whose_thread_cannot_be_noted_has_begun(hall: Hall, moment: Moment) -> None:
    failing = fail(hall.client.services.store, once("Rooms._note_opened", moment))
    _, post = await a_solo_thread(hall)
    assert has_turn_button(post)
    assert len(failing.failed) == 1


async def a_solo_thread(hall: Hall) -> tuple[Channel, Message]:
    ada = hall.people[0]
    await (await ada.slash(hall.table, "bonfire", "solo", thread=True)).response()
    (thread,) = threads(hall)
    return thread, await ada.waits_for(thread, has_turn_button)


async def take_turn(hall: Hall, person: UserClient, room: Channel, post: Message) -> Message:
    """Play a turn from a post; returns the post that tells it."""
    await Player(person, room, random.Random(5)).take_turn(post)
    return await person.waits_for(room, lambda m: m.id > post.id and has_turn_button(m))


async def test_a_game_opens_its_thread_and_leaves_one_link_in_the_channel(hall: Hall) -> None:
    ada, bo = hall.people[:2]
    lobby = await lobby_of_two(hall)
    thread = await start(hall, lobby)
    assert thread.name == "Bonfire: Ada, Bo"
    assert thread.thread is not None
    assert thread.thread.auto_archive_minutes == 10080
    assert text(lobby) == WORDS.say("place.began", thread=f"<#{thread.id}>")
    assert addresses(lobby) == [jump_link(hall.guild.id, thread.id, None)]
    post = await ada.waits_for(thread, has_turn_button)
    assert not post.webhook
    told = [m for m in hall.server.app_messages(hall.table) if text(m)]
    assert told == [lobby]
    members = thread.thread.member_ids
    await eventually(lambda: asyncio.sleep(0, {ada.id, bo.id} <= set(members)))
    mover = next(one for one in (ada, bo) if one.id == called(post))
    assert (await take_turn(hall, mover, thread, post)).channel_id == thread.id


async def test_a_game_of_several_takes_a_thread_by_default_where_the_bot_may_open_one(
    hall: Hall,
) -> None:
    ada, bo = hall.people[:2]
    switch = WORDS.say("table_button.option_on", option=WORDS.say("table_option.thread"))
    lobby = await (await ada.slash(hall.table, "bonfire", "new")).response()
    assert switch in [button.label for button in buttons(lobby)]
    await (await bo.press(lobby, "Join")).response()
    await ada.waits_for(await start(hall, lobby), has_turn_button)


async def test_an_invited_game_takes_a_thread_by_default_too(hall: Hall) -> None:
    ada, bo = hall.people[:2]
    asked = await ada.use_on_person(hall.table, bo.user, WORDS.say("menu.invite"))
    lobby = await asked.response()
    await (await bo.press(lobby, "Join")).response()
    await ada.waits_for(await start(hall, lobby), has_turn_button)


@pytest.mark.parametrize(
    "denied", [Permission.CREATE_PUBLIC_THREADS, Permission.SEND_MESSAGES_IN_THREADS]
)
async def test_without_the_permission_no_thread_is_taken_by_default(
    hall: Hall, denied: Permission
) -> None:
    hall.table.overwrites[hall.guild.id] = model.Overwrite(
        hall.guild.id, is_member=False, deny=int(denied)
    )
    switch = WORDS.say("table_button.option_off", option=WORDS.say("table_option.thread"))
    lobby = await (await hall.people[0].slash(hall.table, "bonfire", "new")).response()
    assert switch in [button.label for button in buttons(lobby)]


async def test_a_game_against_tom_takes_no_thread_by_default(hall: Hall) -> None:
    ada = hall.people[0]
    await (await ada.slash(hall.table, "bonfire", "solo")).response()
    await ada.waits_for(hall.table, has_turn_button)
    assert threads(hall) == []


async def test_the_first_post_brings_each_player_in_and_calls_each_once(hall: Hall) -> None:
    players, stranger = hall.people[:3], hall.people[3]
    lobby = await lobby_of_two(hall)
    await (await players[2].press(lobby, "Join")).response()
    thread = await start(hall, lobby)
    post = await players[0].waits_for(thread, has_turn_button)
    for one in players:
        assert [m for m in one.pings() if m.channel_id == thread.id] == [post]
        assert text(post).count(one.mention) == 1
    assert stranger.pings() == ()
    assert thread.thread is not None
    assert sorted(thread.thread.member_ids) == sorted(
        (hall.server.world.application.id, *(one.id for one in players))
    )
    assert stranger.sees(thread) == (post,)  # no line tells who was added


async def test_who_wants_no_notice_is_brought_in_without_a_mention(hall: Hall) -> None:
    ada, bo = hall.people[:2]
    await choose(bo, hall.table, settings.Setting.NOTICE, "none")
    thread = await start(hall, await lobby_of_two(hall))
    post = await ada.waits_for(thread, has_turn_button)
    assert post.pings == [ada.id]
    assert thread.thread is not None
    members = thread.thread.member_ids
    await eventually(lambda: asyncio.sleep(0, bo.id in members))


async def test_nobody_is_sent_a_message_about_a_thread_they_opened(hall: Hall) -> None:
    ada = hall.people[0]
    await choose(ada, hall.table, settings.Setting.NOTICE, "message")
    _, post = await a_solo_thread(hall)
    assert post.pings == [ada.id]
    store = hall.client.services.store

    async def all_sent() -> bool:
        return not await store.read(lambda tx: tx.posts.count_waiting())

    await eventually(all_sent)
    assert hall.server.app_messages(ada.dm()) == ()


async def test_many_games_fit_under_one_channel(hall: Hall) -> None:
    rooms = [await start(hall, await lobby_of_two(hall)) for _ in range(3)]
    await (await hall.people[0].slash(hall.table, "bonfire", "solo")).response()
    assert len({room.id for room in rooms}) == 3
    again = await lobby_of_two(hall)
    assert (await start(hall, again)).id not in {room.id for room in rooms}


async def test_the_lobby_has_a_switch_for_the_thread(hall: Hall) -> None:
    lobby = await lobby_of_two(hall, thread=False)
    (switch,) = [one for one in controls(lobby) if one.answer == "options:thread"]
    await (await hall.people[0].press(lobby, switch.custom_id)).response()
    assert await start(hall, lobby) is not None


async def test_beside_a_running_game_only_a_lobby_with_a_thread_opens(hall: Hall) -> None:
    ada = hall.people[0]
    await (await ada.slash(hall.table, "bonfire", "solo")).response()
    refused = await (await ada.slash(hall.table, "bonfire", "new", thread=False)).response()
    assert in_words(refused) == WORDS.say("error.game_running")
    lobby = await lobby_of_two(hall)
    (switch,) = [one for one in controls(lobby) if one.answer == "options:thread"]
    await (await ada.press(lobby, switch.custom_id)).response()
    told = await (await ada.press(lobby, "Start")).response()
    assert (in_words(told), threads(hall)) == (WORDS.say("error.game_running"), [])


@pytest.mark.parametrize(
    ("denied", "named"),
    [
        (Permission.CREATE_PUBLIC_THREADS, "Create Public Threads"),
        (Permission.SEND_MESSAGES_IN_THREADS, "Send Messages in Threads"),
    ],
)
async def test_without_the_permission_the_game_stays_and_its_players_are_told(
    hall: Hall, denied: Permission, named: str
) -> None:
    lobby = await lobby_of_two(hall)
    hall.server.deny(hall.table, denied)
    asked = await hall.people[0].press(lobby, "Start")
    sorry = await asked.followup()
    assert sorry.ephemeral_for == hall.people[0].id
    assert named in text(sorry)
    assert threads(hall) == []
    await hall.people[1].waits_for(hall.table, has_turn_button)


@pytest.mark.parametrize("mishap", [ServerError(503), Reset()])
async def test_a_thread_that_discord_does_not_open_stops_no_game(
    hall: Hall, mishap: fault_injection.InjectedFault
) -> None:
    hall.server.fault_injector.plan("POST", CREATE, mishap, times=9)
    lobby = await lobby_of_two(hall)
    pressed = await hall.people[0].press(lobby, "Start")
    sorry = await hall.clock.turned(pressed.followup())
    assert text(sorry) == WORDS.say("place.thread_failed")
    await hall.people[1].waits_for(hall.table, has_turn_button)


async def test_where_threads_are_not_the_game_stays(hall: Hall) -> None:
    ada = hall.people[0]
    asked = await ada.slash(ada.dm(), "bonfire", "solo", thread=True)
    assert text(await asked.followup()) == WORDS.say("place.thread_nowhere")
    await ada.waits_for(ada.dm(), has_turn_button)
    thread, _ = await a_solo_thread(hall)
    bo = hall.people[1]
    await end_alone(ada, thread)
    asked = await bo.slash(thread, "bonfire", "solo", thread=True)
    assert text(await asked.followup()) == WORDS.say("place.thread_nowhere")
    assert threads(hall) == [thread]


async def test_of_two_presses_on_start_one_opens_a_thread(hall: Hall) -> None:
    ada = hall.people[0]
    lobby = await lobby_of_two(hall)
    first, second = await asyncio.gather(ada.press(lobby, "Start"), ada.press(lobby, "Start"))
    answers = await asyncio.gather(first.response(), second.response())
    (thread,) = threads(hall)
    await ada.waits_for(thread, has_turn_button)
    assert {text(one) for one in answers} == {
        WORDS.say("place.began", thread=f"<#{thread.id}>"),
        WORDS.say("error.lobby_gone"),
    }


async def test_a_thread_in_which_nothing_starts_is_put_away(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_anything: object) -> None:
        raise ZeroDivisionError

    lobby = await lobby_of_two(hall)
    monkeypatch.setattr(type(hall.client.services.lobbies), "start", broken)
    await (await hall.people[0].press(lobby, "Start")).response()
    (thread,) = threads(hall)
    assert thread.thread is not None
    assert thread.thread.archived


async def test_a_solo_game_opens_its_thread_beside_the_lobby_of_others(hall: Hall) -> None:
    lobby = await lobby_of_two(hall, thread=False)
    di = hall.people[3]
    await (await di.slash(hall.table, "bonfire", "solo", thread=True)).response()
    (thread,) = threads(hall)
    assert thread.name == "Bonfire: Di"
    await di.waits_for(thread, has_turn_button)
    await (await hall.people[0].press(lobby, "Start")).response()
    await hall.people[1].waits_for(hall.table, has_turn_button)


async def test_posts_wake_a_thread_and_nothing_is_edited_while_it_sleeps(
    hall: Hall,
) -> None:
    ada = hall.people[0]
    thread, post = await a_solo_thread(hall)
    assert thread.thread is not None
    for _ in range(2):
        await quiet(hall.client)
        hall.server.archive(thread)
        post = await take_turn(hall, ada, thread, post)
        assert not thread.thread.archived
        assert not post.webhook
    await quiet(hall.client)
    changed = [one for one in hall.server.requests if one.method in {"PATCH", "DELETE", "PUT"}]
    there = [one.status for one in changed if f"/channels/{thread.id}" in one.path]
    assert there == [200, 200]  # the older posts, once a newer one has woken the thread
    assert [one for one in hall.server.requests if one.code == 50083] == []


async def test_the_lobby_of_an_archived_thread_is_shown_anew(hall: Hall) -> None:
    ada, bo = hall.people[:2]
    thread, _ = await a_solo_thread(hall)
    await end_alone(ada, thread)
    lobby = await (await ada.slash(thread, "bonfire", "new")).response()
    await quiet(hall.client)
    hall.server.archive(thread)
    anew = await (await bo.press(lobby, "Join")).response()
    assert anew.id != lobby.id
    assert "Bo" in text(anew)
    assert thread.thread is not None
    assert not thread.thread.archived
    assert [one for one in hall.server.requests if one.code == 50083] == []


def _answers(hall: Hall, asked: Interaction) -> list[int]:
    """Discord's codes for the bot's answers to an interaction."""
    return [one.code for one in hall.server.requests if str(asked.id) in one.path]


async def test_a_locked_thread_is_a_clear_state_until_it_is_opened_again(hall: Hall) -> None:
    ada = hall.people[0]
    thread, post = await a_solo_thread(hall)
    assert thread.thread is not None
    player = Player(ada, thread, random.Random(5))
    prompt = await player.open_turn(post)
    hall.server.archive(thread, locked=True)
    refused = await player.press(prompt, next(controls(prompt)))
    await eventually(lambda: asyncio.sleep(0, _answers(hall, refused)))
    assert _answers(hall, refused) == [50083]
    store = hall.client.services.store
    body = StoredPost(1, 0, "in vain", (), (), (), 0).dump()
    await store.write(lambda tx: tx.posts.add(None, thread.id, rows.Via.CHANNEL, body))
    hall.client.services.outbox.kick()
    await eventually(lambda: store.read(lambda tx: tx.channels.is_dead(thread.id)))
    warned = await (await ada.slash(hall.table, "bonfire", "mygames")).response()
    assert WORDS.say("place.reason.locked") in text(warned)
    hall.server.unlock(thread)

    async def is_open() -> bool:
        return not await store.read(lambda tx: tx.channels.is_dead(thread.id))

    await eventually(is_open)
    again = await ada.waits_for(thread, lambda m: m.id > post.id and has_turn_button(m))
    assert not (await take_turn(hall, ada, thread, again)).webhook


async def test_who_may_not_open_threads_gets_none_from_the_bot(hall: Hall) -> None:
    owner, bo = hall.people[:2]
    guild = hall.server.guild(
        "Elsewhere",
        owner,
        bo,
        bot=Permission.CREATE_PUBLIC_THREADS,
        everyone=permissions.EVERYONE_DEFAULT & ~Permission.CREATE_PUBLIC_THREADS,
    )
    room = hall.server.text_channel(guild, "general")
    await (await bo.slash(room, "bonfire", "solo", thread=True)).response()
    lacked = WORDS.say("shell.permission.create_public_threads")
    sorry = WORDS.say("place.thread_not_yours", permissions=lacked)
    await bo.waits_for(room, lambda m: m.is_ephemeral and text(m) == sorry)
    await bo.waits_for(room, has_turn_button)
    assert threads(hall) == []
