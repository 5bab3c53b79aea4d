"""What several workers on one database agree on: who leads, and who changes which game just now.

All of it are advisory locks of sessions (PostgreSQL, 13.3.5): they end with the connection, so a
worker that is killed holds up nobody. Word of what is to be done comes by NOTIFY; as that can be
lost with a connection, who leads looks now and then all the same.
"""

import asyncio
import hashlib
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

import asyncpg

LOG = logging.getLogger(__name__)

ALONE: Final = 0x426F746F
"""Of the lock that the leader holds, and the one bot of a database that is not shared."""
ASK_AGAIN: Final = 2.0
"""Seconds after which who leads looks whether the connection stands, and others try anew."""
CHANNEL: Final = "bonfire_work"
"""On which is told that there is something to do."""
HOLD_PATIENCE: Final = 30.0
"""Seconds that somebody waits for a game which another worker changes."""
MOST_HELD: Final = 16
"""Games that a worker changes at one time; others wait for it."""
LOST: Final = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError)


class Sharing:
    """The agreements of one worker with the others, by connections of its own."""

    def __init__(self, url: str, holds: "asyncpg.Pool[Any]") -> None:
        """Lead and listen at an address, and hold by the connections of a pool."""
        self._url = url
        self._holds = holds

    @asynccontextmanager
    async def holding(self, *names: str) -> AsyncIterator[None]:
        """No other worker holds any of these meanwhile; raises TimeoutError after a while.

        The pool lets go of them when it takes the connection back, or with the connection.
        """
        async with self._holds.acquire(timeout=HOLD_PATIENCE) as connection:
            for key in sorted(map(_key, names)):
                await connection.execute("SELECT pg_advisory_lock($1)", key)
            yield

    @asynccontextmanager
    async def leading(self) -> AsyncIterator[asyncio.Event]:
        """Wait until no other worker leads, and lead; the event tells that this came to an end."""
        lost = asyncio.Event()
        connection = await self._lead()
        connection.add_termination_listener(lambda _: lost.set())
        watching = asyncio.create_task(_watched(connection, lost))
        try:
            LOG.info("this worker leads now")
            yield lost
        finally:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)
            connection.terminate()

    async def _lead(self) -> "asyncpg.Connection[Any]":
        """A connection that holds the lock of the leader, once it is free."""
        while True:
            try:
                connection = await asyncpg.connect(self._url)
                try:
                    await connection.execute("SELECT pg_advisory_lock($1)", ALONE)
                except BaseException:
                    connection.terminate()
                    raise
            except LOST as error:
                LOG.warning("nobody can be asked who leads: %r", error)
                await asyncio.sleep(ASK_AGAIN)
            else:
                return connection

    @asynccontextmanager
    async def listening(self, heard: Callable[[], None]) -> AsyncIterator[None]:
        """Call `heard` whenever a worker has told that there is something to do."""
        connection = await asyncpg.connect(self._url)
        try:
            await connection.add_listener(CHANNEL, lambda *_: heard())
            yield
        finally:
            await connection.close(timeout=HOLD_PATIENCE)

    async def tell(self) -> None:
        """Tell the leader that there is something to do; where that fails, it looks by itself."""
        try:
            async with self._holds.acquire() as connection:
                await connection.execute(f"NOTIFY {CHANNEL}")
        except LOST as error:
            LOG.info("the leader could not be told: %r", error)


async def _watched(connection: "asyncpg.Connection[Any]", lost: asyncio.Event) -> None:
    """Notice a connection that is gone without a word."""
    try:
        while True:
            await asyncio.sleep(ASK_AGAIN)
            await connection.fetchval("SELECT 1", timeout=ASK_AGAIN)
    except LOST as error:
        LOG.warning("this worker leads no more: %r", error)
        lost.set()


def _key(name: str) -> int:
    """A number of 64 bits for a name."""
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), signed=True)
