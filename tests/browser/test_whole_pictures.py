"""No picture is cropped, in a real browser: every kind of page and post, wide and narrow."""

from math import inf
from typing import Any

import pytest

from bot.model import buttons, controls, preferences, settings
from bot.model.custom_ids import write_button
from bot.words import catalog
from tests.browser.looking import WIDTHS, Walk, alt_texts, choose_setting, ids, look, newest, opened
from tests.browser.player import (
    FINAL,
    MOST_TURNS,
    NAMES,
    answer_of,
    open_prompt,
    start_solo,
    turns_of,
)
from tests.browser.window import ITEMS, SitDown, open_menu
from tests.renderer.legibility import PHONE, ROOM

pytestmark = pytest.mark.long

WORDS = catalog()
TURNS = 4
PHONE_METRICS = {"width": WIDTHS[-1], "height": 844, "deviceScaleFactor": 1, "mobile": True}


def walk_through(walk: Walk) -> None:
    """See the lists of a turn, each with the whole picture too, suggestions and rules."""
    for place in tuple(walk.lists()):
        walk.choose(*place)
        if walk.press(controls.Sign.WHOLE):
            walk.press(controls.Sign.WHOLE)
        assert walk.press(controls.Sign.BACK)
    for sign in (controls.Sign.RULES, controls.Sign.WHY):
        if walk.press(sign):
            walk.press(controls.Sign.BACK)
    if walk.press(controls.Sign.SUGGEST):
        walk.press(controls.Sign.BACK)


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
    window.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE_METRICS)
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
    assert write_button(buttons.ShowBoard()) in {answer_of(one["key"]) for one in walk.page.buttons}
    for button in walk.page.buttons:
        known = ids(window)
        window.press_key(walk.page, button["key"])
        newest(window, known)
        look(window)
    known = ids(window)
    window.command("bonfire", "help")
    newest(window, known)
    look(window)


def test_each_page_for_a_phone_shows_parts_as_large_as_they_are_read(sit_down: SitDown) -> None:
    """The renderer's test has the sizes of type at this width and height."""
    window = sit_down("ada")
    window.until_commands_are_there()
    for whose in (settings.Whose.PERSON, settings.Whose.SERVER):
        choose_setting(window, settings.Setting.SIZE, preferences.PictureSize.PHONE, whose)
    player = start_solo(window)
    post = player.my_turn()
    window.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE_METRICS)
    for _ in range(2):
        walk = Walk(window, open_prompt(window, post))
        walk_through(walk)
        walk.press(controls.Sign.WHOLE)
        assert walk.press(controls.Sign.FURTHER)
        readable(look(window))
        player.finish_turn(walk.page)
        post = player.my_turn(after=post)
        readable(look(window))
    page = opened(window, lambda: window.command("bonfire", "board"))
    window.newest(lambda one: one.id == page.id and bool(one.pictures))
    readable(look(window))


def readable(shown: list[dict[str, Any]]) -> None:
    """See that no picture but a sheet is a whole one, and each is as wide as it can be."""
    for one in shown:
        if one["name"].startswith("sheet"):
            continue
        assert not one["name"].startswith(("board", "city")), one
        high = ROOM if one["private"] else inf
        room = min(PHONE, high * one["width"] / one["height"], one["own"])
        assert one["width"] >= room - 1, one


@pytest.mark.parametrize("width", WIDTHS)
def test_a_game_of_several_and_the_board_then_show_whole_pictures(
    sit_down: SitDown, width: int
) -> None:
    ada, bo = sit_down("ada"), sit_down("bo")
    posts = turns_of((ada, bo), 3)
    for window in (ada, bo):
        window.resize(width, 900)
        look(window)
    open_menu(ada, "apps", f"#{posts[-1].id}")
    page = opened(ada, lambda: ada.click(ITEMS))
    page = ada.newest(lambda one: one.id == page.id and bool(one.pictures))
    look(ada)
    walk = Walk(ada, page, told_by=alt_texts)
    for kind in ("then:", "board_then"):
        assert walk.press(kind)


@pytest.mark.parametrize("width", WIDTHS)
def test_each_page_of_an_exercise_shows_whole_pictures(sit_down: SitDown, width: int) -> None:
    window = sit_down("ada")
    window.until_commands_are_there()
    puzzle = opened(window, lambda: window.command("bonfire", "puzzle"))
    window.resize(width, 900)
    look(window)
    walk = Walk(window, window.newest(lambda one: one.id == puzzle.id and bool(one.pictures)))
    walk_through(walk)


@pytest.mark.parametrize("width", WIDTHS)
def test_the_posts_of_four_people_show_whole_pictures(sit_down: SitDown, width: int) -> None:
    windows = [sit_down(name.lower()) for name in NAMES]
    turns_of(windows, len(NAMES) + 1)
    for window in windows[:2]:
        window.resize(width, 900)
        look(window)


def test_a_final_post_and_its_film_show_whole_pictures(sit_down: SitDown) -> None:
    window = sit_down("ada")
    player = start_solo(window)
    post = player.my_turn()
    for _ in range(MOST_TURNS):
        if FINAL in post.text:
            break
        player.take_turn(post)
        post = player.my_turn(after=post)
    kept = opened(window, lambda: window.press(post, WORDS.say("keep.button")))
    film = opened(window, lambda: window.press(kept, WORDS.say("film.button")))
    window.newest(lambda one: one.number >= film.number and bool(one.pictures))
    for width in WIDTHS:
        window.resize(width, 900)
        look(window)
