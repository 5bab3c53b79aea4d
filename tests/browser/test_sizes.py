"""The size of pictures in a real browser: in their message, and by themselves."""

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.browser.stage import ToyStage, picture, send

pytestmark = pytest.mark.long


async def test_one_picture_keeps_within_the_size_of_a_classic_message(stage: ToyStage) -> None:
    message = await send(stage, file=picture("board.png", 1600, 1000, "the whole board"))
    (shown,) = message.pictures
    assert shown["alt"] == "the whole board"
    assert (round(shown["width"]), round(shown["height"])) == (550, 344)
    await stage.away(lambda: stage.window.see_picture(message))
    large = stage.window.there("#viewer .frame img")
    assert large.get_attribute("alt") == "the whole board"
    assert large.size["width"] > 1000


async def test_a_picture_is_seen_in_full_size_by_its_button(stage: ToyStage) -> None:
    message = await send(stage, file=picture("board.png", 1600, 1000))
    await stage.away(lambda: stage.window.see_picture(message))
    large, button = (
        stage.window.there(f"#viewer {one}") for one in (".frame img", ".bar [aria-pressed]")
    )
    assert large.size["width"] < 1600
    button.send_keys(Keys.ENTER)
    assert button.get_attribute("aria-pressed") == "true"
    assert large.size["width"] == 1600
    large.click()
    assert button.get_attribute("aria-pressed") == "false"
    assert large.size["width"] < 1600


async def test_on_a_phone_a_picture_has_a_size_between(stage: ToyStage) -> None:
    stage.window.resize(390, 844)
    message = await send(stage, file=picture("board.png", 1600, 1000))
    await stage.away(lambda: stage.window.see_picture(message))
    large, frame = (stage.window.there(f"#viewer {one}") for one in (".frame img", ".frame"))
    larger, full = stage.window.driver.find_elements(By.CSS_SELECTOR, "#viewer .bar [aria-pressed]")
    assert large.size["width"] <= 390
    larger.send_keys(Keys.ENTER)
    assert 600 < large.size["width"] < 1000
    assert [one.get_attribute("aria-pressed") for one in (larger, full)] == ["true", "false"]
    larger.send_keys(Keys.ENTER)
    assert large.size["width"] <= 390
    for least, most in ((600, 1000), (1600, 1600), (0, 390)):
        large.click()
        assert least <= large.size["width"] <= most
    ActionChains(stage.window.driver).move_to_element_with_offset(
        large, large.size["width"] // 2 - 2, 0
    ).click().perform()
    across = frame.get_property("scrollLeft")
    assert isinstance(across, int | float)
    assert across > 300
