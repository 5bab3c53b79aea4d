"""SQLite: one connection to a file, opened safely and locked; whole transactions only.

A transaction runs in the thread of the connection from its first statement to its last: the event
loop waits for it once, not for each statement. It is a task of its own that no cancellation can cut
in half. Every statement, reads included, waits for the transaction before it.
"""

import asyncio
import fcntl
import logging
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import (
    AbstractContextManager,
    AsyncExitStack,
    asynccontextmanager,
    closing,
    contextmanager,
    nullcontext,
)
from contextvars import copy_context
from pathlib import Path
from typing import Any, Final, Self

import aiosqlite

from bot.model.database_errors import (
    ContradictionError,
    DatabaseError,
    NewerTablesError,
    UnavailableError,
)
from bot.store.copies import check_ours, copy, read_only, version_of_file
from bot.store.migrate import Migration, migrations, statements
from bot.store.queries import Identity, Read, Running, SqlRow, Values, Work

_LOGGER = logging.getLogger(__name__)

FLUSHED: Final = "PRAGMA synchronous = FULL"
"""A commit that has returned survives a power cut."""
PRAGMAS: Final = (
    FLUSHED,
    "PRAGMA foreign_keys = ON",
    "PRAGMA busy_timeout = 5000",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA secure_delete = ON",
    "PRAGMA journal_size_limit = 4194304",
)
"""A commit is on the disk before it is confirmed, deleted rows are overwritten, and the write-ahead
log does not keep the size that it had while a copy was made."""
_PASSING: Final = frozenset(
    (
        *(sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY),
        *(sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_CANTOPEN),
        sqlite3.SQLITE_NOMEM,
    )
)
"""Primary codes of the errors that lie with the machine, and not with the program or the file."""
_EMPTY_LOG: Final = "PRAGMA wal_checkpoint(TRUNCATE)"
PRIMARY: Final = 0xFF
"""The bits of an extended code that hold the primary one."""


_Around = Callable[[sqlite3.Connection], AbstractContextManager[None]]


class SqliteConnection:
    """A connection as the tables use it: each statement is done at once, in the caller's thread."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    async def rows(self, sql: str, values: Values) -> Sequence[SqlRow]:
        """The rows that a statement finds."""
        with _contradictions():
            return self._db.execute(sql, values).fetchall()

    async def run(self, sql: str, values: Values) -> int:
        """Change rows; returns how many."""
        with _contradictions():
            return self._db.execute(sql, values).rowcount

    async def run_each(self, sql: str, values: Iterable[Sequence[Any]]) -> None:
        """Change rows with one statement, once with each of these values."""
        with _contradictions():
            self._db.executemany(sql, values)

    async def last_number(self, table: str) -> int:
        """The last number that a table which numbers its rows has given, 0 for none."""
        sql = f"SELECT max(n) FROM (SELECT seq AS n FROM sqlite_sequence WHERE name = '{table}'"  # noqa: S608
        (row,) = await self.rows(f"{sql} UNION SELECT max(id) FROM {table})", ())  # noqa: S608
        return row[0] or 0

    async def number_after(self, table: str, number: int) -> None:
        """Let such a table give higher numbers than this from now on."""
        await self.run("UPDATE sqlite_sequence SET seq = ? WHERE name = ?", (number, table))


@contextmanager
def _contradictions() -> Iterator[None]:
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise ContradictionError(str(error)) from error


@contextmanager
def _unavailable() -> Iterator[None]:
    """Turn the errors of `_PASSING` into UnavailableError."""
    try:
        yield
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & PRIMARY not in _PASSING:
            raise
        raise UnavailableError(f"The database cannot be used just now ({error}).") from error


class Database:
    """The single writer of one database file.

    `transaction` commits everything that its function did or nothing; `read` sees committed
    rows only. Neither may call Discord or draw: the whole bot waits meanwhile.
    """

    sharing = right = None
    """A file has one bot, by a lock that the system keeps."""

    def __init__(
        self, path: Path, connection: aiosqlite.Connection, opened: AsyncExitStack
    ) -> None:
        """Use a connection to `path` until it is closed with all that was `opened` for it."""
        self.identity = Identity()
        self._path = path
        self._file = path.stat()
        self._connection = connection
        self._opened = opened
        self._lock = asyncio.Lock()
        self._running = Running()

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open, lock and upgrade the database, making it where it is missing.

        Raises DatabaseError when another process holds it, when it is newer than this program or
        of another one, or when the file system does not support a write-ahead log.
        """
        async with AsyncExitStack() as opened:
            opened.enter_context(held(path))
            log = path.with_name(f"{path.name}-wal")
            is_left = log.exists() and log.stat().st_size
            await asyncio.to_thread(path.touch, 0o600)  # it holds what is hidden in running games
            connecting = aiosqlite.connect(path, isolation_level=None, check_same_thread=False)
            connection = await opened.enter_async_context(connecting)
            with _fitting(path, log) if is_left else nullcontext():
                await _prepare(connection)
                await _recognize(connection, path)
                if is_left:
                    await _look_through(connection)
            await _in_thread(connection, lambda db: upgrade(db, path))
            return cls(path, connection, opened.pop_all())

    async def transaction(self, work: Work[Read], *, flushed: bool = True) -> Read:
        """Run `work` between BEGIN IMMEDIATE and COMMIT; it is undone when it raises.

        A cancelled caller does not stop it: the transaction then finishes by itself. What is not
        `flushed` reaches the disk with the next one that is. Raises UnavailableError, and
        DatabaseError where another file lies in place of this one.
        """
        return await self._running.shielded(self._run(work, _whole if flushed else _unflushed))

    async def read(self, work: Work[Read]) -> Read:
        """Run `work`, which only reads; raises as `transaction` does."""
        return await self._running.shielded(self._run(work, lambda _: nullcontext()))

    @asynccontextmanager
    async def whole(self) -> AsyncIterator[SqliteConnection]:
        """Keep all that is done meanwhile or, when it raises, nothing: for commands, which wait."""
        with _unavailable():
            async with self._lock:
                db = await _in_thread(self._connection, lambda db: db)
                with _whole(db):
                    yield SqliteConnection(db)
                self._check_place()

    async def wipe(self) -> bool:
        """Leave nothing in the write-ahead log of what was deleted; False while a copy is made."""
        with _unavailable():
            async with self._lock:
                (row,) = await self._connection.execute_fetchall(_EMPTY_LOG)
        return not row[0]

    async def close(self) -> None:
        """Finish what runs, fold the write-ahead log into the file, and let go of the lock."""
        await self._running.finish()
        async with self._lock:
            await self._connection.execute(_EMPTY_LOG)
            await self._opened.aclose()

    async def _run(self, work: Work[Read], around: _Around) -> Read:
        run = copy_context().run
        with _unavailable():
            async with self._lock:
                done = await _in_thread(
                    self._connection, lambda db: run(_finished, work, around, db)
                )
                self._check_place()
                return done

    def _check_place(self) -> None:
        """Raise DatabaseError where the file was replaced: nothing that is stored now would last.

        It comes behind each transaction, so that no move is confirmed which is not in its place.
        """
        try:
            is_there = os.path.samestat(self._file, self._path.stat())
        except FileNotFoundError:
            is_there = False
        if not is_there:
            self.identity.lose(
                DatabaseError(
                    f"{self._path} was moved, deleted or replaced while the bot used it. Put the "
                    "right file there, then start again."
                )
            )


async def _in_thread(
    connection: aiosqlite.Connection, work: Callable[[sqlite3.Connection], Read]
) -> Read:
    """Call `work` in the thread of a connection: the only way there is for several statements."""
    thread: Any = connection
    result: Read = await thread._execute(lambda: work(thread._conn))  # noqa: SLF001
    return result


def _finished(work: Work[Read], around: _Around, db: sqlite3.Connection) -> Read:
    """Run `work` to its end: it waits for nothing, since each statement is done at once."""
    with around(db):
        running = work(SqliteConnection(db)).__await__()
        try:
            next(running)
        except StopIteration as done:
            found: Read = done.value
            return found
        running.close()
        raise RuntimeError("a transaction waits for something other than its database")


@contextmanager
def _whole(db: sqlite3.Connection) -> Iterator[None]:
    """Keep all that is done meanwhile, or nothing where that raises."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


@contextmanager
def _unflushed(db: sqlite3.Connection) -> Iterator[None]:
    """Let a transaction write to the log without waiting for the disk."""
    db.execute("PRAGMA synchronous = NORMAL")
    try:
        with _whole(db):
            yield
    finally:
        db.execute(FLUSHED)


def upgrade(db: sqlite3.Connection, path: Path, steps: tuple[Migration, ...] | None = None) -> None:
    """Bring the database up to the last of `steps` (default: all that this program has).

    A copy named after the old version is made beside `path` before an existing database is
    changed. Raises NewerTablesError for a database that is newer than the program.
    """
    known = migrations() if steps is None else steps
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if version > len(known):
        raise NewerTablesError(str(path), version, len(known))
    upgraded = 0 < version < len(known)
    if upgraded:
        kept = path.with_name(f"{path.name}.v{version}.bak")
        _LOGGER.info("copying %s to %s before the upgrade", path, kept)
        size = copy(path, kept)
        _LOGGER.info("%s: upgrading %.1f MB from %d to %d", path, size / 1e6, version, len(known))
    for step in known[version:]:
        with _whole(db):
            for statement in statements(step.sql):
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {step.number:d}")
    if upgraded:
        _LOGGER.info("%s has version %d", path, len(known))


async def _prepare(connection: aiosqlite.Connection) -> None:
    connection.row_factory = aiosqlite.Row
    (row,) = await connection.execute_fetchall("PRAGMA journal_mode = WAL")
    if row[0] != "wal":
        raise DatabaseError(
            "The database needs a write-ahead log, which this file system does not offer. "
            "Put BONFIRE_DATABASE on a local disk."
        )
    for pragma in PRAGMAS:
        await connection.execute(pragma)


async def _recognize(connection: aiosqlite.Connection, path: Path) -> None:
    """Raise DatabaseError for a database of another program: it is not to be changed."""
    objects = await connection.execute_fetchall("SELECT name, type FROM sqlite_schema")
    kinds = {row["name"]: row["type"] for row in objects}
    (row,) = await connection.execute_fetchall("PRAGMA user_version")
    if kinds:
        check_ours(path, row[0], kinds)


@contextmanager
def _fitting(path: Path, log: Path) -> Iterator[None]:
    """Raise DatabaseError where a file is damaged, since a log was left that may not be its own."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) != sqlite3.SQLITE_CORRUPT:
            raise
        raise DatabaseError(
            f"{path} and {log.name} do not fit together: the log is of another database, or one "
            f"of them is damaged ({error}). `bonfire restore` puts a copy back."
        ) from error


async def _look_through(connection: aiosqlite.Connection) -> None:
    (row,) = await connection.execute_fetchall("PRAGMA quick_check(1)")
    if row[0] != "ok":
        raise sqlite3.DatabaseError(row[0])


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Nobody else uses the database meanwhile; raises DatabaseError where somebody does.

    A link to the database is the same database.
    """
    path = path.resolve()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        _lock(descriptor, path)
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int, path: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise DatabaseError(
            f"Another process already uses {path}. Stop it first: two bots with one token "
            "answer everything twice."
        ) from error
    except OSError as error:
        raise DatabaseError(
            f"The file system of {path} refuses to lock it ({error.strerror}), so that a second "
            "bot could use it too. Put BONFIRE_DATABASE on a local disk."
        ) from error


@contextmanager
def looking(path: Path) -> Iterator[SqliteConnection]:
    """A file as it is at one moment, also while the bot runs; nothing can be changed.

    Raises DatabaseError for one of another version.
    """
    newest = len(migrations())
    version = version_of_file(path, newest)
    if version != newest:
        raise DatabaseError(
            f"{path} is of version {version}, this program writes {newest}; "
            "the bot upgrades it when it starts."
        )
    with closing(sqlite3.connect(read_only(path), uri=True, isolation_level=None)) as db:
        db.row_factory = sqlite3.Row
        db.execute("PRAGMA trusted_schema = OFF")
        db.execute("BEGIN")
        yield SqliteConnection(db)
