"""Widgets: custom ids, and every limit of Discord's on what a prompt becomes."""

from typing import Any

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.messages.components import ClassicMessage, CustomId, ImageFile, Scope, layout, plain
from bot.model.messages import TOKEN_LIMIT, Button, Choice, Menu, Style

TOKENS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=TOKEN_LIMIT)
CONTROLS = st.builds(
    CustomId,
    st.sampled_from(Scope),
    st.integers(0, 9_999_999),
    st.integers(0, 9999),
    st.text("0123456789abcdef", max_size=8),
    TOKENS,
)
WIZARD = CustomId(Scope.WIZARD, 12, 34, "0123abcd", "")


@given(CONTROLS)
def test_a_custom_id_reads_back_as_it_was_written(control: CustomId) -> None:
    written = control.dump()
    assert len(written) <= 100
    assert CustomId.load(written) == control


def test_a_custom_id_that_is_too_long_is_never_sent() -> None:
    with pytest.raises(ValueError, match="too long"):
        WIZARD.named("x" * 90)


@pytest.mark.parametrize(
    "text", ["", "hello", "0|t|1|1||turn", "1|x|1|1||turn", "1|t|one|1||turn", "1|t|1|1"]
)
def test_a_custom_id_of_another_version_is_none(text: str) -> None:
    assert CustomId.load(text) is None


def payload(view: discord.ui.View | discord.ui.LayoutView) -> list[Any]:
    return view.to_components()


async def test_a_prompt_becomes_rows_of_buttons_and_menus() -> None:
    rows = (
        Menu("m", "Choose", (Choice("One", "1", "the first"), Choice("Two", "2"))),
        (Button("Go", "go", Style.GO), Button("Back", "back", disabled=True)),
    )
    view = ClassicMessage("text", rows, WIZARD).view()
    assert view is not None
    assert view.is_finished()
    menu_row, button_row = payload(view)
    (menu,) = menu_row["components"]
    assert menu["custom_id"] == WIZARD.named("m")
    assert [option["value"] for option in menu["options"]] == ["1", "2"]
    go, back = button_row["components"]
    assert (go["label"], go["style"], go["disabled"]) == ("Go", 3, False)
    assert back["disabled"]


async def test_a_sheet_without_rows_has_no_view() -> None:
    assert ClassicMessage("text").view() is None


async def test_long_texts_are_cut_to_what_discord_takes() -> None:
    choice = Choice("l" * 300, "1", "d" * 300)
    rows = (Menu("m", "p" * 300, (choice,)), (Button("b" * 300, "b"),))
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
    pictures = [ImageFile(f"{n}.png", b"png", f"alt {n}") for n in range(3)]
    control = CustomId(Scope.TABLE, 1, 2, "", "")
    view = layout("hello", ((Button("Turn", "turn"),),), control, pictures)
    assert view.is_finished()
    kinds = [one["type"] for one in payload(view)]
    assert kinds == [10, 12, 12, 12, 1]
    galleries = [one["items"] for one in payload(view) if one["type"] == 12]
    assert [len(items) for items in galleries] == [1, 1, 1]
    assert galleries[1][0]["media"]["url"] == "attachment://1.png"
    assert galleries[1][0]["description"] == "alt 1"


def test_every_upload_of_a_picture_holds_its_bytes() -> None:
    picture = ImageFile("a.png", b"bytes", "alt")
    for _ in range(2):
        assert picture.file().fp.read() == b"bytes"
