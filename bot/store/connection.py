"""The requests of the tables to a database within a transaction, whichever it is.

Statements are of the subset that SQLite and PostgreSQL share. Values stand where one has `?`, `?1`
or, those with a name, `:name`.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, NoReturn, Protocol, TypeVar

from bot.model.database_errors import DatabaseError

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

        It waits for nothing but the database. What is not `flushed` to the disk before this
        returns, a power cut may undo.
        """

    async def read(self, work: Work[Read]) -> Read:
        """Run `work`, which only reads what is committed."""

    def whole(self) -> AbstractAsyncContextManager[SqlConnection]:
        """Keep all that is done meanwhile or, when it raises, nothing: for commands, which wait."""

    async def wipe(self) -> bool:
        """Leave nothing of what was deleted in the files; False where that must come later."""

    async def close(self) -> None:
        """Finish what runs, and let go of the database."""
