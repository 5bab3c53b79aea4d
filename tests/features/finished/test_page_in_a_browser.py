"""The page of a game in a real browser: from a file, without a connection, by keys and touch."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from bot.features.finished.web_page import game_page
from bot.model.people import Person
from bot.words import catalog
from engine.history import history
from tests.browser.access import RUN, SERIOUS, SIZES
from tests.browser.conftest import Browsers
from tests.kit.games import random_game

pytestmark = pytest.mark.long
NAMES = ("Ada", "Bo")
PATIENCE = 40.0
SWIPE = """
const picture = document.getElementById("picture");
const touch = (x) => new Touch({identifier: 1, target: picture, clientX: x, clientY: 50});
const event = (kind, x) => new TouchEvent(kind, {
  touches: kind === "touchstart" ? [touch(x)] : [], changedTouches: [touch(x)], bubbles: true,
});
picture.dispatchEvent(event("touchstart", 200));
picture.dispatchEvent(event("touchend", 200 + arguments[0]));
"""
PIXELS = """
const canvas = document.getElementById("picture");
const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
let sum = 0;
for (let at = 0; at < data.length; at += 97) sum = (sum * 31 + data[at]) % 1000003;
return sum;
"""

OUTSIDE = """
const parts = [...document.querySelectorAll("#views > *, #picture, #told, #steps, #steps > *")];
const box = (one) => one.getBoundingClientRect();
const outside = parts.filter((one) => box(one).top < 0 || box(one).bottom > innerHeight
  || box(one).left < 0 || box(one).right > innerWidth || box(one).height < 20);
return [outside.map((one) => one.id || one.innerText), box(parts.at(-1)).toJSON()];
"""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """A page in a file, and its last step."""
    game = random_game(2, 5, 60)
    people = tuple(Person(name, name) for name in NAMES)
    file = tmp_path_factory.mktemp("pages") / "game.html"
    file.write_bytes(game_page(game, people, NAMES, catalog()))
    return file, history(game).last


class Opened:
    """The page in a browser."""

    def __init__(self, browser: Chrome, file: Path) -> None:
        self.browser = browser
        browser.set_window_size(1280, 1400)
        browser.get(file.as_uri())
        self.shows(0)

    def shows(self, step: int) -> None:
        """Wait until the picture, the story, the slider and the log show a step."""

        def there(_: Chrome) -> bool:
            picture = self.browser.find_element(By.ID, "picture")
            return picture.get_attribute("data-step") == str(step)

        WebDriverWait(self.browser, PATIENCE).until(there)
        current = self.browser.find_element(By.CSS_SELECTOR, "#log [aria-current]")
        assert current.get_attribute("id") == f"step{step}"
        assert self.browser.find_element(By.ID, "range").get_attribute("value") == str(step)
        told = self.browser.find_element(By.ID, "told").text
        assert told.splitlines()[0] == current.find_element(By.TAG_NAME, "h3").text

    @property
    def pixels(self) -> int:
        """Return a number that stands for the look of the picture."""
        return int(self.browser.execute_script(PIXELS))

    def resize(self, width: int, height: int) -> None:
        """Give the window another size, as that of a phone."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def keys(self, *keys: str) -> None:
        """Press keys, wherever the focus is."""
        for key in keys:
            self.browser.find_element(By.TAG_NAME, "body").send_keys(key)

    def click(self, selector: str) -> None:
        """Press what stands there."""
        self.browser.find_element(By.CSS_SELECTOR, selector).click()


@pytest.fixture
def opened(browsers: Browsers, written: tuple[Path, int]) -> Iterator[Opened]:
    browser = browsers.take("en-US")
    yield Opened(browser, written[0])
    log: list[dict[str, str]] = browser.get_log("browser")  # type: ignore[no-untyped-call]
    complaints = [one["message"] for one in log if one["level"] == "SEVERE"]
    browsers.give_back("en-US", browser)
    assert complaints == []


def test_one_steps_by_keys_buttons_the_log_and_touch(
    opened: Opened, written: tuple[Path, int]
) -> None:
    last = written[1]
    opened.keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    opened.shows(2)
    opened.keys(Keys.ARROW_LEFT)
    opened.shows(1)
    opened.keys(Keys.END, Keys.ARROW_RIGHT)
    opened.shows(last)
    opened.click("[data-to=back]")
    opened.shows(last - 1)
    opened.keys(Keys.HOME, Keys.ARROW_LEFT)
    opened.shows(0)
    opened.click("#step3 button")
    opened.shows(3)
    for across, step in ((-120, 4), (120, 3), (20, 3)):
        opened.browser.execute_script(SWIPE, across)
        opened.shows(step)


def test_a_picture_is_the_same_from_wherever_one_comes(
    opened: Opened, written: tuple[Path, int]
) -> None:
    last = written[1]
    opened.click("[data-view='0']")
    seen = []
    for step in range(last + 1):
        opened.shows(step)
        seen.append(opened.pixels)
        opened.keys(Keys.ARROW_RIGHT)
    assert len(set(seen)) > last // 2
    for step in range(last - 1, -1, -1):
        opened.keys(Keys.ARROW_LEFT)
        opened.shows(step)
        assert opened.pixels == seen[step]
    label = opened.browser.find_element(By.ID, "picture").get_attribute("aria-label")
    opened.click("[data-view='1']")
    opened.shows(0)
    WebDriverWait(opened.browser, PATIENCE).until(
        lambda browser: browser.find_element(By.ID, "picture").get_attribute("aria-label") != label
    )


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_is_wider_than_the_window(opened: Opened, width: int, height: int) -> None:
    opened.resize(width, height)
    wide = opened.browser.execute_script("return document.documentElement.scrollWidth")
    assert wide <= width


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_picture_text_and_buttons_fit_into_the_window(
    opened: Opened, written: tuple[Path, int], width: int, height: int
) -> None:
    opened.resize(width, height)
    places = set()
    for step in range(written[1] + 1):
        opened.shows(step)
        outside, buttons = opened.browser.execute_script(OUTSIDE)
        assert outside == []
        places.add(str(buttons))
        opened.keys(Keys.ARROW_RIGHT)
    assert len(places) == 1


@pytest.mark.parametrize("width", [1280, 390])
def test_the_numbers_of_the_curve_can_be_read_on_every_screen(opened: Opened, width: int) -> None:
    opened.resize(width, 844)
    script = (
        "return [...document.querySelectorAll('#curve text')].map((one) => one.getBBox().height"
    )
    heights = opened.browser.execute_script(f"{script} * one.getScreenCTM().d)")
    assert len(heights) > 5
    assert min(heights) > 11


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_no_serious_fault_of_accessibility(
    opened: Opened, axe: str, width: int, height: int
) -> None:
    opened.resize(width, height)
    opened.browser.execute_cdp_cmd("Runtime.evaluate", {"expression": axe})
    found = opened.browser.execute_async_script(RUN)
    assert [one["id"] for one in found if one["impact"] in SERIOUS] == []
