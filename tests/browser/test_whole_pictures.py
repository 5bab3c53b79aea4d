"""No picture is cropped, in a real browser: every kind of page and post, wide and narrow."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import pytest

from bot.model.buttons import ShowBoard
from bot.model.controls import Sign, Subject
from bot.model.custom_ids import write_button
from bot.words import catalog
from tests.browser.player import answer_of
from tests.browser.test_playing import SitDown, open_prompt, start_solo
from tests.browser.window import Shown, Window
from tests.renderer.test_phone import PHONE

pytestmark = pytest.mark.long

WIDTHS: Final = (1280, 390)
WHOLE: Final = 0.95
"""The share of a picture that has to be seen."""
WORDS: Final = catalog()
TURNS: Final = 4
SUBJECTS: Final = tuple(f"subject.{kind}" for kind in (*Subject, "more"))
SHARES: Final = """
return [...document.querySelectorAll("#messages .tile img")].map((one) => {
  const box = one.getBoundingClientRect();
  const seen = one.closest(".tile").getBoundingClientRect();
  const [w, h] = [one.naturalWidth, one.naturalHeight];
  const scale = Math.max(box.width / w, box.height / h);
  const shown = getComputedStyle(one).objectFit === "cover"
    ? Math.min(1, box.width / (w * scale)) * Math.min(1, box.height / (h * scale)) : 1;
  const inside = (low, high, from, to) => Math.max(0, Math.min(high, to) - Math.max(low, from));
  const right = Math.min(seen.right, innerWidth);
  const across = inside(box.left, box.right, Math.max(seen.left, 0), right);
  const down = inside(box.top, box.bottom, seen.top, seen.bottom);
  const share = shown * (across / box.width) * (down / box.height);
  return {loaded: one.complete && w > 0 && box.width > 0, alt: one.alt, share};
});
"""


def shares(window: Window) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = window.driver.execute_script(SHARES)
    return found


def look(window: Window) -> None:
    """Wait until all pictures are there, and see that each is whole."""

    def loaded() -> list[dict[str, Any]] | None:
        found = shares(window)
        return found if all(one["loaded"] for one in found) else None

    assert [one for one in window.until(loaded) if one["share"] < WHOLE] == []


def newest(window: Window, known: set[str]) -> Shown:
    """The newest private message that was not there before."""
    return window.newest(lambda one: one.private and one.id not in known)


def ids(window: Window) -> set[str]:
    return {one.id for one in window.messages()}


def alt_texts(page: Shown) -> list[str]:
    return [picture["alt"] for picture in page.pictures]


@dataclass
class Walk:
    """Somebody who looks at a private page, and at each page that it leads to."""

    window: Window
    page: Shown
    told_by: Callable[[Shown], object] = lambda page: page.keys
    """What tells one page from the next."""

    def press(self, *signs: str) -> bool:
        """Press the first control whose answer begins with one of these signs, if there is one."""
        keys = (one["key"] for one in self.page.buttons)
        key = next((one for one in keys if answer_of(one).startswith(signs)), None)
        if key is not None:
            self._follow(lambda: self.window.press_key(self.page, key))
        return key is not None

    def choose(self, menu: int, option: int) -> None:
        """Choose from a menu."""
        self._follow(lambda: self.window.choose(self.page, menu, option))

    def lists(self) -> Iterator[tuple[int, int]]:
        """The places of the entries that open a list of one kind, in the menus."""
        titles = {WORDS.say(key) for key in SUBJECTS if key in WORDS.entries}
        for menu, one in enumerate(self.page.menus):
            for at, label in enumerate(one["options"]):
                if label in titles:
                    yield menu, at

    def _follow(self, press: Callable[[], None]) -> None:
        before = self.page
        press()

        def wanted(one: Shown) -> bool:
            changed = one.id == before.id and self.told_by(one) != self.told_by(before)
            return changed and not one.rests and bool(one.pictures)

        self.page = self.window.newest(wanted)
        look(self.window)


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
