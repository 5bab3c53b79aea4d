"""Between turns, through Discord: notices, direct messages, reminders, votes, settings."""

from pathlib import Path

import pytest

from bot.model.buttons import AskForVote, ShowSince
from bot.model.preferences import Notice
from bot.model.settings import Setting
from bot.model.turn_clock import FIRST_REMINDER, OVERDUE, Pace
from bot.services.calls.delivery import SLOWEST_POST_RETRY
from bot.standin import StandIn
from bot.standin.layout import pictures, text
from tests.kit.clock import TurnedClock
from tests.kit.club import Club, club_with_bot, pressed
from tests.kit.pages import by_page, choose
from tests.kit.sources import OPENAPI
from tests.kit.stage import bot_on
from tests.kit.whole import (
    addresses,
    called,
    controls,
    has_turn_button,
)

SITE = "https://discord.com/channels"


async def test_a_turn_is_noticed_by_one_mention_and_never_after_ones_own_press(
    club: Club,
) -> None:
    post = await club.start()
    assert post.pings == [one for one in (called(post),) if one != club.people[0].id]
    for _ in range(3):
        before, mover = post, club.mover(post)
        post = await club.turn(post)
        await club.settled()
        expected = [] if club.mover(post) is mover else [club.mover(post).id]
        told = [message for message in club.posts() if message.id > before.id]
        assert [ping for message in told for ping in message.pings] == expected


async def test_a_direct_message_links_to_the_turn_and_leads_into_it(club: Club) -> None:
    post = await club.start()
    other = next(one for one in club.people[:2] if one is not club.mover(post))
    await choose(other, club.table, Setting.NOTICE, Notice.MESSAGE)
    following = await club.turn(post)
    assert club.mover(following) is other
    room = other.dm()
    message = await other.waits_for(room, lambda m: bool(addresses(m)))
    assert addresses(message) == [f"{SITE}/{club.guild.id}/{club.table.id}/{following.id}"]
    news = await (await other.press(message, pressed(message, "since"))).response()
    assert club.mover(post).user.display_name in text(news)
    prompt = await (await other.press(message, pressed(message, "turn"))).response()
    assert list(controls(prompt))
    await club.settled()
    assert len([one for one in club.server.app_messages(room) if addresses(one)]) == 1


@pytest.mark.parametrize("reason", ["closed", "no common server"])
async def test_direct_messages_that_fail_are_turned_off_and_that_is_said(
    club: Club, reason: str
) -> None:
    post = await club.start()
    other = next(one for one in club.people[:2] if one is not club.mover(post))
    await choose(other, club.table, Setting.NOTICE, Notice.MESSAGE)
    member = club.guild.members[other.id]
    if reason == "closed":
        other.user.accepts_dms = False
    else:
        del club.guild.members[other.id]
    await club.turn(post)
    telling = club.people[2].waits_for(club.table, lambda m: "direct message" in text(m))
    told = await club.clock.turned(telling, within=SLOWEST_POST_RETRY)
    assert other.mention in text(told)
    club.guild.members[other.id] = member
    assert "direct message" not in await club.asked(other, "settings")


async def test_my_games_lists_those_that_wait_for_me_first(club: Club) -> None:
    ada = club.people[0]
    assert "any running game" in await club.asked(ada, "mygames")
    post = await club.start()
    second = club.server.text_channel(club.guild, "second")
    await (await ada.slash(second, "bonfire", "solo")).response()
    alone = await ada.waits_for(second, has_turn_button)
    if club.mover(post) is ada:
        post = await club.turn(post)
    await club.settled()
    answer = await (await ada.slash(club.table, "bonfire", "mygames")).response()
    heading, mine, theirs = text(answer).splitlines()
    assert "2 running games" in heading
    assert mine.startswith(f"**1** ▶ <#{second.id}>")
    assert "your turn" in mine
    assert theirs.startswith(f"**2** <#{club.table.id}>")
    assert addresses(answer) == [
        f"{SITE}/{club.guild.id}/{second.id}/{alone.id}",
        f"{SITE}/{club.guild.id}/{club.table.id}/{post.id}",
    ]
    assert club.mover(post).user.display_name in theirs
    assert "<t:" in mine
    assert "<t:" in theirs


async def test_since_my_last_turn_tells_and_shows_what_changed(club: Club) -> None:
    post = await club.start()
    first = club.mover(post)
    nothing = await (await by_page(first, club.table, "board", ShowSince())).response()
    assert "Since the game began" in text(nothing)
    post = await club.turn(post)
    second = club.mover(post)
    news = await (await by_page(second, club.table, "board", ShowSince())).response()
    assert news.ephemeral_for == second.id
    assert first.user.display_name in text(news)
    await club.client.services.traffic.calm()
    assert pictures(news)
    stranger = await (await by_page(club.people[2], club.table, "board", ShowSince())).response()
    assert "aren't in this game" in text(stranger)


async def test_a_reminder_comes_after_the_pace_and_once_over_a_restart(
    tmp_path: Path,
) -> None:
    clock = TurnedClock()
    async with StandIn(spec=OPENAPI, clock=clock) as server:
        async with club_with_bot(server, clock, tmp_path) as club:
            post = await club.start()
            mover = club.mover(post)
            await club.settled()
        clock.advance(20 * FIRST_REMINDER[Pace.RELAXED])
        async with bot_on(server, tmp_path, clock) as client:
            club.client = client
            await club.settled()
            assert [message for message in club.posts() if message.id > post.id] == []
            clock.advance(FIRST_REMINDER[Pace.RELAXED])
            reminder = await mover.waits_for(
                club.table, lambda m: m.id > post.id and m.pings == [mover.id]
            )
            assert "since" in text(reminder)
            await club.settled()
        async with bot_on(server, tmp_path, clock) as client:
            club.client = client
            client.services.reminders.kick()
            await club.settled()
        calls = [message for message in club.posts() if message.id > post.id and message.pings]
        assert calls == [reminder]
        assert server.invalid_requests == []


async def test_the_others_let_the_bot_play_by_the_buttons_of_a_reminder(club: Club) -> None:
    post = await club.start(3)
    late = club.mover(post)
    first, second = (one for one in club.people if one is not late)
    for number in range(OVERDUE):
        post = await club.reminded(late, post, FIRST_REMINDER[Pace.RELAXED] * 2**number)
    reminder = post
    button = next(step.custom_id for step in controls(reminder) if step.answer.endswith(":bot"))
    own = await (await late.press(reminder, button)).response()
    assert "your own turn" in text(own)
    counted = await (await first.press(reminder, button)).response()
    assert "1 of 2" in text(counted)
    await (await second.press(reminder, button)).response()
    told = await first.waits_for(
        club.table, lambda m: "let the bot play" in text(m) and not m.pings
    )
    assert late.user.display_name in text(told)
    following = await first.waits_for(club.table, lambda m: m.id > told.id and has_turn_button(m))
    assert club.mover(following) is not late
    over = await (await first.press(reminder, button)).response()
    assert over.is_ephemeral


async def test_a_seat_that_the_others_make_free_is_taken(club: Club) -> None:
    post = await club.start(2)
    late = club.mover(post)
    other = next(one for one in club.people[:2] if one is not late)
    early = text(await (await by_page(other, club.table, "table", AskForVote())).response())
    assert "waiting that long" in early
    await choose(late, club.table, Setting.AWAY, "30d")
    await (await by_page(other, club.table, "table", AskForVote())).response()
    question = await other.waits_for(
        club.table, lambda m: m.id > post.id and not m.is_ephemeral and bool(list(controls(m)))
    )
    button = next(step.custom_id for step in controls(question) if step.answer.endswith(":replace"))
    await (await other.press(question, button)).response()
    free = await other.waits_for(
        club.table, lambda m: m.id > question.id and "find a replacement" in text(m)
    )
    taker = club.people[2]
    await (await taker.press(free, pressed(free, "seat"))).response()
    again = await (await late.press(free, pressed(free, "seat"))).response()
    assert "isn't free anymore" in text(again)
    prompt = await (await taker.press(post, pressed(post, "turn"))).response()
    assert list(controls(prompt))
