"""The right to lead, or to be the only bot: a lock of a session that shows whether it is alive.

The lock ends with its connection, so that of a killed process holds up nobody. A process that hangs
keeps its connection; it asks nothing, which the server knows, and others end its session.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

import asyncpg

from bot.model.database_errors import DatabaseError, LostLeadError
from bot.store.postgres.faults import SESSION_ERRORS
from bot.store.postgres.sessions import ServerIdentity, connect

if TYPE_CHECKING:
    _Connection = asyncpg.Connection[Any]

_LOGGER = logging.getLogger(__name__)

LEADER_LOCK: Final = 0x426F746F
"""Of the lock that the leader holds, and the one bot of a database that is not shared."""
ASK_AGAIN: Final = 2.0
"""Seconds after which the leader asks whether its session stands, and others try again."""
_ANSWERS_WITHIN: Final = 4.0
"""Seconds after which a session counts as lost that does not answer."""
EXPIRES: Final = 7.0
"""Seconds without a question after which others end the session of a leader."""
_ENDS_WITHIN: Final = 2000
"""Milliseconds that the server has to end a session."""
_HUNG: Final = (
    "SELECT held.pid, pg_terminate_backend(held.pid, $4) FROM pg_locks held"
    " JOIN pg_stat_activity session USING (pid) WHERE held.locktype = 'advisory' AND held.granted"
    " AND held.database = session.datid AND session.datname = current_database()"
    " AND held.classid = 0 AND held.objid = $1::bigint::oid AND held.objsubid = 1"
    " AND (session.state_change < clock_timestamp() - make_interval(secs => $2)"
    " OR held.pid = $3)"
)
"""Ends the session that holds a lock, where it has asked nothing for so many seconds."""


class Lead:
    """The right to do what one process alone does, by a lock of a session.

    Asking about it shows the others that its process is alive; see `expire`.
    """

    def __init__(self, connection: "_Connection") -> None:
        """Take over a connection that holds the lock."""
        self.lost = asyncio.Event()
        self.process = 0
        """The process of the server that holds the lock, once it was asked: a pooler lies."""
        self._connection = connection
        self._asking = asyncio.Lock()
        connection.add_termination_listener(lambda _: self.lost.set())

    async def check(self) -> None:
        """Ask the server whether the session stands; raises LostLeadError where it does not.

        A right that was lost once never returns.
        """
        async with self._asking:
            try:
                if self.lost.is_set():
                    raise asyncpg.InterfaceError("it was lost before")
                asked = "SELECT pg_backend_pid()"
                self.process = await self._connection.fetchval(asked, timeout=_ANSWERS_WITHIN)
            except SESSION_ERRORS as error:
                self.lost.set()
                self.end()
                raise LostLeadError(
                    "the database connection that let this worker lead was lost"
                ) from error

    async def watch(self) -> None:
        """Ask now and then, until the session is lost."""
        with suppress(LostLeadError):
            while True:
                await self.check()
                await asyncio.sleep(ASK_AGAIN)
        _LOGGER.warning("lost leadership: the database session failed")

    async def give_back(self) -> None:
        """Let go of the right at once: the next process may start before the session has ended."""
        with suppress(*SESSION_ERRORS):
            unlock = "SELECT pg_advisory_unlock($1)"
            await self._connection.fetchval(unlock, LEADER_LOCK, timeout=_ANSWERS_WITHIN)
        self.end()

    def end(self) -> None:
        """Let go of the right, with its session."""
        self._connection.terminate()


class Alone:
    """The right to be the only bot of a database: a lost session is replaced at once.

    `lost` tells that another bot has taken the lock meanwhile.
    """

    def __init__(self, url: str, identity: ServerIdentity, lead: Lead) -> None:
        """Keep the right of `lead` at an address, as long as that has the same database."""
        self.lost = asyncio.Event()
        self._url = url
        self._identity = identity
        self._lead = lead
        self._taking = asyncio.Lock()

    async def check(self) -> None:
        """Wait until the right is certain; raises LostLeadError where another bot has it."""
        async with self._taking:
            while not self.lost.is_set():
                try:
                    return await self._lead.check()
                except LostLeadError:
                    await self._take_again()
        raise LostLeadError(
            "Another bot took this PostgreSQL database while the connection to it was lost."
        )

    async def watch(self) -> None:
        """Ask now and then, until another bot has the right."""
        with suppress(LostLeadError):
            while True:
                await self.check()
                with suppress(TimeoutError):
                    async with asyncio.timeout(ASK_AGAIN):
                        await self._lead.lost.wait()

    async def _take_again(self) -> None:
        try:
            connection = await take(self._url, self._identity, instead_of=self._lead.process)
        except SESSION_ERRORS as error:
            _LOGGER.warning("taking the lock of the only bot failed, retrying: %r", error)
            await asyncio.sleep(ASK_AGAIN)
            return
        if connection is None:
            _LOGGER.error("database lock failed: another bot took it while the connection was lost")
            self.lost.set()
        else:
            _LOGGER.warning("the connection to the database was lost; the bot has its lock back")
            self._lead = Lead(connection)

    async def give_back(self) -> None:
        """Let go of the right at once."""
        await self._lead.give_back()


@asynccontextmanager
async def watched(right: Lead | Alone) -> AsyncIterator[None]:
    """Watch a right meanwhile; it counts as lost where the watch itself fails."""

    async def watch() -> None:
        try:
            await right.watch()
        except Exception:
            _LOGGER.exception("error: watching the lock of the database failed")
        right.lost.set()

    watching = asyncio.create_task(watch())
    try:
        yield
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)


@asynccontextmanager
async def by_itself(url: str, identity: ServerIdentity) -> AsyncIterator[Alone]:
    """No other bot uses the database meanwhile: two of them would do everything twice.

    Raises DatabaseError where another one does.
    """
    connection = await take(url, identity)
    if connection is None:
        raise DatabaseError("Another bot already uses this PostgreSQL database. Stop it first.")
    right = Alone(url, identity, Lead(connection))
    try:
        async with watched(right):
            yield right
    finally:
        await right.give_back()


async def take(url: str, identity: ServerIdentity, instead_of: int = 0) -> "_Connection | None":
    """A connection that holds the lock of the leader, None where another process leads.

    A session that is lost here may live on at the server: it is ended, by its process there.
    """
    connection = await connect(url)
    try:
        await identity.check(connection)
        await expire(connection, instead_of)
        if await connection.fetchval("SELECT pg_try_advisory_lock($1)", LEADER_LOCK):
            return connection
    except BaseException:
        connection.terminate()
        raise
    connection.terminate()
    return None


async def expire(
    connection: "_Connection | asyncpg.pool.PoolConnectionProxy[Any]", process: int = 0
) -> None:
    """End the session that holds the lock of the leader where it has not asked for long.

    That of one `process` of the server is ended in any case.
    """
    for row in await connection.fetch(_HUNG, LEADER_LOCK, EXPIRES, process, _ENDS_WITHIN):
        _LOGGER.warning("ended the session of a leader that hangs: process %d", row["pid"])
