"""Between turns, through Discord: notices, direct messages, reminders, votes, settings."""

from pathlib import Path

import pytest
from discord.utils import escape_markdown

from bot.model import buttons, preferences, settings, turn_clock
from bot.services.calls.delivery import SLOWEST_POST_RETRY
from bot.standin import StandIn
from bot.standin.layout import pictures, text
from tests.kit.clock import TurnedClock
from tests.kit.hall import Hall, hall_on
from tests.kit.pages import by_page, choose
from tests.kit.sources import OPENAPI
from tests.kit.stage import bot_on
from tests.kit.whole import addresses, button_id, called, controls, has_turn_button

SITE = "https://discord.com/channels"


async def test_a_turn_is_noticed_by_one_mention_and_never_after_ones_own_press(
    hall: Hall,
) -> None:
    post = await hall.start()
    assert post.pings == [one for one in (called(post),) if one != hall.people[0].id]
    for _ in range(3):
        before, mover = post, hall.mover(post)
        post = await hall.turn(post)
        await hall.settled()
        expected = [] if hall.mover(post) is mover else [hall.mover(post).id]
        told = [message for message in hall.posts() if message.id > before.id]
        assert [ping for message in told for ping in message.pings] == expected


async def test_a_direct_message_links_to_the_turn_and_leads_into_it(hall: Hall) -> None:
    post = await hall.start()
    other = next(one for one in hall.people[:2] if one is not hall.mover(post))
    await choose(other, hall.table, settings.Setting.NOTICE, preferences.Notice.MESSAGE)
    following = await hall.turn(post)
    assert hall.mover(following) is other
    room = other.dm()
    message = await other.waits_for(room, lambda m: bool(addresses(m)))
    assert addresses(message) == [f"{SITE}/{hall.guild.id}/{hall.table.id}/{following.id}"]
    news = await (await other.press(message, button_id(message, "since"))).response()
    assert hall.mover(post).user.display_name in text(news)
    prompt = await (await other.press(message, button_id(message, "turn"))).response()
    assert list(controls(prompt))
    await hall.settled()
    assert len([one for one in hall.server.app_messages(room) if addresses(one)]) == 1


@pytest.mark.parametrize("reason", ["closed", "no common server"])
async def test_direct_messages_that_fail_are_turned_off_and_that_is_said(
    hall: Hall, reason: str
) -> None:
    post = await hall.start()
    other = next(one for one in hall.people[:2] if one is not hall.mover(post))
    await choose(other, hall.table, settings.Setting.NOTICE, preferences.Notice.MESSAGE)
    member = hall.guild.members[other.id]
    if reason == "closed":
        other.user.accepts_dms = False
    else:
        del hall.guild.members[other.id]
    await hall.turn(post)
    telling = hall.people[2].waits_for(hall.table, lambda m: "direct message" in text(m))
    told = await hall.clock.turned(telling, within=SLOWEST_POST_RETRY)
    assert other.mention in text(told)
    hall.guild.members[other.id] = member
    assert "direct message" not in await hall.asked(other, "settings")


async def test_my_games_lists_those_that_wait_for_me_first(hall: Hall) -> None:
    ada = hall.people[0]
    assert "any running game" in await hall.asked(ada, "mygames")
    post = await hall.start()
    second = hall.server.text_channel(hall.guild, "second")
    await (await ada.slash(second, "bonfire", "solo")).response()
    alone = await ada.waits_for(second, has_turn_button)
    if hall.mover(post) is ada:
        post = await hall.turn(post)
    await hall.settled()
    answer = await (await ada.slash(hall.table, "bonfire", "mygames")).response()
    heading, mine, theirs = text(answer).splitlines()
    assert "2 running games" in heading
    assert mine.startswith(f"**1** ▶ <#{second.id}>")
    assert "your turn" in mine
    assert theirs.startswith(f"**2** <#{hall.table.id}>")
    assert addresses(answer) == [
        f"{SITE}/{hall.guild.id}/{second.id}/{alone.id}",
        f"{SITE}/{hall.guild.id}/{hall.table.id}/{post.id}",
    ]
    assert hall.mover(post).user.display_name in theirs
    assert "<t:" in mine
    assert "<t:" in theirs


async def test_since_my_last_turn_tells_and_shows_what_changed(hall: Hall) -> None:
    post = await hall.start()
    first = hall.mover(post)
    nothing = await (await by_page(first, hall.table, "board", buttons.ShowSince())).response()
    assert "Since the game began" in text(nothing)
    post = await hall.turn(post)
    second = hall.mover(post)
    news = await (await by_page(second, hall.table, "board", buttons.ShowSince())).response()
    assert news.ephemeral_for == second.id
    assert first.user.display_name in text(news)
    await hall.client.services.traffic.calm()
    assert pictures(news)
    stranger = await (
        await by_page(hall.people[2], hall.table, "board", buttons.ShowSince())
    ).response()
    assert "aren't in this game" in text(stranger)


async def test_a_reminder_comes_after_the_pace_and_once_over_a_restart(
    tmp_path: Path,
) -> None:
    clock = TurnedClock()
    async with StandIn(spec=OPENAPI, clock=clock) as server:
        async with hall_on(server, clock, tmp_path) as hall:
            post = await hall.start()
            mover = hall.mover(post)
            await hall.settled()
        clock.advance(20 * turn_clock.FIRST_REMINDER[turn_clock.Pace.RELAXED])
        async with bot_on(server, tmp_path, clock) as client:
            hall.client = client
            await hall.settled()
            assert [message for message in hall.posts() if message.id > post.id] == []
            clock.advance(turn_clock.FIRST_REMINDER[turn_clock.Pace.RELAXED])
            reminder = await mover.waits_for(
                hall.table, lambda m: m.id > post.id and m.pings == [mover.id]
            )
            assert "since" in text(reminder)
            await hall.settled()
        async with bot_on(server, tmp_path, clock) as client:
            hall.client = client
            client.services.reminders.kick()
            await hall.settled()
        calls = [message for message in hall.posts() if message.id > post.id and message.pings]
        assert calls == [reminder]
        assert server.invalid_requests == []


async def test_the_others_let_the_bot_play_by_the_buttons_of_a_reminder(hall: Hall) -> None:
    post = await hall.start(3)
    late = hall.mover(post)
    first, second = (one for one in hall.people[:3] if one is not late)
    for number in range(turn_clock.OVERDUE):
        post = await hall.reminded(
            late, post, turn_clock.FIRST_REMINDER[turn_clock.Pace.RELAXED] * 2**number
        )
    reminder = post
    button = next(step.custom_id for step in controls(reminder) if step.answer.endswith(":bot"))
    own = await (await late.press(reminder, button)).response()
    assert "your own turn" in text(own)
    counted = await (await first.press(reminder, button)).response()
    assert "1 of 2" in text(counted)
    await (await second.press(reminder, button)).response()
    told = await first.waits_for(
        hall.table, lambda m: "let the bot play" in text(m) and not m.pings
    )
    assert escape_markdown(late.user.display_name) in text(told)
    following = await first.waits_for(hall.table, lambda m: m.id > told.id and has_turn_button(m))
    assert hall.mover(following) is not late
    over = await (await first.press(reminder, button)).response()
    assert over.is_ephemeral


async def test_a_seat_that_the_others_make_free_is_taken(hall: Hall) -> None:
    post = await hall.start(2)
    late = hall.mover(post)
    other = next(one for one in hall.people[:2] if one is not late)
    early = text(await (await by_page(other, hall.table, "table", buttons.AskForVote())).response())
    assert "waiting that long" in early
    await choose(late, hall.table, settings.Setting.AWAY, "30d")
    await (await by_page(other, hall.table, "table", buttons.AskForVote())).response()
    question = await other.waits_for(
        hall.table, lambda m: m.id > post.id and not m.is_ephemeral and bool(list(controls(m)))
    )
    button = next(step.custom_id for step in controls(question) if step.answer.endswith(":replace"))
    await (await other.press(question, button)).response()
    free = await other.waits_for(
        hall.table, lambda m: m.id > question.id and "find a replacement" in text(m)
    )
    taker = hall.people[2]
    await (await taker.press(free, button_id(free, "seat"))).response()
    again = await (await late.press(free, button_id(free, "seat"))).response()
    assert "isn't free anymore" in text(again)
    prompt = await (await taker.press(post, button_id(post, "turn"))).response()
    assert list(controls(prompt))
