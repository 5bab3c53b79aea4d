"""The page in each language: its own words, those of the bot, dates, and the names of commands."""

from collections.abc import Callable
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from bot.words import DEFAULT, catalog, languages
from tests.browser.access import faults
from tests.browser.conftest import Table, Windows
from tests.browser.player import BrowserPlayer, open_prompt
from tests.browser.window import Shown, Window, folder
from tests.kit.texts import only_english, words_in

pytestmark = pytest.mark.long
OTHERS = tuple(language for language in languages() if language != DEFAULT)
NAMES = frozenset({"bonfire", "table", "nights", "second", "chatter", "english", "help"})
"""Words of names: of the server, its channels, a language, and a command by its own name."""
EVERYTHING = """
const mentions = [...document.querySelectorAll("[data-command]")].map((one) => one.textContent);
mentions.sort((one, other) => other.length - one.length);
const without = (text) => mentions.reduce((rest, mention) => rest.replaceAll(mention, ""), text);
const seen = [...document.querySelectorAll("body *")]
  .filter((one) => !one.closest("noscript") && !one.dataset.command);
const told = seen.flatMap((one) => [
  ...[...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data),
  ...["aria-label", "title", "placeholder", "alt"].map((name) => one.getAttribute(name)),
]);
return [document.title, ...told].filter((one) => one && one.trim()).map(without);
"""
"""All texts of the page but mentioned commands, which go by the name that Discord has for them."""


def everything(window: Window) -> set[str]:
    """All that the page says, shown or told to a screen reader."""
    found: list[str] = window.driver.execute_script(EVERYTHING)
    return set(found)


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_on_the_page_is_english(
    table: Table, windows: Windows, tmp_path: Path, axe: str, language: str
) -> None:
    window, words = windows.open(table.address, "ada", language), catalog(language)
    said = everything(window)

    def look(name: str) -> None:
        said.update(everything(window))
        window.resize(390, 844)
        window.picture(folder(tmp_path) / f"{language}-{name}-390.png")
        assert window.too_wide() == []
        window.resize(1280, 900)
        window.picture(folder(tmp_path) / f"{language}-{name}-1280.png")

    assert window.driver.execute_script("return document.documentElement.lang") == language
    window.until_commands_are_there()
    look("begin")
    window.type_line("/bonfire ")
    window.there("#suggestions [role=option]")
    look("commands")
    window.keys(Keys.ESCAPE)
    window.there("#line").clear()
    window.command("bonfire", words.say("command_name.help"))
    window.newest(lambda one: one.private)
    window.command("bonfire", "solo")
    player = BrowserPlayer(window, seed=1)
    post = player.my_turn()
    prompt = open_prompt(window, post)
    window.press_key(prompt, prompt.menus[0]["key"])
    look("menu")
    assert faults(window, axe) == []
    window.keys(Keys.ESCAPE)
    window.type_line(f"/bonfire {words.say('command_name.new')} ")
    window.click(".command .add")
    look("command")
    window.keys(Keys.ESCAPE, Keys.ESCAPE)
    window.click('[data-key="rename"]')
    look("rename")
    window.keys(Keys.ESCAPE)
    window.see_picture(post)
    look("picture")
    assert faults(window, axe) == []
    window.keys(Keys.ESCAPE)
    player.finish_turn(window.newest(lambda one: one.private and bool(one.keys)))
    player.my_turn(after=post)
    look("turn")
    english = only_english(language) - NAMES
    assert {text: found for text in said if (found := words_in([text]) & english)} == {}


def test_the_language_can_be_switched_and_stays(
    sit_down: Callable[[str], Window], table: Table
) -> None:
    window = sit_down("ada")
    assert window.text(".send") == "Send"
    Select(window.there("#language")).select_by_visible_text("Deutsch")
    window.until(lambda: window.text(".send") == "Senden")
    window.until(lambda: window.one("#rooms [aria-current]"))
    window.until_commands_are_there()
    window.command("bonfire", "hilfe")
    start, *_ = catalog("de").say("help.start").split("!")
    window.newest(lambda one: one.private and start.strip("*") in one.text)
    window.driver.get(f"{table.address}&as=bo")
    window.until(lambda: window.text(".send") == "Senden")
    window.driver.get(f"{table.address}&as=bo&lang=pl")
    window.until(lambda: window.text(".send") == "Wyślij")


def test_commands_are_understood_by_either_name(windows: Windows, table: Table) -> None:
    window = windows.open(table.address, "ada", "pl")
    window.until_commands_are_there()
    for typed in ("/bonfire pomoc ", "/bonfire help "):
        window.type_line(typed)
        assert window.there(".command .chip").text == "/bonfire pomoc"
        window.keys(Keys.ESCAPE)
        window.until(lambda: window.one("#line"))


def _has(message: Shown, label: str) -> bool:
    return any(button["label"] == label for button in message.buttons)


def test_a_mentioned_command_is_typed_by_its_name_in_the_language(
    windows: Windows, table: Table
) -> None:
    window = windows.open(table.address, "ada", "pl")
    window.until_commands_are_there()
    window.command("bonfire", "pomoc")
    words = catalog("pl")
    for label in (words.say("help.more"), words.say("help.button.between")):
        page = window.newest(lambda one: one.private and _has(one, label))  # noqa: B023 - at once
        window.press(page, label)
    window.click('.mention[data-command="bonfire table"]')
    assert window.there(".command .chip").text == "/bonfire stolik"


def test_dates_are_written_as_in_the_language(windows: Windows, table: Table) -> None:
    window = windows.open(table.address, "ada", "pl-PL")
    window.type_line("cześć")
    window.keys(Keys.ENTER)
    said = window.newest(lambda one: "cześć" in one.text)
    assert "Dziś o " in said.text
    day = window.driver.find_element(By.CSS_SELECTOR, ".day").text
    assert any(month in day for month in MONTHS), day


MONTHS = (
    "stycznia",
    "lutego",
    "marca",
    "kwietnia",
    "maja",
    "czerwca",
    "lipca",
    "sierpnia",
    "września",
    "października",
    "listopada",
    "grudnia",
)


@pytest.mark.parametrize(
    ("language", "typed", "found"),
    [
        ("pl", "/bonfire stół", "/bonfire stolik"),
        ("pl", "/tura ścieżka", "/tura sciezka"),
        ("de", "/bonfire zuruck", "/bonfire zurück"),
    ],
)
def test_commands_are_found_with_and_without_the_marks_of_letters(
    windows: Windows, table: Table, language: str, typed: str, found: str
) -> None:
    window = windows.open(table.address, "ada", language)
    window.until_commands_are_there()
    window.type_line(typed)
    offered = window.there("#suggestions")
    window.until(lambda: found in offered.text)
