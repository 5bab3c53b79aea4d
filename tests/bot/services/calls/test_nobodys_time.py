"""The bot's own outage, and a wall clock that somebody sets, are nobody's thinking time."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import cast

import discord
import pytest

from bot.chat.interaction.traffic import LATE_ANSWER_SECONDS, Lateness
from bot.model import turn_clock
from bot.runtime.housekeeping import forget_old
from bot.services.people import Rate, RecentDeeds
from tests.kit.presses import refused
from tests.kit.stack import DAY, HOUR, Stack

SET_BY = [400 * DAY, -400 * DAY]


async def test_after_an_outage_nobody_can_be_replaced_and_reminders_go_on(stack: Stack) -> None:
    game = await stack.start()
    await stack.calls()
    stack.clock.at += 71 * HOUR
    assert await stack.calls() == []
    before = await stack.row(game)
    stack.clock.at += 30 * DAY
    await stack.restart()
    assert await stack.calls() == []
    after = await stack.row(game)
    assert after.clock.since == before.clock.since + 30 * DAY
    (other,) = await stack.others(game)
    assert await refused(stack.votes.ask(stack.press(other), game)) == "vote.sorry.not_overdue"
    stack.clock.at += HOUR
    assert len(await stack.calls()) == 1


async def test_a_short_restart_is_nobody_s_news(stack: Stack) -> None:
    game = await stack.start()
    await stack.look()
    before = await stack.row(game)
    stack.clock.at += 60.0
    await stack.restart()
    await stack.look()
    assert await stack.row(game) == before


@pytest.mark.parametrize("seconds", SET_BY)
async def test_a_clock_that_is_set_while_the_bot_runs_reminds_nobody(
    stack: Stack, seconds: float
) -> None:
    game = await stack.start()
    await stack.calls()
    stack.clock.at += 10 * HOUR
    await stack.look()
    stack.clock.set_by(seconds)
    assert await stack.calls() == []
    row = await stack.row(game)
    assert not row.clock.is_overdue(stack.clock.at)
    assert stack.clock.at - row.clock.since == pytest.approx(10 * HOUR)
    stack.clock.at += turn_clock.FIRST_REMINDER[turn_clock.Pace.RELAXED] - 10 * HOUR
    assert len(await stack.calls()) == 1


@pytest.mark.parametrize("seconds", SET_BY)
async def test_a_turn_that_begins_just_after_a_step_has_just_begun(
    stack: Stack, seconds: float
) -> None:
    await stack.look()
    stack.clock.set_by(seconds)
    game = await stack.start()
    begun = stack.clock.at
    await stack.look()
    assert (await stack.row(game)).clock.since == begun


async def test_posts_lost_before_an_outage_are_kept_over_it(stack: Stack) -> None:
    game = await stack.start()
    await stack.look()
    (post, *_) = await stack.store.read(lambda tx: tx.posts.waiting(game))
    await stack.store.write(lambda tx: tx.posts.lose(post.id))
    stack.clock.at += turn_clock.LONGEST_TURN
    await stack.restart()
    await stack.look()
    await forget_old(stack.store, stack.clock.at)
    assert await stack.store.read(lambda tx: tx.posts.lost(game))


@pytest.mark.parametrize("seconds", SET_BY)
def test_a_clock_that_is_set_changes_no_allowance(stack: Stack, seconds: float) -> None:
    deeds = RecentDeeds(Rate(2, 10.0), stack.clock)
    assert deeds.take(1)
    stack.clock.set_by(seconds)
    assert [deeds.take(1), deeds.take(1)] == [True, False]
    stack.clock.at += 10.0
    assert deeds.take(1)


@pytest.mark.parametrize("seconds", SET_BY)
def test_no_press_is_late_because_a_clock_is_set(stack: Stack, seconds: float) -> None:
    lateness, begun = Lateness(stack.clock), stack.clock.at
    pressed = SimpleNamespace(created_at=datetime.fromtimestamp(begun, UTC))
    press = cast(discord.Interaction, pressed)
    assert lateness.of(press) == 0
    stack.clock.set_by(seconds)
    assert lateness.of(press) < LATE_ANSWER_SECONDS
