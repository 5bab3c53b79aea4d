"""Notices and reminders: to whom, when, how often, and after whatever stood still meanwhile."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.model import button_forms, preferences, rows, turn_clock
from bot.model.buttons import CastVote, ShowSince, TakeTurn
from bot.model.stored_post import StoredPost
from bot.services.calls.notices import call, direct_refused
from bot.services.calls.reminders import CALLS_AT_ONCE, FULL, LONGEST_NAP, PUT_OFF
from bot.store.store import Transaction
from tests.kit.presses import abandon
from tests.kit.stack import DAY, GUILD, HOUR, PEOPLE, STRANGER, Stack

Change = Callable[[preferences.Preferences], preferences.Preferences]


def with_almanac(availability: turn_clock.Availability) -> Change:
    return lambda chosen: replace(chosen, availability=availability)


def with_notice(notice: preferences.Notice) -> Change:
    return lambda chosen: replace(chosen, notice=notice)


async def everybody(stack: Stack, change: Change) -> None:
    for person in PEOPLE:
        await stack.preferences.change(stack.press(person), change)


def buttons(body: StoredPost) -> set[type[button_forms.ButtonValue]]:
    return {type(button.value) for row in body.rows for button in row}


async def test_a_turn_is_reminded_of_in_growing_distances_and_then_no_more(
    stack: Stack,
) -> None:
    game = await stack.start()
    mover = await stack.mover(game)
    counts = []
    for hours in range(0, 40 * 24, 12):
        stack.clock.at += 12 * HOUR
        for body in await stack.calls():
            assert body.ping == (mover.id,)
            counts.append(hours + 12)
    assert counts == [72, 72 + 144, 72 + 144 + 288]


async def test_who_moves_in_time_is_not_reminded(stack: Stack) -> None:
    game = await stack.start()
    dice = random.Random(1)
    for _ in range(6):
        stack.clock.at += turn_clock.FIRST_REMINDER[turn_clock.Pace.RELAXED] - 1
        assert await stack.calls() == []
        await stack.take_turn(game, dice)
    row = await stack.row(game)
    assert (row.clock.since, row.clock.sent) == (stack.clock.at, 0)


async def test_answers_within_a_turn_leave_its_clock_alone(stack: Stack) -> None:
    game = await stack.start()
    before = await stack.row(game)
    stack.clock.at += 100
    await stack.answer(game, random.Random(1))
    assert await stack.row(game) == before


async def test_the_second_reminder_offers_the_others_a_way_on(stack: Stack) -> None:
    game = await stack.start()
    stack.clock.at += 3 * DAY
    (first,) = await stack.calls()
    assert buttons(first) == {TakeTurn, ShowSince}
    stack.clock.at += 6 * DAY
    (second,) = await stack.calls()
    assert buttons(second) == {TakeTurn, ShowSince, CastVote}
    assert (await stack.row(game)).clock.is_overdue(stack.clock.at)


async def test_who_plays_alone_is_not_reminded(stack: Stack) -> None:
    await stack.start(1)
    stack.clock.at += 100 * DAY
    assert await stack.calls() == []


async def test_a_bot_that_stood_still_calls_once_and_not_for_every_missed_time(
    stack: Stack,
) -> None:
    game = await stack.start()
    await stack.bodies()
    stack.clock.at += 365 * DAY
    await stack.restart()
    assert len(await stack.calls()) == 1
    assert await stack.calls() == []
    row = await stack.row(game)
    assert row.due == stack.clock.at + 2 * turn_clock.FIRST_REMINDER[turn_clock.Pace.RELAXED]


async def test_timers_survive_a_restart(stack: Stack) -> None:
    game = await stack.start()
    before = await stack.row(game)
    await stack.restart()
    assert await stack.row(game) == before
    stack.clock.at += turn_clock.FIRST_REMINDER[turn_clock.Pace.RELAXED]
    assert len(await stack.calls()) == 1


async def test_quiet_hours_put_a_reminder_off_and_the_notice_too(stack: Stack) -> None:
    """A mention waits for the morning; it is then given once, and counts as no reminder."""
    night = turn_clock.QuietHours(20 * 60, 8 * 60)
    await everybody(stack, with_almanac(turn_clock.Availability("UTC", night)))
    stack.clock.at = 1_800_000_000.0 // DAY * DAY + 23 * HOUR
    game = await stack.start()
    await stack.take_turn(game, random.Random(2))
    mover = await stack.mover(game)
    assert {body.ping for body in await stack.bodies()} == {()}
    assert await stack.calls() == []
    stack.clock.at += 9 * HOUR
    (late,) = await stack.calls()
    assert late.ping == (mover.id,)
    row = await stack.row(game)
    assert (row.clock.noticed, row.clock.sent) == (True, 0)
    assert await stack.calls() == []


async def test_a_notice_that_waited_is_dropped_when_the_turn_is_over(stack: Stack) -> None:
    await everybody(stack, with_almanac(turn_clock.Availability("UTC", None, stack.clock.at + DAY)))
    game = await stack.start()
    dice = random.Random(2)
    await stack.take_turn(game, dice)
    away = await stack.mover(game)
    await stack.take_turn(game, dice)
    stack.clock.at += 2 * DAY
    assert [body.ping for body in await stack.calls()] != [(away.id,)]


async def test_who_comes_back_early_is_called_at_the_usual_time(stack: Stack) -> None:
    game = await stack.start()
    mover = await stack.mover(game)
    until = stack.clock.at + 60 * DAY
    await stack.preferences.change(
        stack.press(mover), with_almanac(turn_clock.Availability("UTC", None, until))
    )
    assert (await stack.row(game)).due == until
    await stack.preferences.change(stack.press(mover), with_almanac(turn_clock.Availability("UTC")))
    assert (await stack.row(game)).due == stack.clock.at + turn_clock.FIRST_REMINDER[
        turn_clock.Pace.RELAXED
    ]


async def test_a_direct_message_follows_the_mention_with_a_link_to_it(stack: Stack) -> None:
    await everybody(stack, with_notice(preferences.Notice.MESSAGE))
    game = await stack.start()
    await stack.take_turn(game, random.Random(3))
    mover = await stack.mover(game)
    bodies = await stack.bodies()
    direct = [post for post in stack.taken if post.via is rows.Via.DIRECT]
    assert direct[-1].channel == mover.id
    told = next(post for post in stack.taken if StoredPost.load(post.body).direct == (mover.id,))
    link = f"https://discord.com/channels/{GUILD}/7/{1000 + told.id}"
    assert [button.url for button in bodies[-1].links] == [link]


async def test_who_wants_no_notice_gets_none(stack: Stack) -> None:
    await everybody(stack, with_notice(preferences.Notice.NONE))
    game = await stack.start()
    await stack.take_turn(game, random.Random(3))
    assert {body.ping for body in await stack.bodies()} == {()}
    stack.clock.at += turn_clock.FIRST_REMINDER[turn_clock.Pace.RELAXED]
    assert await stack.calls() == []
    stack.clock.at += 2 * turn_clock.FIRST_REMINDER[turn_clock.Pace.RELAXED]
    (overdue,) = await stack.calls()
    assert overdue.ping == ()
    assert CastVote in buttons(overdue)


async def test_direct_messages_that_fail_are_turned_off_and_the_channel_is_told_once(
    stack: Stack,
) -> None:
    await everybody(stack, with_notice(preferences.Notice.MESSAGE))
    game = await stack.start()
    await stack.take_turn(game, random.Random(3))
    mover = await stack.mover(game)
    await stack.bodies()
    direct = next(post for post in reversed(stack.taken) if post.via is rows.Via.DIRECT)
    for _ in range(2):
        await stack.store.write(lambda tx: direct_refused(tx, direct))
    told = [body.text for body in await stack.bodies()]
    assert len(told) == 1
    assert f"<@{mover.id}>" in told[0]
    assert (await stack.preferences.of(mover.id)).notice is preferences.Notice.MENTION


async def test_a_call_that_has_not_gone_out_is_withdrawn_when_the_turn_ends(
    stack: Stack,
) -> None:
    game = await stack.start()
    mover = await stack.mover(game)
    await stack.bodies()
    stack.clock.at += turn_clock.FIRST_REMINDER[turn_clock.Pace.RELAXED]
    await stack.look()
    await stack.take_turn(game, random.Random(1))
    assert all(mover.id not in body.ping for body in await stack.bodies())


async def test_after_the_end_nobody_is_called(stack: Stack) -> None:
    game = await stack.start()
    await abandon(stack.games, stack.press(PEOPLE[0]), game)
    stack.clock.at += 400 * DAY
    await stack.bodies()
    assert await stack.calls() == []


async def test_a_clock_put_back_neither_repeats_nor_loses_a_call(stack: Stack) -> None:
    game = await stack.start()
    stack.clock.at += turn_clock.FIRST_REMINDER[turn_clock.Pace.RELAXED]
    assert len(await stack.calls()) == 1
    stack.clock.at -= 300 * DAY
    assert await stack.calls() == []
    row = await stack.row(game)
    assert row.clock.since == row.clock.base == stack.clock.at
    assert row.clock.sent == 1
    stack.clock.at += 2 * turn_clock.FIRST_REMINDER[turn_clock.Pace.RELAXED]
    assert len(await stack.calls()) == 1


async def test_a_call_put_off_by_a_clock_that_was_ahead_is_made_in_time(stack: Stack) -> None:
    """The clock is a year ahead for a moment, and it is night there."""
    await stack.start()
    night = turn_clock.Availability("UTC", turn_clock.QuietHours(20 * 60, 8 * 60))
    await everybody(stack, with_almanac(night))
    noon = stack.clock.at = (stack.clock.at // DAY + 1) * DAY + 12 * HOUR
    stack.clock.at += 365 * DAY + 11 * HOUR
    assert await stack.calls() == []
    stack.clock.at = noon
    assert await stack.calls() == []
    stack.clock.at += turn_clock.FIRST_REMINDER[turn_clock.Pace.RELAXED] + DAY
    assert len(await stack.calls()) == 1


async def test_a_clock_put_forward_calls_once(stack: Stack) -> None:
    await stack.start()
    assert await stack.calls() == []
    stack.clock.at += 1000 * DAY
    assert len(await stack.calls()) == 1
    assert await stack.calls() == []


async def test_the_timekeeper_sleeps_to_the_nearest_call_and_never_long(stack: Stack) -> None:
    assert await stack.look() == LONGEST_NAP
    game = await stack.start()
    await stack.bodies()
    assert await stack.look() == LONGEST_NAP
    stack.clock.at += turn_clock.FIRST_REMINDER[turn_clock.Pace.RELAXED] - 20
    assert await stack.look() == pytest.approx(20)
    assert (await stack.row(game)).clock.sent == 0


async def test_pace_is_set_by_players_and_counts_from_then_on(stack: Stack) -> None:
    game = await stack.start()
    stack.clock.at += DAY
    await stack.preferences.set_pace(stack.press(PEOPLE[1]), game, turn_clock.Pace.LIVE)
    await stack.bodies()
    assert (await stack.row(game)).due == stack.clock.at + turn_clock.FIRST_REMINDER[
        turn_clock.Pace.LIVE
    ]
    stack.clock.at += turn_clock.FIRST_REMINDER[turn_clock.Pace.LIVE]
    assert len(await stack.calls()) == 1
    await stack.preferences.set_pace(stack.press(PEOPLE[0]), game, turn_clock.Pace.NONE)
    stack.clock.at += 400 * DAY
    assert await stack.calls() == []
    assert (await stack.row(game)).due is None


async def test_new_games_have_the_pace_of_their_server(stack: Stack) -> None:
    def daily(rules: preferences.ServerSettings) -> preferences.ServerSettings:
        return replace(rules, pace=turn_clock.Pace.DAILY)

    await stack.preferences.change_server(stack.press(STRANGER, manages=True), daily)
    game = await stack.start()
    assert (await stack.row(game)).clock.pace is turn_clock.Pace.DAILY


async def test_games_older_than_clocks_get_one_at_start(stack: Stack) -> None:
    game = await stack.start()
    await stack.store.write(lambda tx: tx.clocks.stop(game))
    await stack.reminders._adopt()
    row = await stack.row(game)
    assert row.person == (await stack.mover(game)).id
    assert row.clock.since == stack.clock.at


async def test_a_game_that_cannot_be_read_holds_up_no_other(stack: Stack) -> None:
    broken, sound = await stack.start(channel=1), await stack.start(channel=2)
    await stack.store.write(lambda tx: tx.clocks.stop(broken))
    await stack.store.write(lambda tx: tx.clocks.stop(sound))
    await stack.store.write(
        lambda tx: tx.clocks._db.run("UPDATE games SET snapshot = '{}' WHERE id = ?", (broken,))
    )
    await stack.restart()
    await stack.reminders._adopt()
    assert (await stack.row(sound)).clock.since == stack.clock.at


async def test_a_call_that_fails_holds_up_no_other(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = await stack.start(channel=1), await stack.start(channel=2)
    await stack.bodies()
    stack.clock.at += turn_clock.FIRST_REMINDER[turn_clock.Pace.RELAXED]

    async def failing(tx: Transaction, row: rows.ClockRow, now: float) -> None:
        if row.game == broken:
            raise ZeroDivisionError
        await call(tx, row, now)

    monkeypatch.setattr("bot.services.calls.reminders.call", failing)
    assert [body.game for body in await stack.calls()] == [sound]
    monkeypatch.setattr("bot.services.calls.reminders.call", call)
    stack.clock.at += PUT_OFF
    assert [body.game for body in await stack.calls()] == [broken]


async def test_a_turn_that_ends_in_the_last_moment_is_not_called_to(stack: Stack) -> None:
    game = await stack.start()
    stack.clock.at += turn_clock.FIRST_REMINDER[turn_clock.Pace.RELAXED]
    row = await stack.row(game)
    await stack.take_turn(game, random.Random(1))
    await stack.bodies()
    await stack.store.write(lambda tx: call(tx, row, stack.clock.at))
    assert await stack.bodies() == []
    assert (await stack.row(game)).clock.sent == 0


@pytest.mark.parametrize("games", [300, pytest.param(10_000, marks=pytest.mark.soak)])
async def test_many_calls_due_at_start_go_out_once_each_and_let_turns_pass(
    stack: Stack, games: int
) -> None:
    """They are queued a few at a time, as the outbox gets rid of them."""
    first = await stack.start()
    await stack.bodies()

    async def copies(tx: Transaction) -> None:
        database = tx.clocks._db
        for number in range(games - 1):
            (copy,) = await database.rows(
                "INSERT INTO games (channel, guild, locale, status, options, snapshot, created,"
                " changed) SELECT CAST(? AS BIGINT), guild, locale, status, options, snapshot,"
                " created, changed FROM games WHERE id = ? RETURNING id",
                (1_000 + number, first),
            )
            for table, columns in (
                ("players", "seat, person, name"),
                ("clocks", "seat, person, turn, pace, since, base, sent, noticed, due"),
            ):
                await database.run(
                    f"INSERT INTO {table} (game, {columns}) SELECT CAST(? AS BIGINT), {columns}"
                    f" FROM {table} WHERE game = ?",
                    (copy["id"], first),
                )

    await stack.store.write(copies)
    stack.clock.at += 50 * DAY
    called = 0
    while True:
        pause = await stack.look()
        waiting = await stack.store.read(lambda tx: tx.posts.count_waiting())
        assert waiting < FULL + CALLS_AT_ONCE
        bodies = await stack.bodies()
        called += len(bodies)
        if not bodies:
            break
        assert pause <= LONGEST_NAP
    assert called == games
    assert all(post.attempts == 0 for post in stack.taken)


async def test_the_running_task_wakes_for_a_call(stack: Stack) -> None:
    await stack.start()
    await stack.bodies()
    task = asyncio.create_task(stack.reminders.run())
    await asyncio.sleep(0)
    stack.clock.at += turn_clock.FIRST_REMINDER[turn_clock.Pace.RELAXED]
    stack.reminders.kick()
    for _ in range(200):
        if await stack.store.read(lambda tx: tx.posts.count_waiting()):
            break
        await asyncio.sleep(0.01)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert len(await stack.bodies()) == 1


async def test_games_are_listed_with_the_persons_own_turns_first(stack: Stack) -> None:
    games = []
    for number in range(4):
        stack.clock.at += HOUR
        games.append(await stack.start(channel=100 + number))
    await stack.bodies()
    ada = PEOPLE[0]
    lines = await stack.store.read(lambda tx: tx.clocks.games_of(ada.id))
    mine = [line.person == ada.id for line in lines]
    assert mine == sorted(mine, reverse=True)
    assert {line.game for line in lines} == set(games)
    assert all(line.message is not None and line.since is not None for line in lines)
    nobody = await stack.store.read(lambda tx: tx.clocks.games_of(STRANGER.id))
    assert nobody == ()


async def test_a_game_elsewhere_is_reminded_of_in_its_own_channel(stack: Stack) -> None:
    await stack.start(channel=70)
    await stack.bodies()
    stack.clock.at += turn_clock.FIRST_REMINDER[turn_clock.Pace.RELAXED]
    await stack.look()
    (post,) = await stack.store.read(lambda tx: tx.posts.heads())
    assert post.channel == 70
    assert post.game is None
