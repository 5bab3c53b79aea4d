"""The errors of PostgreSQL in two kinds: some pass by themselves, a person must mend the others."""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import asyncpg

from bot.model.database_errors import DatabaseError, UnavailableError

_LASTING: Final = (
    ssl.SSLCertVerificationError,
    PermissionError,
    asyncpg.ClientConfigurationError,
    asyncpg.UnsupportedClientFeatureError,
    asyncpg.ProtocolError,
    asyncpg.DatabaseDroppedError,
)
"""Those that a person must mend among the kinds of `_PASSING`."""
_OF_THE_WAY: Final = (
    OSError,  # refused, no such name, no way there, a timeout, no socket yet
    asyncpg.InterfaceError,  # a connection that is closed already
    asyncpg.InternalClientError,  # a question while the server ends the session
)
"""Those that this side raises of a connection."""
_PASSING: Final = (
    *_OF_THE_WAY,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,  # starting up, shutting down, ended by an operator
    asyncpg.InsufficientResourcesError,  # too many connections, a full disk, no memory
    asyncpg.TransactionRollbackError,  # serialization, deadlock
    asyncpg.IdleInTransactionSessionTimeoutError,  # this process hung, and others needed the rows
    asyncpg.LockNotAvailableError,
    asyncpg.ReadOnlySQLTransactionError,  # a standby, until it is promoted
    asyncpg.PostgresSystemError,
)
"""Those that pass by themselves."""
_MALFORMED: Final = (ValueError, OverflowError, IndexError, asyncpg.ClientConfigurationError)
"""Those of an address that cannot be one; their texts may show a part of the password."""
SESSION_ERRORS: Final = (*_OF_THE_WAY, asyncpg.PostgresError)
"""Everything that a session can raise, whether it passes or not."""
SERVER_ERRORS: Final = (*SESSION_ERRORS, *_MALFORMED)
"""Everything that a server, the way to it or its address can raise."""


def passes(error: Exception) -> bool:
    """Say whether an error of `SERVER_ERRORS` passes by itself."""
    return isinstance(error, _PASSING) and not isinstance(error, _LASTING)


def fault_of(error: Exception) -> DatabaseError:
    """The DatabaseError for one of `SERVER_ERRORS`, without the password."""
    if isinstance(error, _MALFORMED):
        return DatabaseError(
            "The address in BONFIRE_DATABASE is malformed. Write it as "
            "postgresql://user:password@host:port/name, with %40 for @ and so on in the password."
        )
    reason = str(error) or type(error).__name__
    if passes(error):
        return UnavailableError(
            f"The PostgreSQL server of BONFIRE_DATABASE cannot be used just now ({reason})."
        )
    return DatabaseError(f"The PostgreSQL server of BONFIRE_DATABASE cannot be used ({reason}).")


@contextmanager
def unavailable() -> Iterator[None]:
    """Turn the errors that pass by themselves into UnavailableError."""
    try:
        yield
    except DatabaseError:
        raise
    except _PASSING as error:
        if isinstance(error, _LASTING):
            raise
        raise fault_of(error) from error
