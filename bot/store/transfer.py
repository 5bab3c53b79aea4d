"""Everything that one database holds, put into another one and compared row by row."""

import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any, Final

from bot.model.database_errors import DatabaseError
from bot.store.copies import LEFT_OUT
from bot.store.migrate import migrations, statements
from bot.store.queries import Engine, SqlConnection

ROWS_AT_ONCE: Final = 2000
"""Rows that are read and stored together."""

_Report = Callable[[str, int], None]
"""Told a table and how many of its rows have been stored."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table: its columns, those of its key, and whether it numbers its rows by itself."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    numbers: bool


@cache
def tables() -> tuple[StoredTable, ...]:
    """All tables that are transferred, each behind those that it refers to."""
    with closing(sqlite3.connect(":memory:")) as database:
        for step in migrations():
            for statement in statements(step.sql):
                database.execute(statement)
        names = [
            name
            for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
            if not name.startswith("sqlite_") and name not in LEFT_OUT
        ]
        ordered: list[str] = []

        def add(name: str) -> None:
            if name not in ordered:
                for row in database.execute(f"PRAGMA foreign_key_list({name})"):
                    add(row[2])
                ordered.append(name)

        for name in names:
            add(name)
        return tuple(_table(database, name) for name in ordered)


def _table(database: sqlite3.Connection, name: str) -> StoredTable:
    columns = database.execute(f"PRAGMA table_info({name})").fetchall()
    keys = sorted((row[5], row[1]) for row in columns if row[5])
    return StoredTable(
        name,
        tuple(row[1] for row in columns),
        tuple(column for _, column in keys),
        [column for _, column in keys] == ["id"],
    )


async def transfer(source: Engine, target: Engine, report: _Report) -> int:
    """Put everything of one database into an empty one, all or nothing; how many rows that were.

    Raises DatabaseError where the target is not empty, or does not hold the same afterwards.
    """

    async def read(db: SqlConnection) -> int:
        return await target.transaction(lambda into: _fill(db, into, report))

    return await source.read(read)


async def _fill(source: SqlConnection, target: SqlConnection, report: _Report) -> int:
    for table in tables():
        if table.name != "meta" and await _rows(target, table, 0):
            raise DatabaseError(f"The second database is not empty: it has {table.name}.")
    await target.run("DELETE FROM meta", ())  # its name, which is that of the first from now on
    total = 0
    for table in tables():
        stored = 0
        marks = ", ".join("?" * len(table.columns))
        sql = f"INSERT INTO {table.name} ({', '.join(table.columns)}) VALUES ({marks})"  # noqa: S608
        async for rows in _all(source, table):
            await target.run_each(sql, rows)
            stored += len(rows)
            report(table.name, stored)
        if await _digest(source, table) != await _digest(target, table):
            raise DatabaseError(f"The rows of {table.name} did not arrive as they were.")
        if table.numbers:
            await target.number_after(table.name, await source.last_number(table.name))
        total += stored
    return total


async def _digest(db: SqlConnection, table: StoredTable) -> tuple[int, int]:
    """Return the number of rows of a table and their digest, in whatever order.

    Each database sorts texts in its own way.
    """
    count = digest = 0
    async for rows in _all(db, table):
        count += len(rows)
        digest += sum(int.from_bytes(sha256(repr(row).encode()).digest()) for row in rows)
    return count, digest


async def _all(db: SqlConnection, table: StoredTable) -> AsyncIterator[Sequence[tuple[Any, ...]]]:
    """The rows of a table, so many at a time."""
    read = 0
    while rows := await _rows(db, table, read):
        yield rows
        read += len(rows)


async def _rows(db: SqlConnection, table: StoredTable, skipped: int) -> Sequence[tuple[Any, ...]]:
    """The next rows of a table, in the order of their keys."""
    columns, key = ", ".join(table.columns), ", ".join(table.key)
    sql = f"SELECT {columns} FROM {table.name} ORDER BY {key} LIMIT ? OFFSET ?"  # noqa: S608
    rows = await db.rows(sql, (ROWS_AT_ONCE, skipped))
    return [tuple(row[column] for column in table.columns) for row in rows]
