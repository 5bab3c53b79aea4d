"""The statements of all tables: the one place that speaks to the connection in a transaction."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeVar

from bot.model.database_errors import ConflictError, ContradictionError
from bot.store.codec import reader
from bot.store.connection import SqlConnection, SqlRow

_Value = TypeVar("_Value")


class Queries:
    """The base of each class of tables, which holds its connection (`connection.py`)."""

    def __init__(self, connection: SqlConnection) -> None:
        self._db = connection

    async def _rows(self, sql: str, /, *values: Any, **named: Any) -> Sequence[SqlRow]:
        """The rows that a statement finds."""
        return await self._db.rows(sql, named or values)

    async def _all(
        self, kind: Callable[..., _Value], sql: str, /, *values: Any, **named: Any
    ) -> tuple[_Value, ...]:
        """Run a statement and return its rows as values of this class, made by `reader`."""
        return tuple(map(reader(kind), await self._rows(sql, *values, **named)))

    async def _first(
        self, kind: Callable[..., _Value], sql: str, /, *values: Any, **named: Any
    ) -> _Value | None:
        """The first value that a statement finds."""
        return next(iter(await self._all(kind, sql, *values, **named)), None)

    async def _run(self, sql: str, /, *values: Any, **named: Any) -> int:
        """Change rows; returns how many."""
        return await self._db.run(sql, named or values)

    async def _run_each(self, sql: str, values: Iterable[tuple[Any, ...]]) -> None:
        """Change rows with one statement, once with each of these values."""
        await self._db.run_each(sql, values)

    async def _insert(self, table: str, /, **row: Any) -> None:
        """Store a row."""
        await self._run(_inserting(table, *row), *row.values())

    async def _insert_numbered(self, table: str, /, **row: Any) -> int:
        """Store a row of a table that numbers its rows; returns its number."""
        (made,) = await self._rows(f"{_inserting(table, *row)} RETURNING id", *row.values())
        return int(made["id"])

    async def _insert_all(self, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Store rows that have the same columns."""
        if rows:
            sql = _inserting(table, *rows[0])
            await self._run_each(sql, [tuple(row.values()) for row in rows])

    async def _replace(self, table: str, key: tuple[str, ...], /, **row: Any) -> None:
        """Store a row in place of the one that has its key, the values of these columns."""
        await self._run(_replacing(table, key, *row), *row.values())


@cache
def _inserting(table: str, *columns: str) -> str:
    marks = ", ".join("?" * len(columns))
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608 - names


@cache
def _replacing(table: str, key: tuple[str, ...], *columns: str) -> str:
    news = ", ".join(f"{name} = excluded.{name}" for name in columns if name not in key)
    return f"{_inserting(table, *columns)} ON CONFLICT ({', '.join(key)}) DO UPDATE SET {news}"


@contextmanager
def conflicts() -> Iterator[None]:
    """Raise ConflictError where what is stored meanwhile contradicts what is there."""
    try:
        yield
    except ContradictionError as error:
        raise ConflictError from error
