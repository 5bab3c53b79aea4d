"""The menus of people and of messages, as the page offers them: with the mouse, and with keys."""

import os
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio
from discord import app_commands, ui
from selenium.webdriver.common.keys import Keys

from bot.words import catalog
from tests.browser.access import SIZES, faults
from tests.browser.conftest import Table
from tests.browser.stage import ToyStage
from tests.browser.window import ITEMS, Shown, SitDown, Window, open_menu
from tests.kit.toy import Inter, data_of

pytestmark = pytest.mark.long


@pytest_asyncio.fixture
async def chosen(stage: ToyStage) -> list[Any]:
    """The targets of the toy's two commands."""
    found: list[Any] = []

    async def invite(i: Inter, target: discord.User | discord.Member) -> None:
        found.append(target.id)
        await i.response.send_message(f"invited {target.display_name}")

    async def explain(i: Inter, target: discord.Message) -> None:
        found.append(target.id)
        await i.response.send_message("explained", ephemeral=True)

    for name, callback in (("Invite Them", invite), ("Explain This", explain)):
        stage.toy.tree.add_command(app_commands.ContextMenu(name=name, callback=callback))
    await stage.toy.tree.sync()
    return found


def labels(window: Window, selector: str) -> list[str]:
    script = "return [...document.querySelectorAll(arguments[0])].map((one) => one.innerText)"
    found: list[str] = window.driver.execute_script(script, selector)
    return found


async def test_a_person_has_a_menu_in_the_list_of_people(
    stage: ToyStage, chosen: list[Any]
) -> None:
    bo, window = stage.person("bo"), stage.window
    people = await stage.away(lambda: labels(window, "#rooms .person .room-label"))
    assert people == ["Bonfire", "Ada", "Bo", "Cleo", "Dan"]
    await stage.away(lambda: open_menu(window, f"person-{bo.id}"))
    assert await stage.away(lambda: labels(window, ITEMS)) == ["Invite Them"]
    await stage.away(lambda: window.click(ITEMS))
    answer = await stage.sees(lambda one: "invited Bo" in one.text)
    assert "Ada used Invite Them" in answer.text
    assert chosen == [bo.id]
    assert await stage.away(lambda: labels(window, ITEMS)) == []


async def test_a_message_has_a_menu_that_the_keyboard_reaches(
    stage: ToyStage, chosen: list[Any]
) -> None:
    said, window = stage.person("bo").say(stage.room, "hello"), stage.window
    shown = await stage.sees(lambda one: "hello" in one.text)
    await stage.away(lambda: open_menu(window, "apps", f"#{shown.id}"))
    assert await stage.away(lambda: labels(window, ITEMS)) == ["Explain This"]
    await stage.away(lambda: window.keys(Keys.ESCAPE))
    assert await stage.away(lambda: labels(window, ITEMS)) == []
    assert await stage.away(lambda: window.focused("data-key")) == "apps"
    await stage.away(lambda: window.keys(Keys.ENTER))
    await stage.away(lambda: window.there(ITEMS))
    await stage.away(lambda: window.keys(Keys.ARROW_DOWN, Keys.ENTER))
    answer = await stage.sees(lambda one: "explained" in one.text)
    assert answer.private
    assert chosen == [said.id]


async def test_where_no_app_offers_anything_the_menu_says_so(stage: ToyStage) -> None:
    window = stage.window
    key = f"person-{stage.person('bo').id}"
    await stage.away(lambda: window.click(f'[data-key="{key}"]'))
    told = await stage.away(lambda: window.there(".apps .empty").text)
    assert told == "No app offers anything here."


async def test_several_people_are_chosen_in_a_menu_of_a_message(stage: ToyStage) -> None:
    told: list[Any] = []

    @stage.answers("who")
    async def who(i: Inter) -> None:
        told.append(data_of(i))
        await i.response.send_message("thanks")

    view = ui.View(timeout=None)
    view.add_item(ui.UserSelect(custom_id="who", placeholder="Who?", max_values=2))
    view.stop()
    channel = stage.toy.get_partial_messageable(stage.room.id)
    await channel.send("choose", view=view)
    message = await stage.sees(lambda one: bool(one.menus))

    def choose() -> None:
        stage.window.choose(message, 0, 2)
        stage.window.keys(Keys.ARROW_DOWN, Keys.ENTER, Keys.ESCAPE)

    await stage.away(choose)
    await stage.sees(lambda one: "thanks" in one.text)
    names = [stage.table.server.world.users[int(n)].username for n in told[0]["values"]]
    assert names == ["bo", "cleo"]
    assert set(told[0]["resolved"]["members"]) == set(told[0]["values"])


def invite_bo(window: Window) -> Shown:
    """Ada invites Bo from the list of people, by the bot as it is."""
    window.until_commands_are_there()
    key = str(window.there(".person:has(.c2)").get_attribute("data-key"))
    open_menu(window, key)
    window.click(ITEMS)
    return window.newest(lambda one: one.has("Decline"))


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_an_invitation_and_an_explanation_on_every_screen(
    sit_down: SitDown, axe: str, width: int, height: int
) -> None:
    window = sit_down("ada")
    lobby = invite_bo(window)
    assert "Bo, Ada invites you" in lobby.text
    window.resize(width, height)
    assert faults(window, axe) == []
    assert window.too_wide() == []
    open_menu(window, "apps", f"#{lobby.id}")
    assert labels(window, ITEMS) == ["Explain this turn", "The board then"]
    assert faults(window, axe) == []
    if folder := os.environ.get("BONFIRE_SCREENSHOTS"):
        window.picture(Path(folder) / f"menu-{width}.png")
    window.click(ITEMS)
    told = window.newest(lambda one: one.private)
    assert catalog().say("explain.sorry.no_post") in told.text
    if window.driver.execute_script("return innerWidth") < 760:
        window.click("#open-places")
    open_menu(window, str(window.there(".person:has(.c2)").get_attribute("data-key")))
    assert faults(window, axe) == []
    if folder := os.environ.get("BONFIRE_SCREENSHOTS"):
        window.picture(Path(folder) / f"person-{width}.png")


def test_the_menu_speaks_the_language_of_the_page(table: Table, windows: Any) -> None:
    window = windows.open(table.address, "ada", "de-DE")
    window.until_commands_are_there()
    open_menu(window, str(window.there(".person:has(.c2)").get_attribute("data-key")))
    assert labels(window, ITEMS) == ["Zu Bonfire einladen"]
