"""One browser window on the table, used as a person uses it: looking, pressing, typing."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from selenium.common.exceptions import (
    ElementNotInteractableException,
    StaleElementReferenceException,
)
from selenium.webdriver import Chrome
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.select import Select
from yarl import URL

Found = TypeVar("Found")

PATIENCE: Final = 40.0
"""Seconds that a window is given to show something."""
PAUSE: Final = 0.02
AWAY: Final = "net::ERR_CONNECTION_REFUSED"

READ_MESSAGES: Final = """
return [...document.querySelectorAll("#messages > .message")].map((node) => ({
  id: node.id,
  text: node.innerText,
  private: node.classList.contains("private"),
  called: node.classList.contains("called"),
  names_me: node.querySelector(".mention.me") !== null,
  pictures: [...node.querySelectorAll(".tile img")].map((one) => ({
    alt: one.alt, loaded: one.complete && one.naturalWidth > 0,
    width: one.getBoundingClientRect().width, height: one.getBoundingClientRect().height,
  })),
  buttons: [...node.querySelectorAll(".button:not(:disabled)")].map((one) => ({
    label: one.innerText, key: one.dataset.key ?? "",
  })),
  rests: node.querySelector("button.button, .face") !== null
    && node.querySelector("button.button:not(:disabled), .face:not(:disabled)") === null,
  menus: [...node.querySelectorAll(".menu")].map((one) => ({
    label: one.querySelector(".face").getAttribute("aria-label"),
    key: one.querySelector(".face").dataset.key,
    options: [...one.querySelectorAll("[role=option] .label")].map((option) => option.textContent),
  })),
}));
"""
ITEMS = ".apps [role=menuitem]"


@dataclass(frozen=True, slots=True)
class Shown:
    """One message as it is on the page."""

    id: str
    text: str
    private: bool
    called: bool
    names_me: bool
    pictures: tuple[dict[str, Any], ...]
    buttons: tuple[dict[str, str], ...]
    menus: tuple[dict[str, Any], ...]
    rests: bool = False
    """Say whether it has controls, none of which can be pressed: its answer takes long."""

    @property
    def number(self) -> int:
        """Its identifier; newer messages have larger ones."""
        return int(self.id.removeprefix("m-"))

    @property
    def keys(self) -> tuple[str, ...]:
        """The custom ids of everything that can be pressed."""
        return tuple(str(one["key"]) for one in (*self.buttons, *self.menus))

    def has(self, label: str) -> bool:
        """Say whether a button that can be pressed has this label."""
        return any(button["label"] == label for button in self.buttons)


class Window:
    """One person's window."""

    def __init__(self, driver: Chrome, address: str, who: str) -> None:
        self.driver = driver
        self._address = address
        self._who = who

    def open(self) -> None:
        """Load the page, and wait until a channel is there."""
        self.driver.get(str(URL(self._address).update_query({"as": self._who})))
        self.until(lambda: self.one("#rooms [aria-current]"))

    def resize(self, width: int, height: int) -> None:
        """Give the page this size, smaller than a window of the desktop may be."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def picture(self, path: Path) -> None:
        """Save what the window shows, its pictures included."""
        whole = "return [...document.images].every((one) => one.complete)"
        self.until(lambda: self.driver.execute_script(whole))
        assert self.driver.save_screenshot(str(path))

    def until(self, look: Callable[[], Found | None], patience: float = PATIENCE) -> Found:
        """The first answer of `look` that is neither None nor False; AssertionError without."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            found = look()
            if found is not None and found is not False:
                return found
            time.sleep(PAUSE)
        raise AssertionError(f"{self._who} waited in vain; on the page:\n{self.text('#room')}")

    def one(self, selector: str) -> WebElement | None:
        """The last element that fits, if any."""
        found = self.driver.find_elements(By.CSS_SELECTOR, selector)
        return found[-1] if found else None

    def there(self, selector: str) -> WebElement:
        """The last element that fits, as soon as there is one."""
        return self.until(lambda: self.one(selector))

    def text(self, selector: str) -> str:
        """Return the text of the last element that fits, empty without one."""
        script = "return [...document.querySelectorAll(arguments[0])].at(-1)?.innerText ?? ''"
        return str(self.driver.execute_script(script, selector))

    def messages(self) -> tuple[Shown, ...]:
        """The messages of the open channel, oldest first."""
        told = self.driver.execute_script(READ_MESSAGES)
        return tuple(
            Shown(
                **{
                    **one,
                    "pictures": tuple(one["pictures"]),
                    "buttons": tuple(one["buttons"]),
                    "menus": tuple(one["menus"]),
                }
            )
            for one in told
        )

    def newest(self, wanted: Callable[[Shown], bool], patience: float = PATIENCE) -> Shown:
        """The newest message that is wanted, as soon as there is one."""
        return self.until(
            lambda: next((one for one in reversed(self.messages()) if wanted(one)), None), patience
        )

    def press(self, message: Shown, label: str) -> None:
        """Press the button with this label under a message."""
        key = next(button["key"] for button in message.buttons if button["label"] == label)
        self.press_key(message, key)

    def press_key(self, message: Shown, key: str) -> None:
        """Press the control with this custom id under a message."""
        self.click(f'#{message.id} [data-key="{key}"]')

    def choose(self, message: Shown, menu: int, option: int) -> None:
        """Open a menu under a message with the mouse, and take one of its options."""
        key = message.menus[menu]["key"]
        self.press_key(message, key)
        line = f'.menu:has([data-key="{key}"]) [role=option]:nth-child({option + 1})'
        self.click(f"#{message.id} {line}")

    def click(self, selector: str) -> None:
        """Click the last element that fits as soon as it is there, even if the page changes."""
        self.until(lambda: self._clicked(selector))

    def _clicked(self, selector: str) -> bool:
        """Click the element; returns False when the page just changes."""
        try:
            found = self.one(selector)
            if found is None:
                return False
            self.driver.execute_script("arguments[0].scrollIntoView({block: 'nearest'})", found)
            found.click()
        except (StaleElementReferenceException, ElementNotInteractableException):
            return False
        return True

    def keys(self, *keys: str) -> None:
        """Type into whatever has the focus."""
        ActionChains(self.driver).send_keys(*keys).perform()

    def type_line(self, text: str) -> None:
        """Type into the message line."""
        self.there("#line").send_keys(text)

    def command(self, *words: str) -> None:
        """Run a command that needs no options, typed in full."""
        self.type_line(f"/{' '.join(words)} ")
        self.there(".command .chip")
        self.keys(Keys.ENTER)

    def visit(self, room: str) -> None:
        """Open a channel."""
        for found in self.driver.find_elements(By.CSS_SELECTOR, "#rooms .room"):
            if found.find_element(By.CSS_SELECTOR, ".room-label").text == room:
                found.click()
                break
        self.until(lambda: room in self.text("#room-name"))

    def until_commands_are_there(self) -> None:
        """Wait until the bot, which is only just starting, offers its commands."""
        script = """
        const done = arguments[arguments.length - 1], where = new URLSearchParams(location.search);
        fetch(`/commands/${where.get("room")}?as=${where.get("as")}`)
          .then((answer) => answer.json()).then((answer) => done(answer.commands.length > 0));
        """
        self.until(lambda: self.driver.execute_async_script(script))

    def overlaps(self, over: str, under: str) -> list[str]:
        """Return the elements that fit `under` and lie below one that fits `over`."""
        script = """
        const [over, under] = [...arguments].map((one) => [...document.querySelectorAll(one)]);
        const box = (node) => node.getBoundingClientRect();
        const meet = (a, b) => Math.min(a.right, b.right) > Math.max(a.left, b.left)
          && Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top);
        if (!over.length || !under.length) throw new Error("nothing to compare");
        return under.filter((one) => over.some((other) => meet(box(one), box(other))))
          .map((one) => one.innerText);
        """
        found: list[str] = self.driver.execute_script(script, over, under)
        return found

    def badges(self) -> dict[str, str]:
        """The mentions beside the channels, by channel."""
        script = """
        const rooms = [...document.querySelectorAll("#rooms .room:has(.badge)")];
        const inside = (room, part) => room.querySelector(part).textContent;
        return Object.fromEntries(rooms.map((room) =>
          [inside(room, ".room-label"), inside(room, ".badge [aria-hidden]")]));
        """
        found: dict[str, str] = self.driver.execute_script(script)
        return found

    def become(self, name: str) -> None:
        """Give the window to another person."""
        Select(self.there("#who")).select_by_visible_text(name)
        self.until(lambda: name in self.driver.title)
        self.until(lambda: self.one("#rooms [aria-current]"))

    def see_picture(self, message: Shown) -> None:
        """Open the first picture of a message in full size."""
        self.click(f"#{message.id} .tile")
        self.there("#viewer[open] .frame img")

    def reply(self, message: Shown, text: str) -> None:
        """Answer a message, as its button "Reply" lets one do."""
        node = self.there(f"#{message.id}")
        ActionChains(self.driver).move_to_element(node).perform()
        self.click(f"#{message.id} [data-key=reply]")
        self.until(lambda: self.focused("id") == "line")
        self.keys(text, Keys.ENTER)

    def fill(self, option: str, text: str) -> None:
        """Fill in one option of the command on the line, and send it."""
        found = self.until(
            lambda: next(
                (
                    one
                    for one in self.driver.find_elements(By.CSS_SELECTOR, ".option")
                    if one.find_element(By.TAG_NAME, "label").text == option
                ),
                None,
            )
        )
        found.find_element(By.TAG_NAME, "input").send_keys(text)
        self.click(".send")

    def fill_form(self, values: dict[str, str]) -> None:
        """Fill in the form that lies over the page, fields by their labels, and send it."""
        form = self.there("#form[open]")
        for label in form.find_elements(By.TAG_NAME, "label"):
            name = label.text.removesuffix(" *")
            field = form.find_element(By.ID, label.get_attribute("for") or "")
            field.send_keys(values[name])
        self.click("#form[open] [type=submit]")
        self.until(lambda: self.one("#form[open]") is None)

    def take_down(self) -> None:
        """Dismiss the newest private message."""
        gone = self.newest(lambda one: one.private)
        self.click(f"#{gone.id} [data-key=dismiss]")
        self.until(lambda: all(one.id != gone.id for one in self.messages()))

    def too_wide(self) -> list[str]:
        """Return what reaches beyond the right edge of the screen."""
        script = """
        const wide = [...document.querySelectorAll("#app *")].filter((one) =>
          one.getBoundingClientRect().right > innerWidth + 1 && one.checkVisibility()
          && !one.closest(".unseen, pre"));
        return wide.map((one) => `${one.tagName} ${one.className}`);
        """
        found: list[str] = self.driver.execute_script(script)
        return found

    def keys_of(self, message: Shown) -> tuple[str, ...]:
        """Return what can be pressed under a message by now."""
        return next(one.keys for one in self.messages() if one.id == message.id)

    def focused(self, attribute: str) -> str:
        """An attribute of whatever has the focus."""
        script = "return document.activeElement.getAttribute(arguments[0]) ?? ''"
        return str(self.driver.execute_script(script, attribute))

    def walk_back_to(self, there: Callable[[], bool], most: int = 60) -> None:
        """Press Shift and Tab until the focus is where it should be."""
        for _ in range(most):
            if there():
                return
            self.keys(Keys.SHIFT, Keys.TAB)
        raise AssertionError("the keyboard does not lead there")

    def complaints(self) -> list[str]:
        """Return the errors in the browser's console, besides those of a table that is away."""
        log: list[dict[str, Any]] = self.driver.get_log("browser")  # type: ignore[no-untyped-call]
        severe = [entry["message"] for entry in log if entry["level"] == "SEVERE"]
        return [message for message in severe if AWAY not in message]


SitDown = Callable[[str], Window]


def folder(tmp_path: Path) -> Path:
    """Where pictures of the page are put: BONFIRE_SCREENSHOTS, for those who want to look."""
    wanted = os.environ.get("BONFIRE_SCREENSHOTS")
    return tmp_path if wanted is None else Path(wanted)


def open_menu(window: Window, key: str, within: str = "") -> None:
    """Open the menu of something, and wait until it offers its commands."""
    if within:
        ActionChains(window.driver).move_to_element(window.there(within)).perform()
    window.click(f'{within} [data-key="{key}"]')
    window.there(ITEMS)
