"""PostgreSQL as the bot's memory: serializable transactions, done again where two cross."""

import asyncio
import random
import re
import time
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from functools import cache
from typing import Any, Final, Self

import asyncpg

from bot.model.database_errors import ContradictionError, DatabaseError
from bot.store.migrate import migrate_server
from bot.store.postgres.faults import SERVER_ERRORS, fault_of, unavailable
from bot.store.postgres.leads import Alone, by_itself
from bot.store.postgres.sessions import ServerIdentity, refuse_shared
from bot.store.postgres.sharing import HOLD_PATIENCE, MOST_HELD, Sharing
from bot.store.queries import Read, Running, SqlRow, Values, Work

_QUOTED: Final = re.compile(r"('(?:[^']|'')*')")
_MARK: Final = re.compile(r"\?(\d+)?|:([a-z]\w*)")
_HINT: Final = re.compile(r" INDEXED BY \w+")
"""The name of the index to use: SQLite takes it, PostgreSQL chooses by itself."""


def numbered(sql: str, values: Values) -> tuple[str, list[Any]]:
    """A statement as PostgreSQL takes it, with `$1` and so on for values, and these values."""
    text, marks = _translated(sql)
    if isinstance(values, Mapping):
        return text, [values[str(mark)] for mark in marks]
    return text, [values[int(mark)] for mark in marks]


@cache
def _translated(sql: str) -> tuple[str, tuple[str | int, ...]]:
    """The text, and which value stands at each number: its name, or its place from 0."""
    marks: list[str | int] = []
    count = 0

    def number(found: re.Match[str]) -> str:
        nonlocal count
        place, name = found.groups()
        mark: str | int
        if name is not None:
            mark = name
        elif place is not None:
            mark = int(place) - 1
        else:
            mark, count = count, count + 1
        if mark not in marks:
            marks.append(mark)
        return f"${marks.index(mark) + 1}"

    parts = _QUOTED.split(_HINT.sub("", sql))
    text = "".join(
        part if place % 2 else _MARK.sub(number, part) for place, part in enumerate(parts)
    )
    return text, tuple(marks)


_MOST_CONNECTIONS: Final = 8
_PATIENCE: Final = 30.0
"""Seconds after which a statement is given up, or a transaction that others cross."""
_FIRST_PAUSE: Final = 0.01
_LONGEST_PAUSE: Final = 0.5
"""Seconds before the next attempt at most; each time twice as long up to this, by chance."""
_HANGS_AFTER: Final = 7
"""Seconds without a statement after which the server ends a transaction of a process that hangs.

Its rows would stay locked for the others, and the next leader could not begin.
"""
_SETTINGS: Final = (
    # Reading a small table whole would cross with each transaction that changes any of its rows.
    # Where there is no other way, its price would have each statement compiled, in 30 ms.
    "SET enable_seqscan = off; SET jit = off;"
    f" SET idle_in_transaction_session_timeout = '{_HANGS_AFTER}s';"
)
_CROSSED: Final = (asyncpg.SerializationError, asyncpg.DeadlockDetectedError)


class _Session(asyncpg.Connection):
    """A session that a pool takes back as it is, without asking the server.

    What it has of its own, our settings, is to stay: it locks and listens to nothing.
    """

    def get_reset_query(self) -> str:
        """The statements with which a pool takes it back."""
        return ""


class PostgresConnection:
    """A connection in a transaction, as the tables use it."""

    def __init__(self, db: "asyncpg.pool.PoolConnectionProxy[Any]") -> None:
        self._db = db

    async def rows(self, sql: str, values: Values) -> Sequence[SqlRow]:
        """The rows that a statement finds."""
        text, given = numbered(sql, values)
        with _contradictions():
            return await self._db.fetch(text, *given)

    async def run(self, sql: str, values: Values) -> int:
        """Change rows; returns how many."""
        text, given = numbered(sql, values)
        with _contradictions():
            done = await self._db.execute(text, *given)
        *_, count = done.split()
        return int(count) if count.isdigit() else 0

    async def run_each(self, sql: str, values: Iterable[Sequence[Any]]) -> None:
        """Change rows with one statement, once with each of these values."""
        rows = [numbered(sql, row) for row in values]
        with _contradictions():
            for text, given in rows[:1]:
                await self._db.executemany(text, [row for _, row in rows] or [given])

    async def last_number(self, table: str) -> int:
        """The last number that a table which numbers its rows has given, 0 for none."""
        sequence = await self._db.fetchval("SELECT pg_get_serial_sequence($1, 'id')", table)
        row = await self._db.fetchrow(f"SELECT last_value, is_called FROM {sequence}")  # noqa: S608
        assert row is not None
        return int(row["last_value"]) if row["is_called"] else 0

    async def number_after(self, table: str, number: int) -> None:
        """Let such a table give higher numbers than this from now on."""
        if number:
            await self._db.execute(
                "SELECT setval(pg_get_serial_sequence($1, 'id'), $2)", table, number
            )


@contextmanager
def _contradictions() -> Iterator[None]:
    try:
        yield
    except asyncpg.IntegrityConstraintViolationError as error:
        raise ContradictionError(str(error)) from error


class Postgres:
    """A database of a server."""

    def __init__(
        self,
        pool: "asyncpg.Pool[Any]",
        identity: ServerIdentity,
        opened: AsyncExitStack,
        sharing: Sharing | None,
        right: Alone | None,
    ) -> None:
        """Use the connections of a pool until all that was `opened` is closed."""
        self.sharing = sharing
        self.right = right
        self.identity = identity
        self._pool = pool
        self._opened = opened
        self._running = Running()

    @classmethod
    async def open(cls, url: str, *, alone: bool = True, shared: bool = False) -> Self:
        """Connect and bring the tables up to this program; nobody else does so `alone` meanwhile.

        Workers that have `shared` the database agree by `sharing`; one of them leads as if alone.

        Raises UnavailableError where the server cannot be used just now, DatabaseError where a
        person must mend that or another bot uses the database, and NewerTablesError where the
        tables are newer than this program. None shows the password.
        """
        identity = ServerIdentity()

        async def prepare(connection: "asyncpg.Connection[Any]") -> None:
            await identity.check(connection)
            await connection.execute(_SETTINGS)
            # Sums and means of whole numbers come as the numbers that Python has for them.
            await connection.set_type_codec(
                "numeric", schema="pg_catalog", encoder=str, decoder=_number, format="text"
            )

        try:
            await refuse_shared(url)
            async with AsyncExitStack() as opened:
                pool = await opened.enter_async_context(
                    asyncpg.create_pool(
                        url,
                        min_size=1,
                        max_size=_MOST_CONNECTIONS,
                        command_timeout=_PATIENCE,
                        connection_class=_Session,
                        init=prepare,
                    )
                )
                sharing = right = None
                if shared:
                    holds = asyncpg.create_pool(
                        url,
                        min_size=0,
                        max_size=MOST_HELD,
                        command_timeout=HOLD_PATIENCE,
                        init=identity.check,
                    )
                    sharing = Sharing(url, identity, await opened.enter_async_context(holds))
                elif alone:
                    right = await opened.enter_async_context(by_itself(url, identity))
                async with pool.acquire() as connection:
                    await migrate_server(connection)
                await identity.learn(pool)
                kept = opened.pop_all()
        except DatabaseError:
            raise
        except SERVER_ERRORS as error:
            raise fault_of(error) from None
        return cls(pool, identity, kept, sharing, right)

    async def transaction(self, work: Work[Read], *, flushed: bool = True) -> Read:
        """Do all of `work` as if nobody else did anything meanwhile; it may be done several times.

        A cancelled caller does not stop it. What is not `flushed` the server writes to its disk a
        little later. Raises UnavailableError.
        """
        with unavailable():
            return await self._running.shielded(self._whole(work, flushed=flushed))

    async def read(self, work: Work[Read]) -> Read:
        """Run `work`, which only reads: all of it as it stood at one moment.

        Raises UnavailableError.
        """
        reading = self._once(work, "repeatable_read", readonly=True)
        with unavailable():
            return await self._running.shielded(reading)

    @asynccontextmanager
    async def whole(self) -> AsyncIterator[PostgresConnection]:
        """Keep all that is done meanwhile or, when it raises, nothing: for commands, which wait."""
        with unavailable():
            async with (
                self._pool.acquire() as connection,
                connection.transaction(isolation="serializable"),
            ):
                await connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
                yield PostgresConnection(connection)

    async def wipe(self) -> bool:
        """Leave it to the server, which clears deleted rows away by itself."""
        return True

    async def close(self) -> None:
        """Finish what runs, and close the connections."""
        await self._running.finish()
        await self._opened.aclose()

    async def _whole(self, work: Work[Read], *, flushed: bool) -> Read:
        until, pause = time.monotonic() + _PATIENCE, _FIRST_PAUSE
        while True:
            try:
                return await self._once(work, "serializable", flushed=flushed)
            except _CROSSED:
                if time.monotonic() > until:
                    raise
            await asyncio.sleep(pause * random.random())  # noqa: S311 - no secret
            pause = min(2 * pause, _LONGEST_PAUSE)

    async def _once(
        self, work: Work[Read], isolation: Any, *, readonly: bool = False, flushed: bool = True
    ) -> Read:
        async with (
            self._pool.acquire() as connection,
            connection.transaction(isolation=isolation, readonly=readonly),
        ):
            if not flushed:
                await connection.execute("SET LOCAL synchronous_commit = off")
            return await work(PostgresConnection(connection))


def _number(text: str) -> int | float:
    return float(text) if "." in text else int(text)
