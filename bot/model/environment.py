"""Failures of what the program stands on: a full disk, a database that is away, no memory."""

import logging
import time
from concurrent.futures import BrokenExecutor
from math import inf
from typing import Final

_LOGGER = logging.getLogger(__name__)

_FAILURES: Final = (OSError, MemoryError, BrokenExecutor)
"""Errors that lie with the machine, the network or the database, and not with the program."""
_TOLD_AGAIN: Final = 3600.0
"""Seconds after which a failure that goes on is logged again."""
_LASTS: Final = 60.0
"""Seconds for which a failure counts as going on."""


class Environment:
    """Knows whether the machine and the database fail at present, and tells it once an hour."""

    def __init__(self) -> None:
        """Know of no failure."""
        self._told: dict[str, float] = {}
        self._last = -inf

    @property
    def fails(self) -> bool:
        """Say whether something has failed within the last minute."""
        return time.monotonic() - self._last < _LASTS

    def explains(self, error: BaseException) -> bool:
        """Say whether an error comes from the environment rather than a bug; notes it if so."""
        if not isinstance(error, _FAILURES):
            return False
        self._last = now = time.monotonic()
        kind = type(error).__name__
        if now - self._told.get(kind, -inf) >= _TOLD_AGAIN:
            self._told[kind] = now
            _LOGGER.error(
                "the machine or the database failed, and people are asked to try again later;"
                " this line comes at most once an hour: %s: %s",
                kind,
                error,
            )
        return True


ENVIRONMENT: Final = Environment()
"""Environment of this process."""
