"""Different spellings of one thing are read as the same."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.chat.interaction.context import picked_people
from bot.model.button_forms import number
from bot.store.copies import exchange
from bot.store.store import Store


def test_nobody_is_picked_twice() -> None:
    users = {number: {"id": number, "username": "ada"} for number in ("7", "007", "8")}
    data = {"values": ["7", "007", "8", "7"], "resolved": {"users": users}}
    interaction: Any = SimpleNamespace(data=data, guild_id=None)
    assert [person.row.id for person in picked_people(interaction)] == [7, 8]


@pytest.mark.parametrize("typed", ["9" * 5000, "-1", "+1", "1.0", "", "x", "²", "9" * 25])
def test_what_is_no_number_is_none(typed: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(typed)}$"):
        number(typed)


def test_a_number_has_one_value_however_it_is_written() -> None:
    assert number("7") == number("007") == 7


async def test_a_link_stays_a_link_where_a_copy_is_restored(tmp_path: Path) -> None:
    for name in ("real.db", "copy.db"):
        await (await Store.open(tmp_path / name)).close()
    link = tmp_path / "bonfire.db"
    link.symlink_to("real.db")
    before = (tmp_path / "real.db").stat().st_ino
    exchange(link, tmp_path / "copy.db", tmp_path / "kept.db")
    assert link.is_symlink()
    assert (tmp_path / "kept.db").stat().st_ino == before
