"""Looking at pictures in a real browser: how much of each is seen, and how wide it stands there."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from bot.model.button_forms import ButtonValue
from bot.model.controls import Subject
from bot.model.custom_ids import write_button
from bot.model.settings import SETTINGS, Setting, ShowSettings, Whose, values_of
from bot.words import catalog
from tests.browser.player import answer_of
from tests.browser.window import Shown, Window

WIDTHS: Final = (1280, 390)
WHOLE: Final = 0.95
"""The share of a picture that has to be seen."""
WORDS: Final = catalog()
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
  return {loaded: one.complete && w > 0 && box.width > 0, alt: one.alt, share,
    name: one.src.split("/").pop().split("?")[0], width: box.width, height: box.height, own: w,
    private: one.closest(".message").classList.contains("private")};
});
"""


def pictures_in(window: Window) -> list[dict[str, Any]]:
    """All pictures of the channel, once they are there."""

    def loaded() -> list[dict[str, Any]] | None:
        found: list[dict[str, Any]] = window.driver.execute_script(SHARES)
        return found if all(one["loaded"] for one in found) else None

    return window.until(loaded)


def look(window: Window) -> list[dict[str, Any]]:
    """Wait until all pictures are there, and see that each is whole."""
    found = pictures_in(window)
    assert [one for one in found if one["share"] < WHOLE] == []
    return found


def newest(window: Window, known: set[str]) -> Shown:
    """The newest private message that was not there before."""
    return window.newest(lambda one: one.private and one.id not in known)


def ids(window: Window) -> set[str]:
    return {one.id for one in window.messages()}


def alt_texts(page: Shown) -> list[str]:
    return [picture["alt"] for picture in page.pictures]


def opened(window: Window, press: Callable[[], object]) -> Shown:
    """The private message that a press opens."""
    known = ids(window)
    press()
    return newest(window, known)


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


def choose_setting(
    window: Window, setting: Setting, value: str, whose: Whose = Whose.PERSON
) -> None:
    """Choose the value of a setting as a person does, in the menus of the settings."""
    page = opened(window, lambda: window.command("bonfire", "settings"))
    if whose is Whose.SERVER:
        key = key_of(page, ShowSettings(whose))
        page = _after(window, page, lambda: window.press_key(page, key))
    listed, values = list(SETTINGS[whose]).index(setting), list(values_of(whose, setting))
    page = _after(window, page, lambda: window.choose(page, 0, listed))
    _after(window, page, lambda: window.choose(page, 0, values.index(value)))


def _after(window: Window, page: Shown, press: Callable[[], None]) -> Shown:
    """The page after a press that changes its controls."""
    press()
    return window.newest(lambda one: one.id == page.id and one.keys != page.keys and not one.rests)


def key_of(page: Shown, value: ButtonValue) -> str:
    """Return the custom id of a button under a message."""
    return next(one["key"] for one in page.buttons if answer_of(one["key"]) == write_button(value))
