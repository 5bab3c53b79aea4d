"""Quiet hours, absences, time zones and dates: what makes sense, and what does not."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.chat.handlers import settings
from bot.model import turn_clock
from bot.words import catalog

WARSAW = "Europe/Warsaw"
NIGHT = turn_clock.QuietHours(22 * 60, 7 * 60)


def at(text: str, zone: str = WARSAW) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


def shown(moment: float, zone: str = WARSAW) -> str:
    return datetime.fromtimestamp(moment, ZoneInfo(zone)).isoformat(" ", "minutes")[:16]


@pytest.mark.parametrize(
    ("moment", "allowed"),
    [
        ("2027-05-03 21:59", "2027-05-03 21:59"),
        ("2027-05-03 22:00", "2027-05-04 07:00"),
        ("2027-05-04 03:00", "2027-05-04 07:00"),
        ("2027-05-04 07:00", "2027-05-04 07:00"),
    ],
)
def test_quiet_hours_past_midnight_end_in_the_morning(moment: str, allowed: str) -> None:
    assert shown(turn_clock.Availability(WARSAW, NIGHT).allowed_at(at(moment))) == allowed


def test_quiet_hours_are_those_of_the_persons_zone() -> None:
    noon_in_warsaw = at("2027-05-03 12:00")
    assert turn_clock.Availability(WARSAW, NIGHT).allowed_at(noon_in_warsaw) == noon_in_warsaw
    allowed = turn_clock.Availability("America/Los_Angeles", NIGHT).allowed_at(noon_in_warsaw)
    assert shown(allowed, "America/Los_Angeles") == "2027-05-03 07:00"


def test_an_absence_ends_before_quiet_hours_are_looked_at() -> None:
    back = at("2027-05-10 23:30")
    availability = turn_clock.Availability(WARSAW, NIGHT, back)
    assert shown(availability.allowed_at(at("2027-05-03 12:00"))) == "2027-05-11 07:00"
    assert availability.is_away(at("2027-05-03 12:00"))
    assert not availability.is_away(back)


def test_quiet_hours_that_end_in_the_gap_of_spring_end_after_it() -> None:
    quiet = turn_clock.QuietHours(23 * 60, 2 * 60 + 30)
    allowed = turn_clock.Availability(WARSAW, quiet).allowed_at(at("2027-03-28 01:00"))
    assert shown(allowed) == "2027-03-28 03:30"


def test_quiet_hours_that_end_in_the_doubled_hour_end_once() -> None:
    quiet = turn_clock.QuietHours(23 * 60, 2 * 60 + 30)
    availability = turn_clock.Availability(WARSAW, quiet)
    allowed = availability.allowed_at(at("2027-10-31 01:00"))
    assert shown(allowed) == "2027-10-31 02:30"
    assert availability.allowed_at(allowed) == allowed


@given(
    zone=st.sampled_from(sorted(turn_clock.zones())),
    moment=st.floats(min_value=0, max_value=4e9),
    start=st.integers(0, 1439),
    end=st.integers(0, 1439),
    away=st.none() | st.floats(min_value=0, max_value=4e9),
)
def test_the_allowed_moment_is_never_earlier_nor_more_than_two_days_later(
    zone: str, moment: float, start: int, end: int, away: float | None
) -> None:
    assume(start != end)
    allowed = turn_clock.Availability(zone, turn_clock.QuietHours(start, end), away).allowed_at(
        moment
    )
    began = moment if away is None else max(moment, away)
    assert began <= allowed <= began + 2 * 24 * 3600


@pytest.mark.parametrize("hours", [(60, 60), (-1, 5), (0, 1440), (1500, 3)])
def test_quiet_hours_without_length_or_outside_the_day_are_nonsense(hours: tuple[int, int]) -> None:
    with pytest.raises(turn_clock.NonsenseError):
        turn_clock.QuietHours(*hours)


@pytest.mark.parametrize("typed", ["Europe/Warsaw", "europe/warsaw", " EUROPE/WARSAW "])
def test_a_zone_is_found_in_any_case(typed: str) -> None:
    assert turn_clock.parse_zone(typed) == WARSAW


def test_a_zone_of_two_words_is_found() -> None:
    assert turn_clock.parse_zone("america/new york") == "America/New_York"
    assert turn_clock.parse_zone("utc") == "UTC"


@pytest.mark.parametrize(
    "typed", ["", "Warsaw!", "Middle/Earth", "../../etc/passwd", "/", "+25:00"]
)
def test_a_zone_that_does_not_exist_is_nonsense(typed: str) -> None:
    with pytest.raises(turn_clock.NonsenseError):
        turn_clock.parse_zone(typed)


def test_a_stored_zone_that_vanished_counts_as_utc() -> None:
    assert turn_clock.zone_named("Atlantis/Capital").key == "UTC"


def test_zones_are_completed_by_their_city() -> None:
    assert turn_clock.fitting_zones("warsaw", 25)[0] == WARSAW
    assert "America/New_York" in turn_clock.fitting_zones("new y", 25)
    assert len(turn_clock.fitting_zones("", 25)) == 25
    assert turn_clock.fitting_zones("no such place", 25) == ()


@pytest.mark.parametrize(
    ("language", "typed", "zone"),
    [
        ("pl", "Warszawa", WARSAW),
        ("pl", "krakow", None),
        ("pl", "Wiedeń", "Europe/Vienna"),
        ("de", "Wien", "Europe/Vienna"),
        ("de", "zurich", "Europe/Zurich"),
        ("de", "Rom", "Europe/Rome"),
        ("de", "Warsaw", WARSAW),
        ("en", "chicago", "America/Chicago"),
        ("en", "America/Chicago", "America/Chicago"),
    ],
)
def test_a_zone_is_found_by_its_city_in_each_language(
    language: str, typed: str, zone: str | None
) -> None:
    found = settings._zones(typed, catalog(language))
    assert found == (() if zone is None else (zone,))


@pytest.mark.parametrize(
    ("typed", "minute"),
    [("22", 1320), ("7:30", 450), ("07.05", 425), ("18h30", 1110), ("18H30", 1110)],
)
def test_an_hour_is_read_as_people_write_it(typed: str, minute: int) -> None:
    assert turn_clock.parse_hour(typed) == minute


@pytest.mark.parametrize("typed", ["24", "7:60", "", "noon", "-1", "7:3", "12:30:15", "٢٥"])
def test_an_hour_of_no_day_is_nonsense(typed: str) -> None:
    with pytest.raises(turn_clock.NonsenseError):
        turn_clock.parse_hour(typed)


def test_an_hour_is_shown_as_it_can_be_typed() -> None:
    assert turn_clock.hour_text(turn_clock.parse_hour("7:05")) == "07:05"


NOW = at("2027-03-01 12:00")


@pytest.mark.parametrize(
    ("typed", "back"),
    [
        ("2027-03-05", "2027-03-05 00:00"),
        ("2027-03-05 18:30", "2027-03-05 18:30"),
        ("2027-03-05 18h30", "2027-03-05 18:30"),
        ("2027-03-05T18:30", "2027-03-05 18:30"),
        ("5.3.2027", "2027-03-05 00:00"),
        ("05. 03. 2027 18:30", "2027-03-05 18:30"),
        ("3d", "2027-03-04 12:00"),
        ("2 w", "2027-03-15 12:00"),
        ("5h", "2027-03-01 17:00"),
        ("2027-03-28 02:30", "2027-03-28 03:30"),
    ],
)
def test_a_day_an_hour_or_a_span_says_until_when(typed: str, back: str) -> None:
    assert shown(turn_clock.parse_until(typed, NOW, WARSAW)) == back


@pytest.mark.parametrize(
    ("language", "typed", "back"),
    [
        ("en", "2w", "2027-03-15 12:00"),
        ("de", "3t", "2027-03-04 12:00"),
        ("de", "3d", "2027-03-04 12:00"),
        ("pl", "2t", "2027-03-15 12:00"),
        ("pl", "2w", "2027-03-15 12:00"),
        ("pl", "3d", "2027-03-04 12:00"),
    ],
)
def test_a_span_has_the_letters_of_the_language_and_the_english_ones(
    language: str, typed: str, back: str
) -> None:
    assert (
        shown(turn_clock.parse_until(typed, NOW, WARSAW, settings.span_letters(catalog(language))))
        == back
    )


def test_an_hour_that_comes_twice_is_the_later_one() -> None:
    later = turn_clock.parse_until("2027-10-31 02:30", NOW, WARSAW)
    assert later == at("2027-10-31 01:30") + 2 * 3600


@pytest.mark.parametrize(
    "typed",
    [
        "2027-02-30",
        "2027-13-01",
        "2026-12-31",
        "2027-03-01 11:59",
        "2031-01-01",
        "9999-12-31 23:59",
        "0000-00-00",
        "0d",
        "999w",
        "tomorrow",
        "",
        "2027-03-05 25:00",
        "03/05/2027",
        "31.4.2027",
        "3x",
    ],
)
def test_a_day_that_does_not_exist_is_past_or_too_far_is_nonsense(typed: str) -> None:
    with pytest.raises(turn_clock.NonsenseError):
        turn_clock.parse_until(typed, NOW, WARSAW)
