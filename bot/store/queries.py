"""The statements of all tables, the connection that they go to, and rows as values.

Statements are of the subset that SQLite and PostgreSQL share. Values stand where one has `?`, `?1`
or, those with a name, `:name`.

A frozen dataclass is made of the columns that are called as its fields are. Its parts that are
dataclasses themselves have their columns in the same row. Those of a part that may be missing begin
with its name (`quiet_start`), and it is missing where the first is NULL. Fields of several values
are of other rows.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager
from dataclasses import is_dataclass
from enum import StrEnum
from functools import cache
from operator import itemgetter
from types import NoneType
from typing import (
    Any,
    NamedTuple,
    NoReturn,
    Protocol,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from bot.model.database_errors import ConflictError, ContradictionError, DatabaseError

Read = TypeVar("Read")
Values = Mapping[str, Any] | Sequence[Any]


class SqlRow(Protocol):
    """A result row of a statement, read by the names of its columns or by their places."""

    def __getitem__(self, column: Any, /) -> Any: ...

    def keys(self) -> Iterable[str]:
        """The names of the columns."""


class SqlConnection(Protocol):
    """A connection in a transaction; raises ContradictionError for what must not be stored."""

    async def rows(self, sql: str, values: Values) -> Sequence[SqlRow]:
        """The rows that a statement finds."""

    async def run(self, sql: str, values: Values) -> int:
        """Change rows; returns how many."""

    async def run_each(self, sql: str, values: Iterable[Sequence[Any]]) -> None:
        """Change rows with one statement, once with each of these values."""

    async def last_number(self, table: str) -> int:
        """The last number that a table which numbers its rows has given, 0 for none."""

    async def number_after(self, table: str, number: int) -> None:
        """Let such a table give higher numbers than this from now on."""


Work = Callable[[SqlConnection], Awaitable[Read]]


class Running:
    """The transactions that run: each is a task, so that no cancellation cuts it in half."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    async def shielded(self, work: Coroutine[Any, Any, Read]) -> Read:
        """Do `work`, which goes on to its end where the caller is cancelled."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return await asyncio.shield(task)

    async def finish(self) -> None:
        """Return when nothing runs any more."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # looked at, so that an abandoned caller leaves no warning behind


class Identity:
    """The mark of the database that was opened, as long as no other is found in its place."""

    def __init__(self) -> None:
        self._fault: DatabaseError | None = None
        self._noticed = asyncio.Event()

    def lose(self, fault: DatabaseError) -> NoReturn:
        """Raise what is wrong with the database that is there now, and tell `until_lost`."""
        self._fault = self._fault or fault
        self._noticed.set()
        raise fault

    async def until_lost(self) -> NoReturn:
        """Wait until another database is found in place of this one; raises DatabaseError."""
        await self._noticed.wait()
        assert self._fault is not None
        raise self._fault


class Right(Protocol):
    """The right to do what one process alone does."""

    lost: asyncio.Event
    """Tells that the right came to an end."""

    async def check(self) -> None:
        """Raise LostLeadError where another process may have the right by now."""


class Agreement(Protocol):
    """The agreements of several workers on one database."""

    def holding(self, *names: str) -> AbstractAsyncContextManager[None]:
        """No other worker holds any of these meanwhile."""

    def leading(self) -> AbstractAsyncContextManager[Right]:
        """Wait until no other worker leads, and lead; a leader that hangs leads no longer."""

    def listening(self, heard: Callable[[], None]) -> AbstractAsyncContextManager[None]:
        """Call `heard` whenever a worker has told that there is something to do."""

    async def tell(self) -> None:
        """Tell the leader that there is something to do."""

    async def watch_tables(self) -> None:
        """Check the tables until cancelled; raises NewerTablesError once these are newer."""


class Engine(Protocol):
    """A database that runs transactions."""

    @property
    def sharing(self) -> Agreement | None:
        """The agreements with other workers; None for a bot that uses the database alone."""

    @property
    def right(self) -> Right | None:
        """The right to be the only bot; None where others share the database or cannot reach it."""

    @property
    def identity(self) -> Identity:
        """Tells when another database is in place of this one."""

    async def transaction(self, work: Work[Read], *, flushed: bool = True) -> Read:
        """Do all of `work` or, when it raises, nothing; a cancelled caller does not stop it.

        What is not `flushed` to the disk before this returns, a power cut may undo.
        """

    async def read(self, work: Work[Read]) -> Read:
        """Run `work`, which only reads what is committed."""

    async def wipe(self) -> bool:
        """Leave nothing of what was deleted in the files; False where that must come later."""

    async def close(self) -> None:
        """Finish what runs, and let go of the database."""


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


def from_row(kind: Callable[..., _Value], row: SqlRow, **more: object) -> _Value:
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
