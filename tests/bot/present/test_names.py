"""What people are called, and what they type, formats nothing but itself."""

import pytest
from hypothesis import given, seed
from hypothesis import strategies as st

from bot.model import rows
from bot.model.people import escape_markdown, seated_bot, tidied, to_person, told_apart
from bot.words import catalog
from bot.words.text import folded
from engine.agents.levels import Level


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Ada", "Ada"),
        ("**Ada**", r"\*\*Ada\*\*"),
        ("@everyone <@1> <#2>", r"\@everyone \<\@1\> \<\#2\>"),
        ("[here](https://x.example)", "\\[here\\]\\(https\\://x.\u200bexample\\)"),
        ("discord.gg/scam", "discord.\u200bgg/scam"),
        ("www.x.example", "www.\u200bx.\u200bexample"),
        ("Dr. Ada", "Dr. Ada"),
        ("עדה", "עדה"),
        ("👩\u200d💻", "👩\u200d💻"),
    ],
)
def test_a_name_formats_nothing(name: str, told: str) -> None:
    assert escape_markdown(name) == told
    assert to_person(rows.PersonRow(7, name)).name == told


COLORS = ("red", "yellow", "green", "purple")
WORDS = catalog("en")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("\u202eadA\u202c", "adA"),
        ("\u2066Ada\u2069", "Ada"),
        ("\u200eAda\u061c", "Ada"),
        ("A" + "\u0335" * 40 + "da", "A\u0335\u0335da"),
        ("A\u00a0\u2003da", "A da"),
        ("\u3164", r"\#0007"),
        ("\u200b", r"\#0007"),
        ("\u0301\u0301", r"\#0007"),
    ],
)
def test_a_name_can_be_read_and_grows_over_nothing(name: str, told: str) -> None:
    assert to_person(rows.PersonRow(7, name)).name == told


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("Ada", "Ada"), ("Ada", "Ada (yellow)")),
        (("Ada", "ADA", "\u200bAda"), ("Ada", "ADA (yellow)", "Ada (green)")),
        (("\u3164", "\u200b"), ("Red", "Yellow")),
        (("Tom", "Bo"), ("Tom (red)", "Bo")),
        (("Bot 1 (hard)", "Bo"), ("Bot 1 (hard) (red)", "Bo")),
        (("Ada", "Ada (bot)"), ("Ada", "Ada (bot) (yellow)")),
    ],
)
def test_names_at_a_table_are_told_apart(names: tuple[str, ...], told: tuple[str, ...]) -> None:
    players = [rows.PersonRow(number, name) for number, name in enumerate(names, 1)]
    shown = told_apart(players, COLORS[: len(names)], WORDS)
    assert tuple(one.name for one in shown) == told
    assert [one.id for one in shown] == [1, 2, 3][: len(names)]


def test_a_bot_keeps_its_name_from_a_person() -> None:
    bot = seated_bot(Level.HARD, 1)
    shown = told_apart((rows.PersonRow(1, "bot 1"), bot), COLORS[:2], WORDS)
    assert [one.name for one in shown] == ["bot 1 (red)", "Bot 1"]


NAMES = st.one_of(
    st.text(max_size=32),
    st.text("Aa\u3164\u200b\u0301\u200d\u200e ()redTomBot1", max_size=12),
    st.sampled_from(("Tom", "Red", "Yellow", "Ada", "Ada (yellow)", "Ada (bot)", "\u3164")),
)


@seed(20261125)
@given(st.lists(NAMES, min_size=4, max_size=4))
def test_any_four_names_are_visible_and_told_apart(names: list[str]) -> None:
    players = [rows.PersonRow(number, name) for number, name in enumerate(names, 1)]
    shown = [one.name for one in told_apart(players, COLORS, WORDS)]
    likenesses = [folded(name.replace("\u200d", "")) for name in shown]
    assert len(set(likenesses)) == 4
    assert all(likenesses)
    assert "tom" not in likenesses
    assert all(tidied(name) == name for name in shown)
