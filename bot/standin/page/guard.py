"""The Guard of the page server: it answers the page's own windows, and nobody else.

Connections of others have a bound in number, time and lines of the log.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

from aiohttp import web
from aiohttp.http import HttpProcessingError
from aiohttp.typedefs import Handler, Middleware

from bot.standin.page.key import TableKey

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
_HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
MOST_CONNECTIONS: Final = 64
"""Connections that have not asked for anything as the page does; windows have a few each."""
HEADER_SECONDS: Final = 30.0
"""Seconds that a connection may take for a header, or wait for its next request."""
_SAFE: Final = frozenset({"GET", "HEAD"})


class Guard:
    """Refuses other Host names (a rebound name of another site) and other origins (its script).

    People without the key see a page that says where the table's address is.

    It makes the protocol of each connection, and closes the oldest stranger of too many.
    """

    def __init__(self, key: TableKey, locked: Callable[[], Awaitable[str]]) -> None:
        """Let in those who have the key; `locked` makes the page for all others."""
        self._key = key
        self._locked = locked
        self.server: web.Server | None = None
        """The handler of requests, once there is one."""
        self._hosts: frozenset[str] = frozenset()
        self._known: set[object] = set()

    def __call__(self) -> asyncio.Protocol:
        """The protocol of a connection that was just accepted."""
        assert self.server is not None, "the server is there before it listens"
        opened: list[Any] = self.server.connections
        self._known.intersection_update(opened)
        strangers = [
            one.transport
            for one in opened
            if one not in self._known and one.transport and not one.transport.is_closing()
        ]
        for transport in strangers[: -MOST_CONNECTIONS + 1]:
            transport.abort()
        return self.server()

    def listen_at(self, port: int) -> None:
        """Accept the names of the loopback interface with this port, and no others."""
        self._hosts = frozenset({f"127.0.0.1:{port}", f"localhost:{port}"})

    def refusal(self, request: web.Request) -> str | None:
        """Return the reason to refuse a request, None to answer it."""
        if request.headers.getall("Host", []) not in [[host] for host in self._hosts]:
            return "This page has another address."
        origin = request.headers.get("Origin")
        own = f"http://{request.headers['Host']}"
        changes = request.method not in _SAFE or "Upgrade" in request.headers
        if origin != own and (origin is not None or changes):
            return "Only the page itself may ask for this."
        return None

    def middleware(self) -> Middleware:
        """The check around every request; every answer carries the headers of a closed page."""

        @web.middleware
        async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
            refused = self.refusal(request)
            if refused is not None:
                answer = web.Response(status=403, text=refused, headers=_HEADERS)
                answer.force_close()
                return answer
            keyed = self._key.taken(request)
            if keyed is None and not self._key.fits(request):
                locked = await self._locked()
                keyed = web.Response(status=403, text=locked, content_type="text/html")
                keyed.force_close()
            if keyed is not None:
                keyed.headers.update(_HEADERS)
                return keyed
            self._known.add(request.protocol)
            try:
                response = await handler(request)
            except web.HTTPException as error:
                error.headers.update(_HEADERS)
                raise
            if not response.prepared:
                response.headers.update(_HEADERS)
            return response

        return check


class NotHttp(logging.Filter):
    """Keeps tracebacks about invalid requests out of the log."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Say whether the record is about anything else."""
        return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))
