"""Private pages for a phone, part by part, and those of people who read before they look."""

import pytest

from bot.model import buttons, preferences
from bot.model.controls import Sign
from bot.model.settings import Setting
from bot.standin import Message
from bot.standin.layout import pictures, text
from bot.words import catalog
from renderer import PHONE_BOARD, PHONE_CITY, PicturePart
from tests.kit.blank import Easel
from tests.kit.hall import Hall, solo
from tests.kit.pages import choose, control_of, follow
from tests.kit.whole import Player, controls

WORDS = catalog()


@pytest.fixture
def easel() -> Easel:
    return Easel()


@pytest.fixture
def paint(easel: Easel) -> object:
    return easel.paint


async def at_turn(hall: Hall, *settings: tuple[Setting, str]) -> tuple[Player, Message, Message]:
    """Somebody with these settings, the post that calls them, and their first page."""
    player, post = await solo(hall)
    for setting, value in ((Setting.COACH, "off"), *settings):
        await choose(hall.ada, hall.table, setting, value)
    page = await player.open_turn(post)
    await hall.calm()
    return player, post, page


PHONE = (Setting.SIZE, preferences.PictureSize.PHONE)


def signs(page: Message) -> list[str]:
    return [one.answer for one in controls(page)]


async def pressed(hall: Hall, player: Player, page: Message, sign: str) -> Message:
    control = next(one for one in controls(page) if one.answer == sign)
    shown = await (await player.press(page, control)).response()
    await hall.calm()
    return shown


async def test_a_press_leads_from_part_to_part_of_the_city_and_back(
    hall: Hall, easel: Easel
) -> None:
    player, _, page = await at_turn(hall, PHONE)
    said, parts, files = text(page), list[PicturePart](), list[str]()
    for _ in PHONE_CITY:
        parts += easel.parts
        (shown,) = pictures(page)
        files.append(shown.filename)
        page = await pressed(hall, player, page, Sign.FURTHER)
        assert text(page) == said
    assert set(parts) == set(PHONE_CITY)
    assert len(set(files)) == len(PHONE_CITY)
    (shown,) = pictures(page)
    assert shown.filename == files[0]
    # What is pressed beside another part counts as ever.
    listed = next(one for one in signs(page) if one.startswith("@fate"))
    page = await pressed(hall, player, page, listed)
    assert any(one.startswith("=fate") for one in signs(page))


async def test_the_whole_board_of_a_question_comes_in_parts_too(hall: Hall, easel: Easel) -> None:
    player, _, page = await at_turn(hall, PHONE)
    page = await pressed(hall, player, page, "@great_bonfire")
    assert easel.parts == (PicturePart.WHEEL,)
    assert Sign.FURTHER not in signs(page)
    page = await pressed(hall, player, page, Sign.WHOLE)
    first = easel.parts
    assert first[0] in PHONE_BOARD
    page = await pressed(hall, player, page, Sign.FURTHER)
    assert easel.parts != first
    page = await pressed(hall, player, page, Sign.WHOLE)
    assert Sign.FURTHER not in signs(page)


async def test_on_a_large_screen_a_page_has_the_whole_picture(hall: Hall, easel: Easel) -> None:
    _, _, page = await at_turn(hall)
    assert easel.parts == ()
    assert Sign.FURTHER not in signs(page)
    assert control_of(page, buttons.ShowInWords()) is None


async def test_pages_of_a_turn_lead_to_the_table_in_words_for_people_who_read_first(
    hall: Hall,
) -> None:
    player, _, page = await at_turn(hall, (Setting.WORDS_FIRST, "on"))
    before = text(page)
    told = await (await follow(hall.ada, page, buttons.ShowInWords())).response()
    assert told.is_ephemeral
    assert told.id != page.id
    assert text(told).startswith(WORDS.say("shell.described").rstrip("*"))
    assert text(page) == before
    listed = next(one for one in signs(page) if one.startswith("@fate"))
    page = await pressed(hall, player, page, listed)
    assert control_of(page, buttons.ShowInWords()) is not None
