"""Widgets: every limit of Discord's on what a prompt becomes."""

from typing import Any

import discord

from bot.chat.components import ClassicMessage, ImageFile, LayoutMessage, plain
from bot.model.buttons import TakeTurn, WizardAnswer
from bot.model.custom_ids import Binding
from bot.model.messages import Button, Choice, LinkButton, Menu, Style
from engine.ids import SeatColor
from renderer.theme import PaletteName, palette

WIZARD = Binding(12, 34, "0123abcd")


def answer(token: str) -> WizardAnswer:
    return WizardAnswer(token)


def payload(view: discord.ui.View | discord.ui.LayoutView) -> list[Any]:
    return view.to_components()


def contents(view: discord.ui.LayoutView) -> list[Any]:
    """What stands in the frame of a post."""
    (frame,) = payload(view)
    return list(frame["components"])


async def test_a_prompt_becomes_rows_of_buttons_and_menus() -> None:
    rows = (
        Menu(
            answer("m"),
            "Choose",
            (Choice("One", answer("1"), "the first"), Choice("Two", answer("2"))),
        ),
        (Button("Go", answer("go"), Style.GO), Button("Back", answer("back"), disabled=True)),
    )
    view = ClassicMessage("text", rows, WIZARD).view()
    assert view is not None
    assert view.is_finished()
    menu_row, button_row = payload(view)
    (menu,) = menu_row["components"]
    assert menu["custom_id"] == WIZARD.custom_id(answer("m"))
    assert [option["value"] for option in menu["options"]] == ["1", "2"]
    go, back = button_row["components"]
    assert (go["label"], go["style"], go["disabled"]) == ("Go", 3, False)
    assert back["disabled"]


async def test_a_sheet_without_rows_has_no_view() -> None:
    assert ClassicMessage("text").view() is None


async def test_long_texts_are_cut_to_what_discord_takes() -> None:
    choice = Choice("l" * 300, answer("1"), "d" * 300)
    rows = (Menu(answer("m"), "p" * 300, (choice,)), (Button("b" * 300, answer("b")),))
    sheet = ClassicMessage("t" * 3000, rows, WIZARD)
    assert len(sheet.content()) <= 2000
    view = sheet.view()
    assert view is not None
    menu_row, button_row = payload(view)
    (menu,) = menu_row["components"]
    (button,) = button_row["components"]
    assert len(menu["placeholder"]) <= 150
    assert len(menu["options"][0]["label"]) <= 100
    assert len(menu["options"][0]["description"]) <= 100
    assert len(button["label"]) <= 80


def test_names_lose_their_escapes_where_nothing_is_formatted() -> None:
    assert plain(r"Ada\_of\*Avon", 80) == "Ada_of*Avon"


async def test_each_picture_of_a_post_has_a_gallery_of_its_own() -> None:
    pictures = tuple(ImageFile(f"{n}.png", b"png", f"alt {n}") for n in range(3))
    rows = ((Button("Turn", TakeTurn()),),)
    view = LayoutMessage("hello", rows, Binding(1, 2), pictures=pictures).view()
    assert view.is_finished()
    inside = contents(view)
    assert [one["type"] for one in inside] == [10, 12, 12, 12, 1]
    galleries = [one["items"] for one in inside if one["type"] == 12]
    assert [len(items) for items in galleries] == [1, 1, 1]
    assert galleries[1][0]["media"]["url"] == "attachment://1.png"
    assert galleries[1][0]["description"] == "alt 1"


async def test_a_post_stands_in_a_frame_of_the_colour_of_its_seat() -> None:
    """The colours are those of the pictures, and nobody's is that of neutral pieces."""
    colors = palette(PaletteName.FIRELIGHT)
    for color in (*SeatColor, None):
        (frame,) = payload(LayoutMessage("hello", accent=color).view())
        assert frame["type"] == 17
        red, green, blue = colors.rgb(f"seat.{color or 'neutral'}")
        assert frame["accent_color"] == red << 16 | green << 8 | blue


async def test_the_foot_of_a_post_stands_at_its_buttons_below_a_line() -> None:
    pictures = (ImageFile("a.png", b"png", "alt"),)
    rows = ((Button("Turn", TakeTurn()),),)
    post = LayoutMessage("told", rows, Binding(1, 2), pictures=pictures, foot="your turn")
    told, picture, line, foot, buttons = contents(post.view())
    assert (told["content"], foot["content"]) == ("told", "your turn")
    assert [picture["type"], line["type"], buttons["type"]] == [12, 14, 1]
    assert post.classic().content() == "told\n\nyour turn"
    alone = contents(LayoutMessage("", foot="your turn").view())
    assert [one["type"] for one in alone] == [10]


async def test_a_post_that_is_too_long_keeps_its_foot() -> None:
    post = LayoutMessage("t" * 5000, foot="f" * 900)
    text, _, foot = contents(post.view())
    assert len(text["content"]) + len(foot["content"]) <= 4000
    assert foot["content"] == "f" * 900
    assert len(post.classic().content()) <= 2000
    assert post.classic().content().endswith("f" * 900)


def links(count: int) -> tuple[LinkButton, ...]:
    sites = (f"https://discord.com/channels/1/{n}" for n in range(count))
    return tuple(LinkButton("Table", site) for site in sites)


async def test_one_link_stands_beside_the_last_button_and_several_below() -> None:
    turn = Button("Turn", TakeTurn())
    for rows, given, shape in (
        ((), 1, [1]),
        (((turn,),), 1, [2]),
        (((turn,) * 5,), 1, [5, 1]),
        (((turn,),), 2, [1, 2]),
        ((), 25, [5] * 5),
    ):
        message = ClassicMessage("text", rows, Binding(1, 2), links=links(given))
        view = message.view()
        assert view is not None
        rich = LayoutMessage("text", rows, Binding(1, 2), links=links(given)).view()
        for lines in (payload(view), contents(rich)[1:]):
            assert [len(line["components"]) for line in lines] == shape
            last = lines[-1]["components"][-1]
            assert (last["style"], last["url"]) == (5, links(given)[-1].url)
            assert "custom_id" not in last
    menu = Menu(answer("m"), "Choose", (Choice("One", answer("1")),))
    view = ClassicMessage("text", (menu,), WIZARD, links=links(1)).view()
    assert view is not None
    assert [len(line["components"]) for line in payload(view)] == [1, 1]


def test_every_upload_of_a_picture_holds_its_bytes() -> None:
    picture = ImageFile("a.png", b"bytes", "alt")
    for _ in range(2):
        assert picture.file().fp.read() == b"bytes"
