"""The statements of all tables, and rows as values.

A frozen dataclass is made of the columns that are called as its fields are. Its parts that are
dataclasses themselves have their columns in the same row. Those of a part that may be missing begin
with its name (`quiet_start`), and it is missing where the first is NULL. Fields of several values
are of other rows.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import is_dataclass
from enum import StrEnum
from functools import cache
from operator import itemgetter
from types import NoneType
from typing import Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from bot.model.database_errors import ConflictError, ContradictionError
from bot.store.connection import SqlConnection, SqlRow

_Value = TypeVar("_Value")
_Read = Callable[[SqlRow], Any]


@cache
def reader(kind: Any) -> _Read:
    """Return the function that makes a value of a row: a dataclass, or its first columns.

    That is one value (`int`), or several (`tuple[int, float]`).
    """
    if get_origin(kind) is not tuple:
        return _read(0, kind, optional=False)
    reads = [_read(at, *_bare(part)) for at, part in enumerate(get_args(kind))]
    return lambda row: tuple(read(row) for read in reads)


def made(kind: Callable[..., _Value], row: SqlRow, **more: object) -> _Value:
    """The value of a dataclass whose fields a row has, but for those that are given."""
    cells = {name: read(row) for name, read in _reads(kind).items() if name not in more}
    return kind(**cells, **more)


def columns(value: Any) -> dict[str, Any]:
    """The columns of the row that a value of a dataclass is made of."""
    kind: Any = type(value)
    names, parts = _layout(kind)
    cells = {name: getattr(value, name) for name in names}
    for name, part, optional in parts:
        inner = getattr(value, name)
        inner_cells = dict.fromkeys(_reads(part)) if inner is None else columns(inner)
        before = f"{name}_" if optional else ""
        cells |= {before + column: cell for column, cell in inner_cells.items()}
    return cells


class _Field(NamedTuple):
    """A field of a dataclass; `kind` is its class without the None that may stand there too."""

    name: str
    kind: Any
    optional: bool


@cache
def _fields(kind: Any) -> tuple[_Field, ...]:
    return tuple(_Field(name, *_bare(hint)) for name, hint in get_type_hints(kind).items())


@cache
def _layout(kind: Any) -> tuple[tuple[str, ...], tuple[_Field, ...]]:
    """The fields that are columns by name, and those that are dataclasses."""
    fields = _fields(kind)
    parts = tuple(field for field in fields if is_dataclass(field.kind))
    others = (field for field in fields if field not in parts)
    return tuple(field.name for field in others if get_origin(field.kind) is None), parts


def _bare(hint: Any) -> tuple[Any, bool]:
    """A class without the None beside it, and whether that was there."""
    if NoneType not in get_args(hint):
        return hint, False
    (kind,) = set(get_args(hint)) - {NoneType}
    return kind, True


@cache
def _reads(kind: Any, before: str = "") -> dict[str, _Read]:
    """Return the readers of a dataclass's fields; `before` precedes the names of its columns."""
    return {name: _read(before + name, *rest) for name, *rest in _fields(kind)}


def _read(column: str | int, kind: Any, optional: bool) -> _Read:  # noqa: FBT001 - see `_fields`
    if is_dataclass(kind):
        part: Any = kind
        reads = _reads(part, f"{column}_" if optional else "")

        def whole(row: SqlRow) -> Any:
            cells = {name: read(row) for name, read in reads.items()}
            return None if optional and next(iter(cells.values())) is None else part(**cells)

        return whole
    if kind is bool or (isinstance(kind, type) and issubclass(kind, StrEnum)):
        return lambda row: None if row[column] is None else kind(row[column])
    return itemgetter(column)


class Queries:
    """The base of each class of tables: the one place that speaks to the connection."""

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
