"""The statements of a game: none of them reads the whole of a table that grows."""

import asyncio
import re
import sqlite3
from typing import Any, Final

import pytest

from bot.store.database import Database, SqliteConnection
from engine import GameOptions
from tests.kit.evening import Evening
from tests.kit.hall import Hall, ready_to_end, solo
from tests.kit.whole import eventually

WAITING: Final = (
    "posts USING INDEX posts_waiting",
    "forum_posts USING INDEX forum_posts_alive",
    "CONSTANT ROW",
)
"""The indices of unfinished work: statements may read these whole, and the table of servers."""


MOST: Final = 6
"""Statements of a press within a turn: two for settings, two for the coach, two for the draft."""


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements that SQLite has been asked since."""
    asked: list[str] = []

    def noted(name: str) -> None:
        whole = getattr(SqliteConnection, name)

        async def note(self: SqliteConnection, sql: str, values: Any) -> Any:
            asked.append(sql)
            return await whole(self, sql, values)

        monkeypatch.setattr(SqliteConnection, name, note)

    noted("rows")
    noted("run")
    return asked


def plan(db: sqlite3.Connection, sql: str) -> list[str]:
    """The steps in which SQLite does a statement."""
    numbers = {f"?{number}" for number in re.findall(r"\?(\d+)", sql)}
    values = dict.fromkeys(re.findall(r":(\w+)", sql)) or (None,) * (len(numbers) or sql.count("?"))
    return [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {sql}", values)]


async def test_no_statement_of_a_game_reads_a_growing_table_whole(
    hall: Hall, statements: list[str]
) -> None:
    await Evening(hall).last_answer(GameOptions(2))
    player, post = await solo(hall)
    await player.take_turn(post)
    await player.my_post(post.id)
    await (await player.person.slash(hall.table, "bonfire", "mygames")).response()
    database = hall.client.services.store._database
    assert isinstance(database, Database)
    with sqlite3.connect(database._path) as db:
        plans = {sql: plan(db, sql) for sql in statements}
    read = {step for steps in plans.values() for step in steps if step.startswith("SCAN")}
    assert any("calls_to" in sql for sql in plans)
    assert any("INDEX playing (person=?)" in step for steps in plans.values() for step in steps)
    assert read <= {"SCAN servers", *(f"SCAN {index}" for index in WAITING)}


async def test_a_press_within_a_turn_asks_little(hall: Hall, statements: list[str]) -> None:
    player, post = await solo(hall)
    outbox = hall.client.services.outbox
    await eventually(lambda: asyncio.sleep(0, outbox.sent == 1 and outbox.queue_size == 0))
    statements.clear()
    await ready_to_end(player, post)
    await asyncio.sleep(0.1)
    notes = [sql for sql in statements if "game_notes" in sql or "premoves" in sql]
    assert len(notes) == 2, "the first page has a note and a planned turn"
    assert len(statements) - len(notes) <= 3 * MOST, statements
