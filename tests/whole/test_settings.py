"""Settings of people, servers and tables: each is changed on the page that shows it."""

import io

import pytest
from PIL import Image, ImageStat

from bot.model import buttons, turn_clock
from bot.model.custom_ids import write_button
from bot.model.settings import (
    UNSET,
    ChangeSetting,
    ChooseSetting,
    Setting,
    ShowSettings,
    TypeSetting,
    Whose,
)
from bot.standin import Message
from bot.standin.layout import pictures, text
from tests.kit.blank import DRAWN
from tests.kit.hall import Hall, solo
from tests.kit.pages import by_page, choose, control_of, follow, made_up, settings
from tests.kit.whole import controls, has_turn_button

STRONGEST_NIGHT = 10


async def test_only_who_manages_the_server_changes_its_settings(hall: Hall) -> None:
    owner, guest = hall.people[:2]
    page = await settings(guest, hall.table, Whose.SERVER)
    assert "everyone" in text(page)
    assert [one.answer for one in controls(page)] == [write_button(ShowSettings(Whose.PERSON))]
    for_managers = ChooseSetting(Whose.SERVER, Setting.OPENS, "managers")
    refused = await (await made_up(guest, hall.table, for_managers, 0)).response()
    assert "manage" in text(refused)
    for setting in (Setting.OPENS, Setting.ABORTS):
        await choose(owner, hall.table, setting, "managers", Whose.SERVER)
    await choose(owner, hall.table, Setting.PACE, "daily", Whose.SERVER)
    assert "daily" in text(await settings(guest, hall.table, Whose.SERVER))
    assert "only people who can manage" in await hall.asked(guest, "new")
    assert "only people who can manage" in await hall.asked(guest, "solo")
    await hall.start()
    refused = await (await by_page(guest, hall.table, "table", buttons.AskToAbandon())).response()
    assert "only people who can manage" in text(refused)
    ended = await (await by_page(owner, hall.table, "table", buttons.AskToAbandon())).response()
    assert "I've asked" in text(ended)


async def test_outside_a_server_there_are_no_server_settings(hall: Hall) -> None:
    ada = hall.people[0]
    server = ShowSettings(Whose.SERVER)
    assert control_of(await settings(ada, ada.dm(), Whose.PERSON), server) is None
    for value in (server, ChooseSetting(Whose.SERVER, Setting.PACE, "daily")):
        asked = await made_up(ada, ada.dm(), value, 0)
        assert "only on servers" in text(await asked.response())


@DRAWN
async def test_pictures_are_those_that_were_chosen_and_as_large(hall: Hall) -> None:
    owner = hall.people[0]
    post = await hall.start()
    assert pictures(post)
    await choose(owner, hall.table, Setting.PICTURES, "none", Whose.SERVER)
    post = await hall.turn(post)
    assert pictures(post) == ()
    usual = await (await owner.slash(hall.table, "bonfire", "board")).response()
    await choose(owner, hall.table, Setting.SIZE, "small")
    await choose(owner, hall.table, Setting.PICTURES, "all")
    small = await (await owner.slash(hall.table, "bonfire", "board")).response()
    await hall.client.services.traffic.calm()
    assert _image(small).width < _image(usual).width


@DRAWN
async def test_pictures_have_the_colours_that_were_chosen(hall: Hall) -> None:
    """Public ones those of the server, private ones those of the person, or else the server's."""
    owner, guest = hall.people[:2]
    await choose(owner, hall.table, Setting.PICTURES, "board", Whose.SERVER)
    post = await hall.start()
    assert not _is_strong(post)
    told = text(await choose(owner, hall.table, Setting.COLORS, "contrast", Whose.SERVER))
    assert "Pictures: the main board only; size: normal; colors: strong contrast" in told
    assert _is_strong(await hall.turn(post))
    await choose(guest, hall.table, Setting.COLORS, "firelight")
    seen = [
        await (await one.slash(hall.table, "bonfire", "board")).response() for one in (owner, guest)
    ]
    await hall.client.services.traffic.calm()
    assert [_is_strong(one) for one in seen] == [True, False]


async def test_what_is_left_out_stays_and_can_be_left_to_the_server_again(hall: Hall) -> None:
    ada = hall.people[0]
    await choose(ada, hall.table, Setting.SIZE, "small")
    await choose(ada, hall.table, Setting.COLORS, "contrast")
    await choose(ada, hall.table, Setting.PICTURES, "board")
    told = text(await choose(ada, hall.table, Setting.SIZE, UNSET))
    assert "the main board only; size: normal (this server's); colors: strong contrast" in told


def _image(message: Message) -> Image.Image:
    picture, *_ = pictures(message)
    return Image.open(io.BytesIO(picture.data)).convert("RGB")


def _is_strong(message: Message) -> bool:
    """Say whether the night in the upper left corner of a picture is nearly black."""
    edge = _image(message).crop((0, 0, 8, 60))
    return max(ImageStat.Stat(edge).mean) < STRONGEST_NIGHT


async def test_a_person_sets_when_they_may_be_reminded(hall: Hall) -> None:
    ada = hall.people[0]
    for setting, typed, shown in (
        (Setting.ZONE, "europe/berlin", "Europe/Berlin"),
        (Setting.ZONE, "warsaw", "Europe/Warsaw"),
        (Setting.QUIET, "22-7:30", "from 22:00 to 07:30"),
        (Setting.AWAY, "2w", "Away until"),
        (Setting.QUIET, "", "Quiet hours: none"),
        (Setting.NUMBERS, "DE", "Numbers and dates: de"),
    ):
        assert shown in text(await choose(ada, hall.table, setting, typed))
    assert "Away until" not in text(await choose(ada, hall.table, Setting.AWAY, UNSET))


async def test_a_part_of_a_name_leads_to_the_time_zones_that_fit(hall: Hall) -> None:
    ada = hall.people[0]
    page = await choose(ada, hall.table, Setting.ZONE, "berl")
    assert "Europe/Berlin" in text(page)
    page = await choose(ada, hall.table, Setting.ZONE, "new")
    chosen = await follow(ada, page, ChooseSetting(Whose.PERSON, Setting.ZONE, "America/New_York"))
    assert "America/New_York" in text(await chosen.response())


async def test_a_form_shows_what_is_set(hall: Hall) -> None:
    ada = hall.people[0]
    await choose(ada, hall.table, Setting.QUIET, "22:00 - 7:30")
    page = await settings(ada, hall.table, Whose.PERSON)
    asked = await (await follow(ada, page, ChangeSetting(Whose.PERSON, Setting.QUIET))).response()
    form = await (await follow(ada, asked, TypeSetting(Whose.PERSON, Setting.QUIET))).modal()
    assert "22:00 - 07:30" in str(form.components)


@pytest.mark.parametrize(
    ("setting", "typed"),
    [
        (Setting.ZONE, "Middle/Earth"),
        (Setting.ZONE, "../../etc/passwd"),
        (Setting.QUIET, "25:00-7"),
        (Setting.QUIET, "7-7:00"),
        (Setting.QUIET, "7"),
        (Setting.AWAY, "2020-01-01"),
        (Setting.AWAY, "2027-02-30"),
        (Setting.AWAY, "when **I** want @everyone"),
        (Setting.NUMBERS, "klingon"),
    ],
)
async def test_settings_that_make_no_sense_change_nothing(
    hall: Hall, setting: Setting, typed: str
) -> None:
    ada = hall.people[0]
    before = await hall.client.services.preferences.of(ada.id)
    answer = await choose(ada, hall.table, setting, typed)
    assert answer.is_ephemeral
    assert "Your settings" not in text(answer)
    assert answer.pings == []
    assert await hall.client.services.preferences.of(ada.id) == before


async def test_the_pace_of_a_game_is_announced(hall: Hall) -> None:
    post = await hall.start()
    bo = hall.people[1]
    await choose(bo, hall.table, Setting.PACE, "live", Whose.TABLE)
    told = await hall.people[2].waits_for(hall.table, lambda m: "pace" in text(m))
    assert "15, 45" in text(told)
    mover = hall.mover(post)
    await hall.wait(turn_clock.FIRST_REMINDER[turn_clock.Pace.LIVE] + 1)
    await mover.waits_for(hall.table, lambda m: m.id > told.id and m.pings == [mover.id])
    slower = ChooseSetting(Whose.TABLE, Setting.PACE, "none")
    stranger = await (await made_up(hall.people[2], hall.table, slower)).response()
    assert "aren't in this game" in text(stranger)


@pytest.mark.parametrize("people", [1, 2])
async def test_a_table_names_its_language_and_asks_only_others_to_vote(
    hall: Hall, people: int
) -> None:
    await (hall.start(2) if people == 2 else solo(hall))
    page = await settings(hall.people[0], hall.table, Whose.TABLE)
    assert "Language: English." in text(page)
    vote = write_button(buttons.AskForVote())
    assert any(step.answer == vote for step in controls(page)) is (people == 2)


async def test_pages_begin_with_words_for_people_who_want_them(hall: Hall) -> None:
    ada = hall.people[0]
    await hall.start()
    await choose(ada, hall.table, Setting.WORDS_FIRST, "on")
    board = await (await ada.slash(hall.table, "bonfire", "board")).response()
    described, status, *_ = (one for one in controls(board) if one.value is None)
    assert (described.answer, status.answer) == ("words:0", "status")
    assert "Novices in the High Council" in text(board)
    await choose(ada, hall.table, Setting.WORDS_FIRST, "off")
    usual = await (await ada.slash(hall.table, "bonfire", "board")).response()
    assert "Novices in the High Council" not in text(usual)


async def test_one_game_sends_direct_messages_and_the_others_do_not(hall: Hall) -> None:
    post = await hall.start(2)
    other = next(one for one in hall.people[:2] if one is not hall.mover(post))
    page = await (await other.slash(hall.table, "bonfire", "table")).response()
    assert "When it's your turn here: as in your other games." in text(page)
    told = await choose(other, hall.table, Setting.NOTICE, "message", Whose.TABLE)
    assert "When it's your turn here: a mention and a direct message." in text(told)
    await hall.turn(post)
    direct = await other.waits_for(other.dm(), has_turn_button)
    assert direct.channel_id == other.dm().id
