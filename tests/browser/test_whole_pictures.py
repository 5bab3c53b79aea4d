"""No picture is cropped, in a real browser: every kind of page and post, wide and narrow."""

import pytest

from bot.model.buttons import ShowBoard
from bot.model.controls import Sign
from bot.model.custom_ids import write_button
from tests.browser.looking import WIDTHS, Walk, alt_texts, ids, look, newest
from tests.browser.player import answer_of
from tests.browser.test_playing import SitDown, open_prompt, start_solo
from tests.renderer.test_phone import PHONE

pytestmark = pytest.mark.long

TURNS = 4


def walk_through(walk: Walk) -> None:
    """See the lists of a turn, each with the whole picture too, suggestions and rules."""
    for place in tuple(walk.lists()):
        walk.choose(*place)
        if walk.press(Sign.WHOLE):
            walk.press(Sign.WHOLE)
        assert walk.press(Sign.BACK)
    for sign in (Sign.RULES, Sign.WHY):
        if walk.press(sign):
            walk.press(Sign.BACK)
    if walk.press(Sign.SUGGEST):
        walk.press(Sign.BACK)


@pytest.mark.parametrize("width", WIDTHS)
def test_each_page_of_the_first_turns_shows_whole_pictures(sit_down: SitDown, width: int) -> None:
    window = sit_down("ada")
    player = start_solo(window)
    window.resize(width, 900)
    post = player.my_turn()
    for _ in range(TURNS):
        look(window)
        walk = Walk(window, open_prompt(window, post))
        walk_through(walk)
        player.finish_turn(walk.page)
        post = player.my_turn(after=post)
    look(window)


def test_a_phone_leaves_the_pictures_of_a_post_the_width_at_which_they_are_read(
    sit_down: SitDown,
) -> None:
    window = sit_down("ada")
    post = start_solo(window).my_turn()
    phone = {"width": WIDTHS[-1], "height": 844, "deviceScaleFactor": 1, "mobile": True}
    window.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", phone)
    look(window)
    shown = next(one for one in window.messages() if one.id == post.id)
    assert min(one["width"] for one in shown.pictures) >= PHONE


@pytest.mark.parametrize("width", WIDTHS)
def test_each_page_beside_the_board_shows_whole_pictures(sit_down: SitDown, width: int) -> None:
    window = sit_down("ada")
    player = start_solo(window)
    player.take_turn(player.my_turn())
    window.resize(width, 900)
    known = ids(window)
    window.command("bonfire", "board")
    look(window)
    page = newest(window, known)
    shown = window.newest(lambda one: one.id == page.id and bool(one.pictures))
    walk = Walk(window, shown, told_by=alt_texts)
    for menu in range(len(walk.page.menus)):
        walk.choose(menu, 0)
    assert write_button(ShowBoard()) in {answer_of(one["key"]) for one in walk.page.buttons}
    for button in walk.page.buttons:
        known = ids(window)
        window.press_key(walk.page, button["key"])
        newest(window, known)
        look(window)
    known = ids(window)
    window.command("bonfire", "help")
    newest(window, known)
    look(window)
