"""The pace of a table, and the times to remind its players. Pure: no clock, no storage."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.model.availability import Availability


class Pace(StrEnum):
    """The time in which a turn is expected."""

    LIVE = "live"
    DAILY = "daily"
    RELAXED = "relaxed"
    NONE = "none"


FIRST_REMINDER: Final = {
    Pace.LIVE: 15 * 60.0,
    Pace.DAILY: 24 * 3600.0,
    Pace.RELAXED: 72 * 3600.0,
}
"""Seconds until the first reminder; each of the next waits twice as long as the one before."""
REMINDERS: Final = 3
"""After so many reminders nobody is called any more."""
LONGEST_WAIT_SECONDS: Final = FIRST_REMINDER[Pace.RELAXED] * 2.0**REMINDERS
"""Seconds beyond which no call is due, but for somebody who is away."""
OVERDUE: Final = 2
"""The number of the reminder that lets the others know that they can decide how to go on."""
PASS_NOTICE: Final = 3600.0
"""Seconds for which a person who can only pass may do so before the bot does it for them."""
LONGEST_TURN: Final = 9 * 24 * 3600.0
"""Seconds after which the others can decide at any pace, where nobody is reminded too."""


class VoteOption(StrEnum):
    """A way to go on without somebody who does not move."""

    WAIT = "wait"
    BOT = "bot"
    REPLACE = "replace"


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The waiting of the person to move: its beginning, and the number of reminders.

    `since` is when the turn became theirs. The next reminder counts from `base`: that moment, the
    last reminder, or when the others decided to wait. `noticed` is False while the mention itself
    waits for the end of quiet hours. Of a person who can only pass, while others wait for it, the
    bot `passes` in place of the first reminder.
    """

    pace: Pace
    since: float
    base: float
    sent: int = 0
    noticed: bool = True
    passes: bool = False

    def is_overdue(self, now: float) -> bool:
        """Say whether the others may decide how to go on."""
        return self.sent >= OVERDUE or now >= self.since + LONGEST_TURN

    def called(self, now: float) -> "TurnClock":
        """After the notice or the next reminder went out at `now`.

        Distances count from there: a bot that stood still catches up with one call, not with all.
        """
        if not self.noticed:
            return replace(self, noticed=True, base=now)
        return replace(self, sent=self.sent + 1, base=now)

    def next_call(self, availability: Availability, now: float) -> float | None:
        """Return the time of the next call to the person to move; None for never again.

        It is that of the pass where the bot does it for them, which disturbs nobody.
        """
        if not self.noticed:
            return availability.allowed_at(now)
        if self.passes:
            return self.base + PASS_NOTICE
        if self.pace is Pace.NONE or self.sent >= REMINDERS:
            return None
        return availability.allowed_at(self.base + FIRST_REMINDER[self.pace] * 2.0**self.sent)

    def set_right(self, now: float) -> "TurnClock":
        """Return the clock after the machine's was put back: nothing began in the future."""
        return replace(self, since=min(self.since, now), base=min(self.base, now))
