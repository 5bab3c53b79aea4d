"""People at the table in a real browser, with the bot as it is."""

import pytest
from selenium.webdriver.common.keys import Keys

from tests.browser.conftest import Table
from tests.browser.player import (
    FINAL,
    MOST_TURNS,
    BrowserPlayer,
    answer_of,
    open_prompt,
    start_solo,
    turns_of,
)
from tests.browser.window import Shown, SitDown, Window

pytestmark = pytest.mark.long


CHANNEL = "bonfire-nights"


def pictures_are_whole(window: Window, post: Shown) -> None:
    """Wait until the pictures of a post are there, each with its alt text."""

    def whole() -> bool:
        now = next(one for one in window.messages() if one.id == post.id)
        return bool(now.pictures) and all(one["loaded"] for one in now.pictures)

    assert window.until(whole)
    assert all(len(one["alt"]) > 40 for one in post.pictures)


def test_a_newcomer_plays_a_solo_game_by_buttons_alone(sit_down: SitDown) -> None:
    window = sit_down("ada")
    window.until_commands_are_there()
    window.click("#welcome button")
    alone = "Play alone"
    window.press(window.newest(lambda one: one.private and one.has(alone)), alone)
    player = BrowserPlayer(window, seed=2)
    post = player.my_turn()
    pictures_are_whole(window, post)
    for _ in range(MOST_TURNS):
        if FINAL in post.text:
            break
        player.take_turn(post)
        post = player.my_turn(after=post)
    assert FINAL in post.text
    assert "Tom" in post.text
    pictures_are_whole(window, post)


def test_two_people_in_two_windows_take_turns(sit_down: SitDown) -> None:
    ada, bo = sit_down("ada"), sit_down("bo")
    turns_of((ada, bo), 4)
    for window, other in ((ada, bo), (bo, ada)):
        window.command("bonfire", "board")
        private = window.newest(lambda one: one.private)
        assert private.id not in {one.id for one in other.messages()}


def test_a_mention_marks_the_channel_for_the_person_mentioned(sit_down: SitDown) -> None:
    ada, bo = sit_down("ada"), sit_down("bo")
    bo.visit("chatter")
    ada.type_line("@Bo, a game?")
    ada.keys(Keys.ENTER)
    bo.until(lambda: bo.badges().get(CHANNEL) == "1")
    assert ada.badges() == {}
    ada.until(lambda: "Become Bo: 1 mention" in ada.text("#account"))
    bo.visit(CHANNEL)
    assert bo.newest(lambda one: "a game?" in one.text).called
    bo.until(lambda: bo.badges() == {})
    assert not ada.newest(lambda one: "a game?" in one.text).called
    ada.until(lambda: "Become" not in ada.text("#account"))


def test_one_window_can_become_somebody_else(sit_down: SitDown) -> None:
    window = sit_down("ada")
    window.type_line("first")
    window.keys(Keys.ENTER)
    window.newest(lambda one: "first" in one.text)
    window.become("Cleo")
    window.type_line("second")
    window.keys(Keys.ENTER)
    assert "Cleo" in window.newest(lambda one: "second" in one.text).text
    assert "as=cleo" in window.driver.current_url


def test_a_command_is_typed_with_completion_from_the_bot(sit_down: SitDown) -> None:
    window = sit_down("ada")
    window.until_commands_are_there()
    window.type_line("/bonf rul")
    window.driver.switch_to.active_element.clear()
    window.type_line("/bonfire rul")
    window.there("#suggestions [role=option]")
    window.keys(Keys.ENTER)
    window.click(".command .add")  # the term can be left out
    window.there(".option .value")
    window.keys("nov")
    window.until(lambda: "ovice" in window.text("#suggestions [role=option]"))
    window.keys(Keys.ENTER)
    window.keys(Keys.ENTER)
    answer = window.newest(lambda one: one.private and "/bonfire rules" in one.text)
    assert "ovice" in answer.text


def test_a_stale_button_is_answered_and_changes_nothing(sit_down: SitDown) -> None:
    window = sit_down("ada")
    player = start_solo(window)
    post = player.my_turn()
    stale = open_prompt(window, post)
    player.take_turn(post)
    after = player.my_turn(after=post)
    window.choose(stale, 0, 0)
    window.until(
        lambda: (
            next(one for one in window.messages() if one.id == stale.id).keys != stale.keys
            or len([one for one in window.messages() if one.number > after.number]) > 0
        )
    )
    assert not [one for one in window.messages() if "interaction failed" in one.text]
    assert player.my_turn().id == after.id


def test_a_killed_table_goes_on_in_the_middle_of_a_turn(table: Table, sit_down: SitDown) -> None:
    window = sit_down("ada")
    player = start_solo(window)
    post = player.my_turn()
    prompt = open_prompt(window, post)
    window.choose(prompt, 0, 0)
    window.until(lambda: window.keys_of(prompt) != prompt.keys)
    table.kill()
    window.until(lambda: window.text("#banner"))
    table.start()
    window.until(lambda: not window.text("#banner"))
    again = window.newest(lambda one: one.id == prompt.id)
    assert again.keys
    player.finish_turn(again)
    later = player.my_turn(after=post)
    pictures_are_whole(window, later)
    player.take_turn(later)
    player.my_turn(after=later)


def test_a_turn_is_taken_with_the_keyboard_alone(sit_down: SitDown) -> None:
    window = sit_down("ada")
    window.until_commands_are_there()
    window.there("body").send_keys(Keys.TAB, Keys.ENTER)
    assert window.focused("id") == "line"
    window.keys("/bonfire solo ")
    window.there(".command .chip")
    window.keys(Keys.ENTER)
    post = BrowserPlayer(window, seed=1).my_turn()
    window.walk_back_to(lambda: answer_of(window.focused("data-key")) == "turn")
    window.keys(Keys.ENTER)
    prompt = window.newest(lambda one: one.private and bool(one.menus))
    window.until(lambda: window.focused("data-key") == prompt.menus[0]["key"])
    window.keys(Keys.ARROW_DOWN)
    window.keys(Keys.ENTER)
    window.until(lambda: window.keys_of(prompt) != prompt.keys)
    assert window.focused("data-key") in window.keys_of(prompt)
    assert post.names_me
