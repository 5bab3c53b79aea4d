"""The error of the command line, and how other errors become one."""

from collections.abc import Iterator
from contextlib import contextmanager


class UsageError(Exception):
    """An input that cannot be used: shown on standard error, one line a fault; exit status 2."""


@contextmanager
def as_usage_error(fault: str, *errors: type[Exception]) -> Iterator[None]:
    """Turn `errors` into a UsageError: the fault, and behind a colon what the error says."""
    try:
        yield
    except errors as error:
        raise UsageError(f"{fault}: {getattr(error, 'strerror', None) or error}") from error
