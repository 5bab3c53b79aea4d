"""Names at a table can be seen and told apart, whatever people call themselves."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.naming import told_apart, visible
from bot.model.people import escape_markdown, seated_bot
from bot.model.rows import PersonRow
from bot.words import catalog
from engine import GameOptions
from engine.agents.levels import Level
from engine.ids import SeatColor
from tests.bot.stack import Stack

WORDS = catalog("en")
COLORS = tuple(SeatColor)
TRICKY = ("Ada", "ada", "Áda", "Ada (red)", "Tom", "Bot 1", "Bot 1 (hard)", "Bo")


@given(st.text(max_size=32))
def test_every_name_is_visible_and_turns_no_line(name: str) -> None:
    shown = visible(name, "ada.l")
    kinds = [unicodedata.category(sign) for sign in shown]
    assert any(kind[0] not in "MZC" for kind in kinds)
    assert not any(kind in {"Cc", "Co", "Cs", "Zl", "Zp"} for kind in kinds)
    assert not set(shown) & set("\u200b\u200e\u200f\u061c\u202e\u2066\u3164")
    assert "MnMnMnMn" not in "".join(kinds).replace("Me", "Mn")
    assert visible(shown, "ada.l") == shown


@pytest.mark.parametrize("name", ["", " ", "\u3164", "\u200b", "\u0301\u0302", "\u2800", "\u200d"])
def test_a_blank_name_gives_way_to_that_of_the_account(name: str) -> None:
    assert visible(name, "ada.l") == "ada.l"


@pytest.mark.parametrize("name", ["Ada", "Ödön Ő", "می‌خواهم", "👩‍👧‍👦", "שָׁלוֹם", "Việt", "小红"])
def test_an_ordinary_name_stays(name: str) -> None:
    assert visible(name, "ada.l") == unicodedata.normalize("NFC", name)


@given(
    st.lists(
        st.sampled_from(["Ada", "ada", "Áda", "Tom", "Bot 1", "Bot 1 (hard)", "Bo"]),
        min_size=2,
        max_size=4,
    )
)
def test_nobody_at_a_table_is_called_like_another(names: list[str]) -> None:
    players = tuple(PersonRow(10 + seat, name) for seat, name in enumerate(names))
    shown = [one.name for one in told_apart(players, COLORS, WORDS)]
    assert len({*shown}) == len(shown)
    for name in shown:
        assert name not in {"Tom", "Bot 1", "Bot 1 (hard)"}


def test_the_colour_of_the_seat_stands_behind_a_doubtful_name() -> None:
    players = (
        PersonRow(1, "Ada"),
        PersonRow(2, "Bo"),
        PersonRow(3, "ADA"),
        seated_bot(Level.HARD, 1),
    )
    shown = [one.name for one in told_apart(players, COLORS, WORDS)]
    assert shown == ["Ada (red)", "Bo", "ADA (green)", "Bot 1"]
    german = told_apart((PersonRow(1, "Tom"),), COLORS, catalog("de"))
    assert [one.name for one in german] == ["Tom (rot)"]


@pytest.mark.parametrize("name", ["discord.gg/scam", "www.scam.example", "https://scam.example/x"])
def test_a_name_is_no_link(name: str) -> None:
    shown = escape_markdown(name)
    assert shown.replace("\u2060", "").replace("\\", "") == name
    assert not re.search(r"https?://|discord\.gg|www\.\w", shown)


async def test_two_players_of_one_name_are_told_apart_in_the_posts(stack: Stack) -> None:
    people = (PersonRow(11, "Ada"), PersonRow(22, "Ada"))
    started = await stack.games.start(stack.press(people[0]), GameOptions(2), people)
    async with stack.games.table(started.game) as table:
        names = [person.name for person in table.owners_in(WORDS)]
        assert len({*names}) == 2
        assert all(name.startswith("Ada \\(") for name in names)
