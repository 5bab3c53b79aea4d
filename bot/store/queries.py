"""The statements of all tables: the one place that speaks to the connection in a transaction."""

from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from typing import Any, TypeVar

import aiosqlite

from bot.store.codec import reader
from bot.store.errors import ConflictError

Value = TypeVar("Value")


class Queries:
    """What each class of tables asks of its connection.

    Values stand where a statement has `?`, `?1` or, those with a name, `:name`.
    """

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._db = connection

    async def _rows(self, sql: str, /, *values: Any, **named: Any) -> list[aiosqlite.Row]:
        """The rows that a statement finds."""
        return list(await self._db.execute_fetchall(sql, named or values))

    async def _all(
        self, kind: Callable[..., Value], sql: str, /, *values: Any, **named: Any
    ) -> tuple[Value, ...]:
        """What a statement finds; see `reader` for how rows become values of this class."""
        return tuple(map(reader(kind), await self._rows(sql, *values, **named)))

    async def _first(
        self, kind: Callable[..., Value], sql: str, /, *values: Any, **named: Any
    ) -> Value | None:
        """The first value that a statement finds."""
        return next(iter(await self._all(kind, sql, *values, **named)), None)

    async def _run(self, sql: str, /, *values: Any, **named: Any) -> int:
        """Change rows; returns how many."""
        return (await self._db.execute(sql, named or values)).rowcount

    async def _run_each(self, sql: str, values: Iterable[tuple[Any, ...]]) -> None:
        """Change rows with one statement, once with each of these values."""
        await self._db.executemany(sql, values)

    async def _insert(self, table: str, /, **row: Any) -> int:
        """Store a row; returns its number."""
        cursor = await self._db.execute(_inserting("INSERT", table, *row), tuple(row.values()))
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    async def _insert_all(self, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Store rows that have the same columns."""
        if rows:
            sql = _inserting("INSERT", table, *rows[0])
            await self._run_each(sql, [tuple(row.values()) for row in rows])

    async def _replace(self, table: str, /, **row: Any) -> None:
        """Store a row in place of the one that has its key."""
        await self._run(_inserting("INSERT OR REPLACE", table, *row), *row.values())


@cache
def _inserting(verb: str, table: str, *columns: str) -> str:
    marks = ", ".join("?" * len(columns))
    return f"{verb} INTO {table} ({', '.join(columns)}) VALUES ({marks})"


@asynccontextmanager
async def whole(connection: aiosqlite.Connection) -> AsyncIterator[None]:
    """Keep all that is done meanwhile, or nothing where that raises."""
    await connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        await connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            await connection.execute("ROLLBACK")
        raise


@contextmanager
def conflicts() -> Iterator[None]:
    """Raise ConflictError where what is stored meanwhile contradicts what is there."""
    try:
        yield
    except aiosqlite.IntegrityError as error:
        raise ConflictError from error
