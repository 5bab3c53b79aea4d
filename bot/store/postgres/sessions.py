"""Sessions of a server: each belongs to one client, and all to the database that was opened."""

import asyncio
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NoReturn

import asyncpg

from bot.model.database_errors import DatabaseError, UnavailableError
from bot.store.postgres.faults import SESSION_ERRORS
from bot.store.queries import Identity

if TYPE_CHECKING:
    _Connection = asyncpg.Connection[Any]
    Anyone = _Connection | asyncpg.pool.PoolConnectionProxy[Any]

CONNECTS_WITHIN: Final = 10.0
"""Seconds after which a new connection is given up, so that another is tried."""
LOOKS_EVERY: Final = 5.0
"""Seconds after which a process looks again which database and which tables it has."""
_WHICH: Final = (
    "SELECT (SELECT value FROM meta WHERE key = 'instance'), oid, CASE WHEN pg_is_in_recovery()"
    " THEN '' ELSE substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END"
    " FROM pg_database WHERE datname = current_database()"
)
"""The name of the tables, the number of the database at its server, and the server's timeline.

A server begins a new timeline when it takes the place of another one, or is set back in time
(PostgreSQL, 26.3.6).
"""
_LENT: Final = (asyncpg.RaiseError, asyncpg.ProtocolViolationError, TimeoutError)
"""The signs of a session that is another client's by turns; a transaction may not even begin."""
_MARKED: Final = (
    "DO $$ BEGIN IF current_setting('bonfire.mark', true) IS DISTINCT FROM '{mark}'"
    " THEN RAISE EXCEPTION 'another session'; END IF; END $$"
)


class ServerIdentity(Identity):
    """The mark of the database that was opened, which each session must have."""

    def __init__(self) -> None:
        """Let every session pass until one is learnt from."""
        super().__init__()
        self._known: tuple[Any, ...] | None = None
        self._pool: asyncpg.Pool[Any] | None = None

    async def learn(self, pool: "asyncpg.Pool[Any]") -> None:
        """Take the database that sessions of a pool reach for the right one."""
        self._pool = pool
        self._known = tuple(await pool.fetchrow(_WHICH) or ())

    async def check(self, connection: "Anyone") -> None:
        """Raise DatabaseError where a session reaches another database: it is not to be used."""
        if self._known is None:
            return
        try:
            found = tuple(await connection.fetchrow(_WHICH) or ())
        except asyncpg.UndefinedTableError:
            found = ()
        if found[:2] != self._known[:2]:
            self.lose(
                DatabaseError(
                    "Another PostgreSQL database is in place of the one that the bot used, or that "
                    "one was emptied. Look which one BONFIRE_DATABASE leads to, then start again."
                )
            )
        if found != self._known:
            self.lose(
                UnavailableError(
                    "Another PostgreSQL server took over, or this one was set back in time. The "
                    "bot starts again with what is there."
                )
            )

    async def until_lost(self) -> NoReturn:
        """Look now and then until another database is found; raises DatabaseError."""
        assert self._pool is not None, "it was learnt"
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOKS_EVERY):
                    await super().until_lost()
            with suppress(*SESSION_ERRORS):  # what `check` finds is raised above
                async with self._pool.acquire(timeout=LOOKS_EVERY) as connection:
                    await self.check(connection)


async def connect(url: str) -> "_Connection":
    """A session of its own, outside every pool; raises one of `SERVER_ERRORS`."""
    return await asyncpg.connect(url, timeout=CONNECTS_WITHIN, command_timeout=CONNECTS_WITHIN)


async def refuse_shared(url: str) -> None:
    """Raise DatabaseError where a pooler lends a session to several clients in turn.

    Locks, settings and messages are those of a session, and would be another client's. A mark is
    gone, or its session busy, while the other client has that.
    """
    mark = secrets.token_hex(8)
    one, other = await connect(url), await connect(url)
    try:
        await one.execute(f"SET bonfire.mark = '{mark}'")
        await one.execute(_MARKED.format(mark=mark))
        await other.execute("BEGIN")
        await other.execute("SELECT 1")
        await one.execute(_MARKED.format(mark=mark))
    except (*_LENT, asyncpg.ConnectionDoesNotExistError) as error:
        if not isinstance(error, _LENT) and not isinstance(error.__cause__, _LENT):
            raise  # the server ended it
        raise DatabaseError(
            "BONFIRE_DATABASE leads through a pooler that lends a session to several clients in "
            "turn, such as PgBouncer with pool_mode=transaction. Let it use pool_mode=session, or "
            "name the PostgreSQL server itself."
        ) from error
    finally:
        one.terminate()
        other.terminate()
