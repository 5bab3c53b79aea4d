"""The error of the command line, and how other errors become one."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar, Final

from bot.model.database_errors import DatabaseError, UnavailableError

UNUSABLE: Final = 2
TRY_AGAIN: Final = 75
"""EX_TEMPFAIL of BSD's sysexits.h: a service should start once more."""


class UsageError(Exception):
    """An input that cannot be used: shown on standard error, one line a fault; exit status 2."""

    status: ClassVar[int] = UNUSABLE


class TryAgainError(UsageError):
    """Nothing here is at fault, and another start may succeed; exit status 75."""

    status = TRY_AGAIN


def status_of(error: DatabaseError) -> int:
    """Return the exit status for an error of the database: 75 where it passes by itself, else 2."""
    return TRY_AGAIN if isinstance(error, UnavailableError) else UNUSABLE


@contextmanager
def as_usage_error(fault: str, *errors: type[Exception]) -> Iterator[None]:
    """Turn `errors` into a UsageError: the fault, and behind a colon what the error says."""
    try:
        yield
    except errors as error:
        raise UsageError(f"{fault}: {getattr(error, 'strerror', None) or error}") from error
