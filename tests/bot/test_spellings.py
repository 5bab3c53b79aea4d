"""Different spellings of one thing are read as the same."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.chat.handlers.boards import _seat_of
from bot.chat.handlers.consent import turn_number
from bot.chat.interaction.picked import picked_people
from bot.model.errors import Problem, UserError
from bot.store import Store
from bot.store.copies import exchange


def test_nobody_is_picked_twice() -> None:
    users = {number: {"id": number, "username": "ada"} for number in ("7", "007", "8")}
    data = {"values": ["7", "007", "8", "7"], "resolved": {"users": users}}
    interaction: Any = SimpleNamespace(data=data, guild_id=None)
    assert [person.row.id for person in picked_people(interaction)] == [7, 8]


@pytest.mark.parametrize("typed", ["9" * 5000, "-1", "+1", "1.0", "", "x", "²", "9" * 25])
def test_a_number_that_is_none_is_refused_kindly(typed: str) -> None:
    with pytest.raises(UserError) as refused:
        turn_number(typed)
    assert refused.value.problem is Problem.NO_EARLIER_TURN
    options = SimpleNamespace(seats=2)
    table: Any = SimpleNamespace(
        game=SimpleNamespace(options=options), words=None, picture_names=lambda _: ()
    )
    with pytest.raises(UserError) as unknown:
        _seat_of(table, typed, 1)
    assert unknown.value.problem is Problem.UNKNOWN_PLAYER


def test_a_number_has_one_value_however_it_is_written() -> None:
    assert turn_number("7") == turn_number("007") == 7


async def test_a_link_stays_a_link_where_a_copy_is_restored(tmp_path: Path) -> None:
    for name in ("real.db", "copy.db"):
        await (await Store.open(tmp_path / name)).close()
    link = tmp_path / "bonfire.db"
    link.symlink_to("real.db")
    before = (tmp_path / "real.db").stat().st_ino
    exchange(link, tmp_path / "copy.db", tmp_path / "kept.db")
    assert link.is_symlink()
    assert (tmp_path / "kept.db").stat().st_ino == before
