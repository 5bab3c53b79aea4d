"""The times to call people: the pace of a table, and the zone, quiet hours and absences of each.

Pure: no clock, no storage. Moments are Unix seconds; hours of a day are minutes after midnight in
the person's own time zone.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

_DAY: Final = 24 * 60
"""Minutes of a day."""
_SECONDS_A_DAY: Final = 24 * 3600.0
_LONGEST_ABSENCE: Final = 366 * _SECONDS_A_DAY
_UTC_NAME: Final = "UTC"
_HOUR: Final = re.compile(r"(\d{1,2})(?:[:.h](\d{2}))?")
_SPAN: Final = re.compile(r"(\d{1,3})\s*([^\W\d_])")
SPANS: Final[Mapping[str, float]] = {
    "hour": 3600.0,
    "day": _SECONDS_A_DAY,
    "week": 7 * _SECONDS_A_DAY,
}
"""The seconds of each unit of a span."""
_LETTERS: Final[Mapping[str, float]] = {unit[0]: length for unit, length in SPANS.items()}
_DAY_AND_HOUR: Final = re.compile(
    r"(?:(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})"
    r"|(?P<first>\d{1,2})\. ?(?P<second>\d{1,2})\. ?(?P<third>\d{4}))(?:[ t]+(?P<hour>\S+))?"
)
"""A day by year, month and day, or by day, month and year with points between them."""
REMINDERS: Final = 3
"""After so many reminders nobody is called any more."""
OVERDUE: Final = 2
"""The number of the reminder that lets the others know that they can decide how to go on."""
PASS_NOTICE: Final = 3600.0
"""Seconds for which a person who can only pass may do so before the bot does it for them."""
LONGEST_TURN: Final = 9 * 24 * 3600.0
"""Seconds after which the others can decide at any pace, where nobody is reminded too."""


class NonsenseError(ValueError):
    """A zone, an hour or a date that means nothing."""


@dataclass(frozen=True, slots=True)
class QuietHours:
    """Hours of each day in which nobody calls: from `start` up to `end`, perhaps past midnight."""

    start: int
    end: int

    def __post_init__(self) -> None:
        """Raise NonsenseError for minutes of no day, and for hours without length."""
        if not (0 <= self.start < _DAY and 0 <= self.end < _DAY) or self.start == self.end:
            raise NonsenseError

    def holds(self, minute: int) -> bool:
        """Say whether a minute of the day is quiet."""
        if self.start < self.end:
            return self.start <= minute < self.end
        return minute >= self.start or minute < self.end


@dataclass(frozen=True, slots=True)
class Availability:
    """A person's time zone, quiet hours and absence; `away_until` is the moment of the return."""

    zone: str = _UTC_NAME
    quiet: QuietHours | None = None
    away_until: float | None = None

    def is_away(self, moment: float) -> bool:
        """Say whether the person is away then."""
        return self.away_until is not None and moment < self.away_until

    def allowed_at(self, moment: float) -> float:
        """The first moment, from the given one on, at which the person may be disturbed."""
        if self.away_until is not None and moment < self.away_until:
            moment = self.away_until
        if self.quiet is None:
            return moment
        local = datetime.fromtimestamp(moment, zone_named(self.zone))
        if not self.quiet.holds(local.hour * 60 + local.minute):
            return moment
        return _next_at(local, self.quiet.end)


def zone_named(name: str) -> ZoneInfo:
    """The zone of a stored name; a zone that this machine no longer knows counts as UTC."""
    return ZoneInfo(name if name in zones() else _UTC_NAME)


@cache
def zones() -> frozenset[str]:
    """The names of all time zones, as in Europe/Berlin."""
    return frozenset(available_timezones() | {_UTC_NAME})


@cache
def _spellings() -> dict[str, str]:
    return {_plain(name): name for name in sorted(zones(), reverse=True)}


def _plain(name: str) -> str:
    return name.casefold().replace(" ", "_")


def parse_zone(text: str) -> str:
    """The name of a zone, in whatever case it was typed; raises NonsenseError for no zone."""
    name = _spellings().get(_plain(text.strip()))
    if name is None:
        raise NonsenseError(text)
    return name


def fitting_zones(typed: str, limit: int) -> tuple[str, ...]:
    """The zones whose name holds what is typed, first those of which a part begins with it."""
    wanted = _plain(typed.strip())
    fitting = [name for name in zones() if wanted in name.casefold()]

    def rank(name: str) -> tuple[bool, bool, str]:
        low = name.casefold()
        starts = low.startswith(wanted) or f"/{wanted}" in low
        return (not starts, "/" not in name, name)

    return tuple(sorted(fitting, key=rank)[:limit])


def parse_hour(text: str) -> int:
    """An hour such as 22, 7:30 or 07.30 as minutes; raises NonsenseError for no hour of a day."""
    match = _HOUR.fullmatch(text.strip().casefold())
    if match is None:
        raise NonsenseError(text)
    hour, minute = int(match[1]), int(match[2] or 0)
    if hour > 23 or minute > 59:
        raise NonsenseError(text)
    return hour * 60 + minute


def parse_until(text: str, now: float, zone: str, letters: Mapping[str, float] = _LETTERS) -> float:
    """The moment meant by a day (2027-05-03), a day and an hour (3.5.2027 18:00) or a span (3d).

    `letters` are those that stand for a unit of a span, with its seconds.

    A day alone means its beginning: the person is back on it. An hour that a change of the clocks
    skips means the moment after the gap, one that comes twice the later of the two. Raises
    NonsenseError for anything else, for what has passed, and for more than a year ahead.
    """
    moment = _moment(text.strip().casefold(), now, zone, letters)
    if not now < moment <= now + _LONGEST_ABSENCE:
        raise NonsenseError(text)
    return moment


def _moment(text: str, now: float, zone: str, letters: Mapping[str, float]) -> float:
    if (match := _SPAN.fullmatch(text)) and match[2] in letters:
        return now + int(match[1]) * letters[match[2]]
    match = _DAY_AND_HOUR.fullmatch(text)
    if match is None:
        raise NonsenseError(text)
    minutes = parse_hour(match["hour"]) if match["hour"] else 0
    ordered = ("year", "month", "day") if match["year"] else ("third", "second", "first")
    try:
        day = date(*map(int, match.group(*ordered)))
        return _at(day, minutes, zone_named(zone), fold=1)
    except (ValueError, OverflowError) as error:
        raise NonsenseError(text) from error


def hour_text(minute: int) -> str:
    """A minute of the day as it is typed: 07:30."""
    return f"{minute // 60:02}:{minute % 60:02}"


def _at(day: date, minute: int, zone: ZoneInfo, fold: int) -> float:
    wall = datetime.combine(day, time(minute // 60, minute % 60), zone).replace(fold=fold)
    moment = wall.timestamp()
    back = datetime.fromtimestamp(moment, zone)
    if back.replace(tzinfo=None) < wall.replace(tzinfo=None):  # in a gap, read as winter time
        return wall.replace(fold=0).timestamp()
    return moment


def _next_at(local: datetime, minute: int) -> float:
    """The first moment after `local` at which its zone's clocks show this minute, or later."""
    zone = local.tzinfo
    assert isinstance(zone, ZoneInfo)
    now = local.timestamp()
    days = (local.date() + timedelta(days=ahead) for ahead in range(3))
    moments = (_at(day, minute, zone, fold) for day in days for fold in (0, 1))
    return min(moment for moment in moments if moment > now)


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
LONGEST_WAIT_SECONDS: Final = FIRST_REMINDER[Pace.RELAXED] * 2.0**REMINDERS
"""Seconds beyond which no call is due, but for somebody who is away."""


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
