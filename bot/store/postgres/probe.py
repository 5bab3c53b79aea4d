"""A look at a PostgreSQL server beside the bot: its clock, its disk and its locks."""

import time
from typing import Final, NamedTuple

from bot.store.postgres.faults import SERVER_ERRORS, fault_of
from bot.store.postgres.leads import LEADER_LOCK
from bot.store.postgres.sessions import CONNECTS_WITHIN, connect

_OWN_LOCK: Final = LEADER_LOCK + 1
"""Of a lock that no bot takes, so that none misses its own meanwhile."""


class Probe(NamedTuple):
    """The state of a server.

    Its time, the seconds that a commit took it to flush, and when docs/deploy/backup.sh noted the
    newest copy.
    """

    now: float
    flush: float
    backup: float | None


async def probe(url: str) -> Probe:
    """Connect, take a lock, and commit something that changes no table.

    Raises UnavailableError where the server cannot be used just now, and else DatabaseError.
    """
    try:
        connection = await connect(url)
        try:
            async with connection.transaction():
                await connection.execute("SELECT pg_advisory_xact_lock($1)", _OWN_LOCK)
                await connection.execute("SELECT pg_logical_emit_message(true, 'bonfire', '')")
                now = await connection.fetchval("SELECT extract(epoch FROM clock_timestamp())")
                began = time.perf_counter()
            flush, noted = time.perf_counter() - began, None
            if await connection.fetchval("SELECT to_regclass('meta')") is not None:
                noted = await connection.fetchval("SELECT value FROM meta WHERE key = 'backup'")
            return Probe(float(now), flush, None if noted is None else float(noted))
        finally:
            await connection.close(timeout=CONNECTS_WITHIN)
    except SERVER_ERRORS as error:
        raise fault_of(error) from None
