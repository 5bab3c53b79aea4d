"""Calls, votes and lists of games: in every language, within Discord's limits."""

from dataclasses import replace

import pytest

from bot.model import buttons, messages, rows, turn_clock
from bot.model.channel_loss import ChannelLoss
from bot.model.custom_ids import BUTTON_LIMIT, write_button
from bot.model.people import Person
from bot.present.posts.call_posts import (
    direct_notice,
    free_seat_post,
    games_page,
    late_notice,
    reminder,
    vote_post,
)
from bot.present.posts.channel_posts import MOST_LINKS, place_lost, place_lost_here
from bot.words import catalog, languages, number_language

ADA = Person("Ada", "<@1>")
CLOCK = turn_clock.TurnClock(turn_clock.Pace.DAILY, 1_800_000_000.0, 1_800_000_000.0)
LONGEST_ID = 2**63 - 1


def every_post(language: str) -> tuple[messages.Post, ...]:
    words = catalog(language)
    return (
        direct_notice("https://discord.com/channels/1/2/3", words),
        late_notice(ADA, CLOCK, words),
        reminder(ADA, CLOCK, None, words),
        reminder(ADA, CLOCK, 99, words),
        vote_post(ADA, CLOCK, 99, words),
        free_seat_post(ADA, LONGEST_ID, words),
        *(place_lost(loss, games, words) for loss in ChannelLoss for games in (1, 2, 5, 22)),
        place_lost(ChannelLoss.LOCKED, 1, words, above=LONGEST_ID, alone=True),
        place_lost_here(("Ada", "Bo"), ChannelLoss.LOCKED, words),
    )


@pytest.mark.parametrize("language", languages())
def test_calls_are_within_discords_limits(language: str) -> None:
    for post in every_post(language):
        assert 0 < len(post.text) <= messages.TEXT_LIMIT
        for link in post.links:
            assert 0 < len(link.label) <= messages.LABEL_LIMIT
        for row in post.rows:
            assert 0 < len(row) <= 5
            for button in row:
                assert 0 < len(button.label) <= messages.LABEL_LIMIT
                assert len(write_button(button.value)) <= BUTTON_LIMIT


@pytest.mark.parametrize("language", languages())
def test_a_reminder_mentions_the_person_and_the_moment(language: str) -> None:
    text = reminder(ADA, CLOCK, None, catalog(language)).text
    assert ADA.mention in text
    assert "<t:1800000000:f> (<t:1800000000:R>)" in text


def test_a_direct_message_has_a_button_that_leads_to_the_table() -> None:
    post = direct_notice("https://discord.com/channels/1/2/3", catalog())
    assert post.links == (
        messages.LinkButton("Go to the table", "https://discord.com/channels/1/2/3"),
    )
    assert "https://" not in post.text


def test_only_an_overdue_reminder_offers_ways_to_go_on() -> None:
    def votes(decide: int | None) -> list[buttons.CastVote]:
        post = reminder(ADA, CLOCK, decide, catalog())
        values = [button.value for row in post.rows for button in row]
        return [value for value in values if isinstance(value, buttons.CastVote)]

    assert votes(None) == []
    assert votes(12) == [buttons.CastVote(12, way) for way in turn_clock.VoteOption]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("count", [0, 1, 2, 12, 13, 500])
def test_any_number_of_games_fits_one_message(language: str, count: int) -> None:
    games = [
        rows.GameLine(at, LONGEST_ID, LONGEST_ID, LONGEST_ID, 1 + at % 2, "N" * 32, 1_800_000_000.0)
        for at in range(count)
    ]
    page = games_page(1, games, catalog(language), {LONGEST_ID})
    assert 0 < len(page.text) <= messages.TEXT_LIMIT
    assert "…" not in page.text
    assert len(page.links) <= MOST_LINKS
    assert all(0 < len(link.label) <= messages.LABEL_LIMIT for link in page.links)
    assert len(page.links) == page.text.count(f"<#{LONGEST_ID}>")


def test_a_list_has_a_button_for_each_of_its_first_games_and_numbers_tell_them_apart() -> None:
    def listed(count: int) -> messages.Prompt:
        games = [rows.GameLine(at, 7, 8, 100 + at, None, None, None) for at in range(1, count + 1)]
        return games_page(1, games, catalog())

    (link,) = listed(1).links
    assert link == messages.LinkButton("Go to the table", "https://discord.com/channels/8/7/101")
    assert listed(1).text.splitlines()[1:] == ["<#7>"]
    two = listed(2)
    assert two.text.splitlines()[1:] == ["**1** <#7>", "**2** <#7>"]
    assert [link.label for link in two.links] == ["Table 1", "Table 2"]
    assert [link.url.rsplit("/", 1)[1] for link in two.links] == ["101", "102"]
    many = listed(40)
    assert len(many.links) == MOST_LINKS
    assert many.text.splitlines()[25:27] == ["**25** <#7>", "<#7>"]


def test_a_list_of_games_says_first_whether_one_waits_for_you() -> None:
    theirs = rows.GameLine(1, 7, 8, 9, 2, "Bo", 1_800_000_000.0)
    mine = rows.GameLine(2, 7, 8, 9, 1, "Ada", 1_800_000_000.0)
    assert "it isn't waiting for you" in games_page(1, [theirs], catalog()).text
    assert "none of them is waiting for you" in games_page(1, [theirs, theirs], catalog()).text
    assert "your turn in 1." in games_page(1, [theirs, mine], catalog()).text


def test_a_thread_that_is_woken_is_marked_before_the_note() -> None:
    asleep = rows.GameLine(1, 7, 8, 9, 2, "Bo", 1_800_000_000.0, "mind the sails")
    awake, locked = replace(asleep, channel=6), replace(asleep, channel=5, lost=160005)
    lines = games_page(1, [asleep, awake, locked], catalog(), {7, 5}).text.split("\n")
    assert catalog().say("place.asleep") in lines
    (marked,) = [at for at, line in enumerate(lines) if line.endswith("☾")]
    assert "<#7>" in lines[marked]
    assert lines[marked + 1] == "> mind the sails"


def test_a_game_without_a_clock_is_listed_by_its_place() -> None:
    game = rows.GameLine(1, 7, None, None, None, None, None)
    page = games_page(1, [game], catalog())
    assert "<#7>" in page.text
    assert [link.url for link in page.links] == ["https://discord.com/channels/@me/7"]


@pytest.mark.parametrize(
    ("typed", "meant"), [("de", "de"), ("DE", "de"), ("en-GB", "en_GB"), (" pl ", "pl")]
)
def test_a_language_of_numbers_is_read_as_people_write_it(typed: str, meant: str) -> None:
    assert number_language(typed) == meant


@pytest.mark.parametrize("typed", ["", "klingon", "x" * 60, "../de", "12", "de.toml", "_"])
def test_a_language_that_does_not_exist_is_refused(typed: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - what it says is not read
        number_language(typed)


def test_numbers_follow_their_own_language() -> None:
    assert catalog("en", "de").spell(12345) == "12.345"
    assert catalog("en").spell(12345) == "12,345"
