"""Games that have a post of their own in the forum of a server."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.chat.delivery.forum_tags import LOOK_AGAIN
from bot.model.invocation import system_invocation
from bot.model.rows import GameStage
from bot.model.settings import ChooseSetting, MoveHere, Setting, Whose
from bot.services.calls.delivery import RESTS_AT_MOST, SLOWEST_POST_RETRY
from bot.standin import Channel, ChannelKind, Permission, RateLimited, Refused, ServerError, StandIn
from bot.standin.fault_injection import InjectedFault
from bot.standin.layout import text
from bot.standin.model import ForumTag, Overwrite
from bot.words import catalog
from tests.kit.clock import TurnedClock
from tests.kit.hall import Hall, threads
from tests.kit.pages import by_page, choose, in_words, made_up
from tests.kit.players.button_player import Player, controls, has_turn_button
from tests.kit.refusals import BotRoute, plan
from tests.kit.sources import OPENAPI
from tests.kit.stack import DAY
from tests.kit.stage import bot_on
from tests.kit.whole import end_alone, eventually
from tests.whole.forums import TAGS, chosen, forum_of, post_of, tagged, tags_on

WORDS = catalog()
EDIT = BotRoute.EDIT_CHANNEL.pattern


async def test_a_table_is_a_post_whose_tag_follows_its_game(hall: Hall) -> None:
    ada, bo, cy = hall.people[:3]
    await forum_of(hall, *TAGS)
    thread, lobby = await post_of(hall)
    assert thread.name == WORDS.say("forum.title", host="Bo")
    told = WORDS.say("forum.opened", host="Bo", thread=f"<#{thread.id}>")
    assert in_words(hall.server.app_messages(hall.table)[-1]) == told
    assert "opened by Bo" in text(lobby)
    assert tags_on(hall, thread) == ["players wanted"]
    await (await cy.press(lobby, "Join")).response()
    assert r"Cy\_d" in text(lobby)
    await (await bo.press(lobby, "Start")).response()
    post = await cy.waits_for(thread, has_turn_button)
    assert sorted(post.pings) == [bo.id, cy.id]
    await tagged(hall, thread, "running")
    await end_alone(ada, thread)
    over = await ada.waits_for(thread, lambda m: any("rematch" in c.answer for c in controls(m)))
    await tagged(hall, thread, "over")
    await (await cy.press(over, "Rematch")).response()
    await tagged(hall, thread, "players wanted")


async def test_a_game_alone_is_a_post_too(hall: Hall) -> None:
    await forum_of(hall, *TAGS)
    thread, first = await post_of(hall, command="solo")
    bo = hall.people[1]
    assert thread.name == "Bo against Tom"
    assert text(first) == WORDS.say("forum.solo", name="Bo")
    assert tags_on(hall, thread) == ["running"]
    post = await bo.waits_for(thread, has_turn_button)
    assert bo.pings() == (post,)
    await Player(bo, thread, random.Random(5)).take_turn(post)
    await bo.waits_for(thread, lambda m: m.id > post.id and has_turn_button(m))
    assert tags_on(hall, thread) == ["running"]


async def test_a_game_against_bots_says_so_in_its_post(hall: Hall) -> None:
    await forum_of(hall, *TAGS)
    bo = hall.people[1]
    await (await bo.slash(hall.table, "bonfire", "solo", bots=2, level="easy")).response()
    (thread,) = threads(hall)
    assert thread.name == "Bo against bots"
    first = hall.server.world.message(thread.id, thread.id)
    assert text(first) == "Bo plays against Bot 1 (easy) and Bot 2 (easy) here."
    await bo.waits_for(thread, has_turn_button)


async def test_a_post_needs_no_thread_of_its_own(hall: Hall) -> None:
    bo, cy = hall.people[1:3]
    await forum_of(hall, *TAGS)
    await (await bo.slash(hall.table, "bonfire", "new", thread=True)).response()
    (thread,) = threads(hall)
    lobby = hall.server.world.message(thread.id, thread.id)
    await (await cy.press(lobby, "Join")).response()
    await (await bo.press(lobby, "Start")).response()
    await cy.waits_for(thread, has_turn_button)
    told = [text(one) for one in bo.sees(thread)]
    assert WORDS.say("place.thread_nowhere") not in told


async def test_tags_are_known_by_their_names_in_any_language(hall: Hall) -> None:
    names = [catalog("de").say(f"forum.tag.{stage}") for stage in GameStage]
    await forum_of(hall, *(name.upper() for name in names))
    thread, _ = await post_of(hall)
    assert tags_on(hall, thread) == [names[0].upper()]


async def test_the_bot_makes_the_tags_if_it_may(hall: Hall) -> None:
    staff, app = hall.server.staff, hall.server.world.application.id
    staff.give_role(hall.guild, app, staff.new_role(hall.guild, Permission.MANAGE_CHANNELS))
    forum = await forum_of(hall, "strategy")
    assert [tag.name for tag in forum.tags] == ["strategy", *TAGS]
    await chosen(hall, forum)
    assert len(forum.tags) == 4


async def test_tags_that_are_missing_or_for_moderators_are_named(hall: Hall) -> None:
    forum = await forum_of(hall, "running", "over")
    running, over = forum.tags
    hall.server.staff.offer_tags(forum, running, replace(over, moderated=True))
    told = await chosen(hall, forum)
    names = ("**players wanted**", "**over**")
    assert WORDS.say("forum.untagged", forum=f"<#{forum.id}>", names=names) in told
    thread, _ = await post_of(hall)
    assert tags_on(hall, thread) == []


async def test_tags_of_other_meanings_stay_on_a_post(hall: Hall) -> None:
    forum = await forum_of(hall, *TAGS, "for beginners")
    thread, lobby = await post_of(hall)
    assert thread.thread is not None
    hall.server.staff.tag(thread, forum.tags[0], forum.tags[3])
    cy = hall.people[2]
    await (await cy.press(lobby, "Join")).response()
    await (await hall.people[1].press(lobby, "Start")).response()
    await tagged(hall, thread, "running", "for beginners")


async def test_without_a_forum_games_stay_where_they_are_opened(hall: Hall) -> None:
    await forum_of(hall, *TAGS)
    assert WORDS.say("server.no_forum") in await chosen(hall, None)
    lobby = await (await hall.people[1].slash(hall.table, "bonfire", "new")).response()
    assert "opened by Bo" in text(lobby)
    assert threads(hall) == []


async def test_only_who_manages_the_server_chooses_its_forum(hall: Hall) -> None:
    forum = hall.server.channel(hall.guild, "games", ChannelKind.FORUM)
    await eventually(lambda: asyncio.sleep(0, hall.client.get_channel(forum.id)))
    value = ChooseSetting(Whose.SERVER, Setting.FORUM, str(forum.id))
    asked = await made_up(hall.people[1], hall.table, value, 0)
    assert text(await asked.response()) == WORDS.say("server.sorry.managers_only")


async def test_a_forum_in_which_the_bot_cannot_post_is_not_chosen(hall: Hall) -> None:
    forum = hall.server.channel(hall.guild, "games", ChannelKind.FORUM)
    hall.server.deny(forum, Permission.SEND_MESSAGES)
    told = WORDS.say("forum.sorry.unusable", forum=f"<#{forum.id}>", permissions=("Send Messages",))
    await eventually(lambda: asyncio.sleep(0, hall.client.get_channel(forum.id)))
    assert await chosen(hall, forum) == told


async def test_a_table_in_a_thread_stays_there(hall: Hall) -> None:
    await forum_of(hall, *TAGS)
    talk = hall.people[1].open_thread(hall.table, "talk")
    lobby = await (await hall.people[1].slash(talk, "bonfire", "new")).response()
    assert lobby.channel_id == talk.id
    assert "opened by Bo" in text(lobby)


def send_nothing(hall: Hall, forum: Channel) -> None:
    hall.server.deny(forum, Permission.SEND_MESSAGES)


def ask_for_a_tag(hall: Hall, forum: Channel) -> None:
    hall.server.staff.offer_tags(forum, ForumTag(5, "serious"), required=True)


def keep_bo_out(hall: Hall, forum: Channel) -> None:
    deny = int(Permission.SEND_MESSAGES)
    forum.overwrites[hall.people[1].id] = Overwrite(hall.people[1].id, is_member=True, deny=deny)
    hall.server.staff.offer_tags(forum)


def be_gone(hall: Hall, forum: Channel) -> None:
    hall.server.remove_channel(forum)


def block_the_title(hall: Hall, _forum: Channel) -> None:
    hall.server.moderator.block(hall.guild, "Bo")


SORRY: dict[Callable[[Hall, Channel], None], str] = {
    send_nothing: "lacking",
    ask_for_a_tag: "tag",
    keep_bo_out: "not_yours",
    be_gone: "gone",
    block_the_title: "failed",
}


@pytest.mark.parametrize("command", ["new", "solo"])
@pytest.mark.parametrize("change", SORRY)
async def test_where_the_forum_takes_no_post_the_game_stays_and_its_host_is_told(
    hall: Hall, change: Callable[[Hall, Channel], None], command: str
) -> None:
    bo, forum = hall.people[1], await forum_of(hall, *TAGS)
    change(hall, forum)
    asked = await bo.slash(hall.table, "bonfire", command)
    if change is not block_the_title:  # which blocks the lobby too
        told = WORDS.say(
            f"forum.sorry.{SORRY[change]}", forum=f"<#{forum.id}>", permissions=("Send Messages",)
        )
        assert in_words(await asked.followup()) == told
    assert threads(hall) == []
    if command == "solo":
        await bo.waits_for(hall.table, has_turn_button)
    elif change is not block_the_title:
        assert await hall.client.services.lobbies.look(hall.table.id) is not None


@pytest.mark.parametrize("refusal", [Refused(403, 0), Refused(403, 50001), Refused(400, 160006)])
async def test_a_post_that_discord_refuses_leaves_the_game_in_its_channel(
    hall: Hall, refusal: Refused
) -> None:
    forum = await forum_of(hall, *TAGS)
    plan(hall.server, BotRoute.OPEN_THREAD, refusal)
    asked = await hall.people[1].slash(hall.table, "bonfire", "new")
    told = WORDS.say("forum.sorry.failed", forum=f"<#{forum.id}>")
    assert in_words(await asked.followup()) == told
    assert await hall.client.services.lobbies.look(hall.table.id) is not None


async def test_a_full_forum_gets_no_tags(hall: Hall) -> None:
    staff, app = hall.server.staff, hall.server.world.application.id
    staff.give_role(hall.guild, app, staff.new_role(hall.guild, Permission.MANAGE_CHANNELS))
    forum = await forum_of(hall, *(f"tag {number}" for number in range(18)))
    assert len(forum.tags) == 18
    names = tuple(f"**{tag}**" for tag in TAGS)
    told = WORDS.say("forum.untagged", forum=f"<#{forum.id}>", names=names)
    assert told in await chosen(hall, forum)


@pytest.mark.parametrize(
    "fault", [ServerError(503), RateLimited(0.01), Refused(403, 40333), Refused(403, 0)]
)
async def test_a_tag_that_does_not_come_through_is_tried_again_and_holds_up_no_game(
    hall: Hall, fault: InjectedFault
) -> None:
    await forum_of(hall, *TAGS)
    thread, lobby = await post_of(hall)
    bo, cy = hall.people[1:3]
    hall.server.fault_injector.plan("PATCH", EDIT, fault, times=6)
    await (await cy.press(lobby, "Join")).response()
    await (await bo.press(lobby, "Start")).response()
    await cy.waits_for(thread, has_turn_button)
    await hall.clock.turned(tagged(hall, thread, "running"), SLOWEST_POST_RETRY)
    edits = [one for one in hall.server.requests if one.method == "PATCH"]
    assert len([one for one in edits if one.path.endswith(f"/channels/{thread.id}")]) <= 8


async def test_tags_that_always_fail_hold_up_no_other(hall: Hall) -> None:
    await forum_of(hall, *TAGS)
    ada = hall.people[0]
    threads = []
    for _ in range(6):
        thread, _ = await post_of(hall, command="solo")
        await ada.waits_for(thread, has_turn_button)
        threads.append(thread)
    *failing, sound = threads
    for thread in failing:
        path = rf"/channels/{thread.id}$"
        hall.server.fault_injector.plan("PATCH", path, ServerError(503), times=99)
        await end_alone(hall.people[1], thread)
    await end_alone(hall.people[1], sound)
    await tagged(hall, sound, "over")
    assert [tags_on(hall, thread) for thread in failing] == [["running"]] * 5


async def begun_where_tags_are_refused(hall: Hall) -> tuple[Channel, Channel]:
    """A forum that is closed to the bot, and its post in which a game has just begun."""
    forum = await forum_of(hall, *TAGS)
    thread, lobby = await post_of(hall)
    bo, cy = hall.people[1:3]
    hall.server.deny(forum, Permission.SEND_MESSAGES)
    await (await cy.press(lobby, "Join")).response()
    await (await bo.press(lobby, "Start")).response()
    return forum, thread


async def test_a_tag_tells_the_truth_once_it_may(hall: Hall) -> None:
    forum, thread = await begun_where_tags_are_refused(hall)
    await hall.clock.turned(hall.clock.sleep(2 * RESTS_AT_MOST), RESTS_AT_MOST)
    hall.server.allow(forum, Permission.SEND_MESSAGES)
    await hall.clock.turned(tagged(hall, thread, "running"), RESTS_AT_MOST)


@pytest.mark.long
async def test_a_tag_that_is_refused_for_a_day_is_let_be(hall: Hall) -> None:
    _, thread = await begun_where_tags_are_refused(hall)
    cy = hall.people[2]
    store = hall.client.services.store

    async def given_up() -> bool:
        post = await store.read(lambda tx: tx.forum_posts.get(thread.id))
        return post is not None and post.told is GameStage.RUNNING

    began = hall.clock.now()
    await hall.clock.turned(eventually(given_up), RESTS_AT_MOST)
    assert 0.9 * DAY < hall.clock.now() - began < 1.2 * DAY
    await hall.clock.turned(cy.waits_for(thread, has_turn_button))
    assert tags_on(hall, thread) == ["players wanted"]


async def test_a_game_that_the_bot_ends_is_told_by_its_tag_without_a_press(hall: Hall) -> None:
    await forum_of(hall, *TAGS)
    thread, _ = await post_of(hall, command="solo")
    await hall.people[1].waits_for(thread, has_turn_button)
    games = hall.client.services.games
    async with games.hold(await games.game_in(thread.id)) as table:
        nowhere = system_invocation(table.id, table.revision, table.channel)
        await games.end(nowhere, table, "over")
    await hall.clock.turned(tagged(hall, thread, "over"), LOOK_AGAIN)


async def test_a_game_that_moves_away_leaves_a_post_that_is_over(hall: Hall) -> None:
    await forum_of(hall, *TAGS)
    thread, _ = await post_of(hall, command="solo")
    bo = hall.people[1]
    await bo.waits_for(thread, has_turn_button)
    game = await hall.client.services.games.game_in(thread.id)
    await (await by_page(bo, hall.table, "table", MoveHere(game))).response()
    await hall.clock.turned(tagged(hall, thread, "over"), LOOK_AGAIN)


async def test_a_post_that_is_deleted_is_forgotten(hall: Hall) -> None:
    await forum_of(hall, *TAGS)
    thread, _ = await post_of(hall)
    hall.server.remove_channel(thread)
    store = hall.client.services.store

    async def forgotten() -> bool:
        return await store.read(lambda tx: tx.forum_posts.get(thread.id)) is None

    await eventually(forgotten)


async def test_what_a_tag_did_not_tell_before_a_restart_it_tells_after_it(tmp_path: Path) -> None:
    clock = TurnedClock()
    async with StandIn(spec=OPENAPI, clock=clock) as server:
        ada = server.person("Ada")
        guild = server.guild("Club", ada)
        table = server.text_channel(guild, "table")
        forum = server.channel(guild, "games", ChannelKind.FORUM, *TAGS)
        async with bot_on(server, tmp_path, clock):
            await choose(ada, table, Setting.FORUM, str(forum.id), Whose.SERVER)
            await (await ada.slash(table, "bonfire", "solo")).response()
            thread = next(one for one in server.world.channels.values() if one.is_thread)
            await ada.waits_for(thread, has_turn_button)
            server.fault_injector.plan("PATCH", EDIT, ServerError(503), times=99)
            await end_alone(ada, thread)
            injector = server.fault_injector
            await eventually(lambda: asyncio.sleep(0, injector.injected))
        server.fault_injector.clear()
        assert thread.thread is not None
        assert thread.thread.tag_ids == [forum.tags[1].id]
        state = thread.thread
        async with bot_on(server, tmp_path, clock):
            over = [forum.tags[2].id]
            told = eventually(lambda: asyncio.sleep(0, state.tag_ids == over))
            await clock.turned(told, LOOK_AGAIN)
