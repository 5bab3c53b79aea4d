"""`bonfire forget`: what the operator does for somebody who asks."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.store.store import Store
from tests.kit.shell import DATABASE, Bonfire, assert_one_line, played, with_stack
from tests.kit.stack import PEOPLE, Stack

ADA = PEOPLE[0]


def people(folder: Path) -> list[tuple[int, str]]:
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        return database.execute("SELECT person, name FROM players ORDER BY seat").fetchall()


def test_a_person_is_forgotten_in_a_line_below_the_name_of_the_database(
    bonfire: Bonfire, tmp_path: Path
) -> None:
    game = played(tmp_path)
    answer = bonfire("forget", str(ADA.id))
    assert (answer.status, answer.err) == (0, "")
    named, told = answer.out.splitlines()
    assert named == f"Database: {DATABASE}"
    assert told.startswith("11: forgotten. Games: 1; running: 1.")
    assert people(tmp_path) == [(-1, "Former player"), (22, "Bo")]

    async def bots(stack: Stack) -> frozenset[int]:
        async with stack.games.hold(game) as table:
            return table.bots

    assert with_stack(tmp_path, bots) == {0}
    assert "\n11: forgotten. Games: 0; running: 0." in bonfire("forget", str(ADA.id)).out


def test_nobody_is_forgotten_while_the_bot_runs(bonfire: Bonfire, tmp_path: Path) -> None:
    played(tmp_path)
    loop = asyncio.new_event_loop()
    store = loop.run_until_complete(Store.open(tmp_path / DATABASE))
    try:
        assert_one_line(bonfire("forget", "11"), "Another process already uses")
    finally:
        loop.run_until_complete(store.close())
        loop.close()
    assert people(tmp_path) == [(11, "Ada"), (22, "Bo")]


@pytest.mark.parametrize("person", ["Ada", "0", "-1", "1.5", "<@11>"])
def test_a_person_is_named_by_their_number(bonfire: Bonfire, person: str) -> None:
    assert_one_line(bonfire("forget", "--", person), person)


def test_the_number_can_be_as_long_as_those_of_discord(bonfire: Bonfire, tmp_path: Path) -> None:
    played(tmp_path)
    assert "\n1234567890123456789: forgotten" in bonfire("forget", "1234567890123456789").out
    assert_one_line(bonfire("forget", str(2**63)), str(2**63))


def test_without_a_database_there_is_nobody(bonfire: Bonfire) -> None:
    assert_one_line(bonfire("forget", "11"), "data/bonfire.db does not exist")
