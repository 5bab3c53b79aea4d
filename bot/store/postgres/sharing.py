"""The agreements of workers on one database: the leader, and the worker that changes a game.

All of it are advisory locks of sessions (PostgreSQL, 13.3.5): they end with the connection, so a
worker that is killed holds up nobody. A leader that hangs keeps its connection; it asks nothing,
which the server knows, and others end its session. Word of what is to be done comes by NOTIFY; as
that can be lost with a connection, the leader looks now and then all the same.
"""

import asyncio
import hashlib
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any, Final

import asyncpg

from bot.store.migrate import check_server
from bot.store.postgres.faults import SESSION_ERRORS, unavailable
from bot.store.postgres.leads import (
    ASK_AGAIN,
    LEADER_LOCK,
    Lead,
    expire,
    watched,
)
from bot.store.postgres.sessions import CONNECTS_WITHIN, LOOKS_EVERY, ServerIdentity
from bot.store.queries import Right

_LOGGER = logging.getLogger(__name__)

_CHANNEL: Final = "bonfire_work"
"""The channel on which workers learn that there is something to do."""
HOLD_PATIENCE: Final = 30.0
"""Seconds that somebody waits for a game which another worker changes."""
MOST_HELD: Final = 16
"""Games that a worker changes at one time; others wait for it."""


class Sharing:
    """The agreements of one worker with the others, by connections of its own."""

    def __init__(self, url: str, identity: ServerIdentity, holds: "asyncpg.Pool[Any]") -> None:
        """Lead and listen at the address of a database, and hold by the connections of a pool."""
        self._url = url
        self._identity = identity
        self._holds = holds

    @asynccontextmanager
    async def holding(self, *names: str) -> AsyncIterator[None]:
        """No other worker holds any of these meanwhile; raises UnavailableError after a while.

        The pool lets go of them when it takes the connection back, or with the connection.
        """
        async with AsyncExitStack() as held:
            with unavailable():
                acquiring = self._holds.acquire(timeout=HOLD_PATIENCE)
                connection = await held.enter_async_context(acquiring)
                for key in sorted(map(_key, names)):
                    await connection.execute("SELECT pg_advisory_lock($1)", key)
            yield

    @asynccontextmanager
    async def leading(self) -> AsyncIterator[Right]:
        """Wait until no other worker leads, and lead; a leader that hangs leads no longer."""
        lead = Lead(await self._lead())
        try:
            async with watched(lead):
                _LOGGER.info("became the leader")
                yield lead
        finally:
            lead.end()

    async def _lead(self) -> "asyncpg.Connection[Any]":
        """A connection that holds the lock of the leader, once it is free."""
        while True:
            try:
                connection = await asyncpg.connect(self._url, timeout=CONNECTS_WITHIN)
                expiring = asyncio.create_task(self._expire())
                try:
                    await self._identity.check(connection)
                    await connection.execute("SELECT pg_advisory_lock($1)", LEADER_LOCK)
                except BaseException:
                    connection.terminate()
                    raise
                finally:
                    expiring.cancel()
                    await asyncio.gather(expiring, return_exceptions=True)
            except SESSION_ERRORS as error:
                _LOGGER.warning("waiting to lead failed, retrying: %r", error)
                await asyncio.sleep(ASK_AGAIN)
            else:
                return connection

    async def _expire(self) -> None:
        """End the session of a leader that hangs, whenever there is one."""
        while True:
            await asyncio.sleep(ASK_AGAIN)
            try:
                async with self._holds.acquire(timeout=ASK_AGAIN) as connection:
                    await expire(connection)
            except SESSION_ERRORS as error:
                _LOGGER.warning("looking after the leader failed, retrying: %r", error)

    async def watch_tables(self) -> None:
        """Check the tables until cancelled; raises NewerTablesError once these are newer."""
        while True:
            await asyncio.sleep(LOOKS_EVERY)
            version = 0
            with suppress(*SESSION_ERRORS):
                async with self._holds.acquire(timeout=LOOKS_EVERY) as connection:
                    version = await connection.fetchval("SELECT version FROM schema_version")
            check_server(version or 0)

    @asynccontextmanager
    async def listening(self, heard: Callable[[], None]) -> AsyncIterator[None]:
        """Call `heard` whenever a worker has told that there is something to do.

        Raises UnavailableError where that cannot begin.
        """
        with unavailable():
            connection = await asyncpg.connect(self._url, timeout=CONNECTS_WITHIN)
            await connection.add_listener(_CHANNEL, lambda *_: heard())
        try:
            yield
        finally:
            connection.terminate()

    async def tell(self) -> None:
        """Tell the leader that there is something to do; where that fails, it looks by itself."""
        try:
            async with self._holds.acquire() as connection:
                await connection.execute(f"NOTIFY {_CHANNEL}")
        except SESSION_ERRORS as error:
            _LOGGER.info("notifying the leader failed: %r", error)


def _key(name: str) -> int:
    """A number of 64 bits for a name."""
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), signed=True)
