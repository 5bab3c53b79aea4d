"""The page for everybody: no serious fault that axe-core finds, and no width too small."""

from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys

from tests.browser.access import SIZES, faults
from tests.browser.player import open_prompt, start_solo
from tests.browser.window import SitDown, folder

pytestmark = pytest.mark.long


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_no_serious_fault_of_accessibility_in_a_game(
    sit_down: SitDown, axe: str, width: int, height: int
) -> None:
    window = sit_down("ada")
    window.resize(width, height)
    assert faults(window, axe) == []
    player = start_solo(window)
    post = player.my_turn()
    prompt = open_prompt(window, post)
    assert faults(window, axe) == []
    window.press_key(prompt, prompt.menus[0]["key"])
    assert faults(window, axe) == []
    window.keys(Keys.ESCAPE)
    window.type_line("/bonfire ru")
    window.there("#suggestions [role=option]")
    assert faults(window, axe) == []
    window.keys(Keys.ENTER)
    window.click(".command .add")
    assert faults(window, axe) == []
    window.keys(Keys.ESCAPE, Keys.ESCAPE)
    window.see_picture(post)
    assert faults(window, axe) == []
    window.keys(Keys.ESCAPE)


def test_no_serious_fault_of_accessibility_in_lists_and_forms(sit_down: SitDown, axe: str) -> None:
    window = sit_down("ada")
    window.click("#account .linklike")
    assert faults(window, axe) == []
    window.keys(Keys.ESCAPE)
    window.resize(390, 844)
    window.click("#open-places")
    assert faults(window, axe) == []


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_is_wider_than_the_screen(
    sit_down: SitDown, tmp_path: Path, width: int, height: int
) -> None:
    window = sit_down("ada")
    window.resize(width, height)
    player = start_solo(window)
    for turn in range(3):
        post = player.my_turn()
        open_prompt(window, post)
        window.picture(folder(tmp_path) / f"turn-{turn}-{width}.png")
        assert window.too_wide() == []
        window.take_down()
        player.take_turn(post)
        player.my_turn(after=post)
    window.picture(folder(tmp_path) / f"posts-{width}.png")
    assert window.too_wide() == []


def test_a_command_with_many_options_lies_clear_of_its_button_on_a_phone(
    sit_down: SitDown,
) -> None:
    window = sit_down("ada")
    window.resize(390, 844)
    window.until_commands_are_there()
    window.type_line("/bonfire new ")
    window.there(".command .add")
    assert window.overlaps("#composer .send", ".command .chip, .command .add") == []


def test_a_phone_reaches_every_channel(sit_down: SitDown) -> None:
    window = sit_down("ada")
    window.resize(390, 844)
    window.click("#open-places")
    window.visit("chatter")
    assert "chatter" in window.text("#room-name")
    assert not window.there("#places").is_displayed()
