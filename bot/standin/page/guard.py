"""The Guard of the page server: it answers the page's own windows, and no other site's scripts."""

from __future__ import annotations

from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
SAFE: Final = frozenset({"GET", "HEAD"})


class Guard:
    """Refuses other Host names (a rebound name of another site) and other origins (its script)."""

    def __init__(self) -> None:
        self._hosts: frozenset[str] = frozenset()

    def listen_at(self, port: int) -> None:
        """Accept the names of the loopback interface with this port, and no others."""
        self._hosts = frozenset({f"127.0.0.1:{port}", f"localhost:{port}"})

    def refusal(self, request: web.Request) -> str | None:
        """Why a request is not answered, None when it is."""
        if request.headers.getall("Host", []) not in [[host] for host in self._hosts]:
            return "This page has another address."
        origin = request.headers.get("Origin")
        own = f"http://{request.headers['Host']}"
        changes = request.method not in SAFE or "Upgrade" in request.headers
        if origin != own and (origin is not None or changes):
            return "Only the page itself may ask for this."
        return None

    def middleware(self) -> Middleware:
        """The check around every request; every answer carries the headers of a closed page."""

        @web.middleware
        async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
            refused = self.refusal(request)
            if refused is not None:
                return web.Response(status=403, text=refused, headers=HEADERS)
            try:
                response = await handler(request)
            except web.HTTPException as error:
                error.headers.update(HEADERS)
                raise
            if not response.prepared:
                response.headers.update(HEADERS)
            return response

        return check
