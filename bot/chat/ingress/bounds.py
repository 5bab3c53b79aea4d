"""Bounds on what strangers can take of this process before it checks a signature."""

import asyncio
import logging
import resource
import time
from collections import Counter
from enum import StrEnum
from typing import Any, Final

from aiohttp import web
from aiohttp.http import HttpProcessingError

_LOGGER = logging.getLogger(__name__)

READ_WITHIN: Final = 3.0
"""Seconds that a body may take."""
_STRANGER_WITHIN: Final = 10.0
"""Seconds that a connection may last, from its first byte on, until it brings a good signature."""
IDLE_SECONDS: Final = 15.0
"""Seconds that a connection may wait for its next request; the proxy in front hangs up sooner."""
LINGER: Final = 1.0
"""Seconds for reading the rest of a refused body, so that the answer arrives."""
ACCEPTED_AT_ONCE: Final = 16
"""Connections that the event loop accepts before it does anything else."""
QUEUE: Final = 128
"""Connections that the system holds until they are accepted."""
_MOST_CONNECTIONS: Final = 512
UNREAD: Final = (web.PayloadAccessError, web.RequestPayloadError, ConnectionError, RuntimeError)
"""Errors of reading a body that is malformed, or whose connection closes meanwhile."""
_PERIOD: Final = 60.0
"""Seconds between two lines of the log about the same."""


class RefusalKind(StrEnum):
    """The reasons why a request is refused."""

    UNSIGNED = "unsigned"
    SLOW = "too slow"
    REPEATED = "repeated"
    LARGE = "too large"
    CROWDED = "crowded out"
    MALFORMED = "malformed"


class Refusals:
    """Counts refused requests by reason, with one line of the log a minute."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter(dict.fromkeys(RefusalKind, 0))
        self._told: Counter[str] = Counter()
        self._quiet_until = -_PERIOD

    def note(self, reason: RefusalKind) -> None:
        """Count one."""
        self.counts[reason] += 1
        now = time.monotonic()
        if now >= self._quiet_until:
            new = self.counts - self._told
            _LOGGER.warning("refused requests: %s", ", ".join(f"{new[why]} {why}" for why in new))
            self._told, self._quiet_until = self.counts.copy(), now + _PERIOD


class Door:
    """Makes the protocol of each connection to a server, and closes one where there are too many.

    A connection is a stranger until `trust` is called for it. Strangers are closed first.
    """

    def __init__(self, server: web.Server, refusals: Refusals) -> None:
        """Keep a quarter of the process's descriptors open at most, and MOST_CONNECTIONS."""
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        self._most = _MOST_CONNECTIONS if soft < 0 else min(_MOST_CONNECTIONS, soft // 4)
        self._server = server
        self._refusals = refusals
        self._trusted: set[object] = set()

    def __call__(self) -> asyncio.Protocol:
        """The protocol of a connection that was just accepted."""
        opened: list[Any] = self._server.connections
        self._trusted.intersection_update(opened)
        lasting = [one for one in opened if one.transport and not one.transport.is_closing()]
        lasting.sort(key=self._trusted.__contains__)  # strangers first, the oldest of them before
        for one in lasting[: 1 - self._most]:
            self._close(one, RefusalKind.CROWDED)
        accepted = self._server()
        asyncio.get_running_loop().call_later(_STRANGER_WITHIN, self._end_stranger, accepted)
        return accepted

    def trust(self, request: web.Request) -> None:
        """Let the connection of a signed request last."""
        self._trusted.add(request.protocol)

    def knows(self, request: web.Request) -> bool:
        """Say whether the connection of a request has brought a good signature."""
        return request.protocol in self._trusted

    def _end_stranger(self, connection: Any) -> None:
        if connection not in self._trusted:
            self._close(connection, RefusalKind.SLOW)

    def _close(self, connection: Any, reason: RefusalKind) -> None:
        """Close a connection at once, though its client may not read what was written."""
        if connection.transport and not connection.transport.is_closing():
            self._refusals.note(reason)
            connection.transport.abort()


class Unparsed(logging.Filter):
    """Counts requests that are not HTTP, in place of a traceback for each."""

    def __init__(self, refusals: Refusals) -> None:
        super().__init__()
        self._refusals = refusals

    def filter(self, record: logging.LogRecord) -> bool:
        """Say whether the record is about anything else."""
        if record.exc_info and isinstance(record.exc_info[1], HttpProcessingError):
            self._refusals.note(RefusalKind.MALFORMED)
            return False
        return True


class NotAccepted(logging.Filter):
    """Lets one line a minute through about connections that the process cannot accept."""

    def __init__(self) -> None:
        super().__init__()
        self._quiet_until = -_PERIOD

    def filter(self, record: logging.LogRecord) -> bool:
        """Say whether to log a record; one that is logged has no traceback."""
        if not record.getMessage().startswith("socket.accept() out of system resource"):
            return True
        now = time.monotonic()
        if now < self._quiet_until:
            return False
        self._quiet_until = now + _PERIOD
        reason = record.exc_info[1] if record.exc_info else None
        record.msg, record.args = "accepting connections failed, retrying: %s", (reason,)
        record.exc_info = None
        return True
