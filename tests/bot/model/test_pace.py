"""Reminders: growing distances with an end, one call after a standstill, quiet hours kept."""

import pytest

from bot.model import turn_clock

ALWAYS = turn_clock.Availability()
START = 1_800_000_000.0


def calls(
    clock: turn_clock.TurnClock, availability: turn_clock.Availability = ALWAYS
) -> list[float]:
    """Every moment at which a person who never moves is called."""
    moments: list[float] = []
    while (due := clock.next_call(availability, clock.base)) is not None:
        moments.append(due)
        clock = clock.called(due)
    return moments


@pytest.mark.parametrize(
    "pace", [turn_clock.Pace.LIVE, turn_clock.Pace.DAILY, turn_clock.Pace.RELAXED]
)
def test_reminders_come_in_growing_distances_and_end(pace: turn_clock.Pace) -> None:
    moments = calls(turn_clock.TurnClock(pace, START, START))
    distances = [b - a for a, b in zip([START, *moments], moments, strict=False)]
    assert distances == [
        turn_clock.FIRST_REMINDER[pace] * 2**number for number in range(turn_clock.REMINDERS)
    ]


def test_without_a_pace_nobody_is_reminded() -> None:
    assert calls(turn_clock.TurnClock(turn_clock.Pace.NONE, START, START)) == []


def test_who_was_not_called_in_time_is_called_once() -> None:
    clock = turn_clock.TurnClock(turn_clock.Pace.LIVE, START, START)
    due = clock.next_call(ALWAYS, START)
    assert due is not None
    much_later = START + 365 * 24 * 3600
    after = clock.called(much_later)
    again = after.next_call(ALWAYS, much_later)
    assert again == much_later + 2 * turn_clock.FIRST_REMINDER[turn_clock.Pace.LIVE]


def test_the_others_may_decide_after_the_second_reminder() -> None:
    clock = turn_clock.TurnClock(turn_clock.Pace.DAILY, START, START)
    overdue = []
    for number in range(turn_clock.REMINDERS):
        clock = clock.called(START + number)
        overdue.append(clock.is_overdue(START))
    assert overdue == [False, True, True]


def test_a_notice_that_waits_is_given_first_and_counts_as_no_reminder() -> None:
    clock = turn_clock.TurnClock(turn_clock.Pace.DAILY, START, START, noticed=False)
    assert clock.next_call(ALWAYS, START) == START
    after = clock.called(START)
    assert (after.noticed, after.sent) == (True, 0)


def test_a_notice_is_given_even_where_nobody_is_reminded() -> None:
    clock = turn_clock.TurnClock(turn_clock.Pace.NONE, START, START, noticed=False)
    assert clock.next_call(ALWAYS, START) == START
    assert clock.called(START).next_call(ALWAYS, START) is None


def test_reminders_keep_out_of_quiet_hours_and_absences() -> None:
    back = START + 30 * 24 * 3600
    availability = turn_clock.Availability(
        "Europe/Warsaw", turn_clock.QuietHours(20 * 60, 9 * 60), back
    )
    moments = calls(turn_clock.TurnClock(turn_clock.Pace.LIVE, START, START), availability)
    assert len(moments) == turn_clock.REMINDERS
    assert all(availability.allowed_at(moment) == moment >= back for moment in moments)


def test_a_clock_that_was_put_back_leaves_nothing_in_the_future() -> None:
    clock = turn_clock.TurnClock(turn_clock.Pace.DAILY, START, START + 50, sent=1)
    right = clock.set_right(START - 3600)
    assert (right.since, right.base, right.sent) == (START - 3600, START - 3600, 1)
    assert clock.set_right(START + 100) == clock
