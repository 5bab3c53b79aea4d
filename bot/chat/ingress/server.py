"""The HTTP server: signed interactions of Discord, whether the bot is well, and figures about it.

Discord waits for an answer to its request; the bot says 202 at once and answers by the route for
that, as behind the gateway (Discord, interactions/receiving-and-responding).
"""

import asyncio
import json
import logging
import re
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler
from discord import InteractionType
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from bot.chat.client import BonfireClient, serve
from bot.chat.doctor import INTERACTIONS
from bot.chat.feature import Feature
from bot.chat.ingress import bounds
from bot.chat.ingress.bounds import Door, NotAccepted, RefusalKind, Refusals, Unparsed
from bot.chat.ingress.metrics import CONTENT_TYPE, Metrics
from bot.chat.leading import attend
from bot.chat.logs import start_logging
from bot.model import telemetry
from bot.model.clock import Clock
from bot.runtime.health import LoopWatch
from bot.runtime.settings import Address, Settings

_LOGGER = logging.getLogger(__name__)
_HTTP_LOG: Final = logging.getLogger(f"{__name__}.http")
_LOOP_LOG: Final = logging.getLogger("asyncio")

_PONG: Final = {"type": 1}
_MOST_BYTES: Final = 512 * 1024
"""Of one request; the largest interactions, of commands on messages, take a tenth of it."""
NOTICE: Final = 5.0
"""Seconds that a balancer is given to notice that this process takes nothing more."""
_REASONS: Final = {
    401: RefusalKind.UNSIGNED,
    408: RefusalKind.SLOW,
    409: RefusalKind.REPEATED,
    413: RefusalKind.LARGE,
}
"""The reason of a refusal by its status; a request with any other is malformed."""
_SECONDS: Final = re.compile(r"[1-9][0-9]{0,11}")
MOST_AGE: Final = 60.0
"""Seconds by which the time of a request and the machine's clock may differ."""


class NotDiscordError(Exception):
    """A request that Discord has not signed, or not of late."""


class ReplayedError(Exception):
    """A request that has come before."""


class Signatures:
    """Checks requests against the public key of the application, and remembers the newest.

    Steps of the machine's clock let nothing pass twice: what is remembered is forgotten by a
    stopwatch, and whatever was signed no later than something forgotten does not pass again.
    """

    def __init__(
        self, public_key: str, clock: Clock, stopwatch: Callable[[], float] = time.monotonic
    ) -> None:
        """Trust what the owner of `public_key` (64 hexadecimal digits) has signed.

        `stopwatch` gives seconds that no step of the `clock` touches.
        """
        self._key = VerifyKey(bytes.fromhex(public_key))
        self._clock = clock
        self._stopwatch = stopwatch
        self._seen: dict[bytes, tuple[float, int]] = {}
        """Signatures: when they came by the stopwatch, oldest first, and when they were made."""
        self._forgotten = 0
        """Time of the newest signature that was forgotten."""

    def check(self, signature: str, timestamp: str, body: bytes) -> None:
        """Let a request pass, by the values of its headers.

        Raises NotDiscordError, and ReplayedError for one that has passed before.
        """
        if not _SECONDS.fullmatch(timestamp):
            raise NotDiscordError("not signed at any time")
        try:
            signed = bytes.fromhex(signature)
            self._key.verify(timestamp.encode() + body, signed)
        except (BadSignatureError, ValueError) as error:
            raise NotDiscordError("not signed by Discord") from error
        made = int(timestamp)
        if abs(self._clock.now() - made) > MOST_AGE:
            raise NotDiscordError("signed too long ago, or in the future")
        now = self._stopwatch()
        self._forget(now)
        if signed in self._seen or made <= self._forgotten:
            raise ReplayedError
        self._seen[signed] = now, made

    def _forget(self, now: float) -> None:
        """Forget requests that can pass again only where the clock was put back."""
        while self._seen:
            oldest = next(iter(self._seen))
            came, made = self._seen[oldest]
            if came >= now - 2 * MOST_AGE:
                return
            self._forgotten = max(self._forgotten, made)
            del self._seen[oldest]


class Ingress:
    """Takes interactions for a client that has logged in."""

    def __init__(
        self,
        client: BonfireClient,
        signatures: Signatures | None,
        metrics: Metrics,
        refusals: Refusals,
    ) -> None:
        """Hand interactions with good `signatures` to `client`, and count the others.

        Without signatures only the pages for operators are there.
        """
        self._client = client
        self._signatures = signatures
        self._metrics = metrics
        self._refusals = refusals
        self._draining = False
        self._runner = web.AppRunner(
            self._app(),
            access_log=None,
            auto_decompress=False,  # Discord compresses nothing, and strangers would
            keepalive_timeout=bounds.IDLE_SECONDS,
            lingering_time=bounds.LINGER,
            logger=_HTTP_LOG,
        )

    @asynccontextmanager
    async def listening(self, address: Address) -> AsyncIterator[None]:
        """Listen at an address; raises OSError where it cannot be used."""
        await self._runner.setup()
        server = self._runner.server
        assert server is not None, "the runner is set up"
        self.door = Door(server, self._refusals)
        loop = asyncio.get_running_loop()
        try:
            listener = await loop.create_server(
                self.door, address.host, address.port, backlog=bounds.ACCEPTED_AT_ONCE
            )
            for listening in listener.sockets:
                with listening.dup() as same:
                    same.listen(bounds.QUEUE)
            _LOGGER.info("listening on %s port %d", *listener.sockets[0].getsockname()[:2])
            try:
                yield
            finally:
                listener.close()
        finally:
            await self._runner.cleanup()

    def _app(self) -> web.Application:
        """The routes; a proxy in front need forward that of the interactions alone."""
        app = web.Application(client_max_size=_MOST_BYTES, middlewares=[self._bounded])
        if self._signatures is not None:
            app.router.add_post(INTERACTIONS, partial(self._take, self._signatures))
        app.router.add_get("/healthz", self._live)
        app.router.add_get("/readyz", self._ready)
        app.router.add_get("/metrics", self._figures)
        return app

    @web.middleware
    async def _bounded(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Count refusals, and close connections that have brought no good signature."""
        try:
            response = await handler(request)
        except web.HTTPException as refusal:
            self._close_after(request, refusal)
            raise
        self._close_after(request, response)
        return response

    def _close_after(self, request: web.Request, response: web.StreamResponse) -> None:
        if 400 <= response.status < 500:
            self._refusals.note(_REASONS.get(response.status, RefusalKind.MALFORMED))
        if not self.door.knows(request):
            response.force_close()

    async def drain(self, clock: Clock) -> None:
        """Say that nothing more is taken, and go on taking until a balancer has noticed."""
        self._draining = True
        await clock.sleep(NOTICE)

    async def _take(self, signatures: Signatures, request: web.Request) -> web.Response:
        try:
            async with asyncio.timeout(bounds.READ_WITHIN):
                body = await request.read()
        except TimeoutError:
            return web.Response(status=408, text="This request was too slow.\n")
        except bounds.UNREAD:
            return web.Response(status=400, text="This request has no readable body.\n")
        headers = request.headers
        signature = headers.get("X-Signature-Ed25519", "")
        timestamp = headers.get("X-Signature-Timestamp", "")
        try:
            signatures.check(signature, timestamp, body)
            self.door.trust(request)
            payload = json.loads(body)
            kind = payload["type"]
        except NotDiscordError:
            return web.Response(status=401, text="The signature of this request is not good.\n")
        except ReplayedError:
            return web.Response(status=409, text="This request has come before.\n")
        except (ValueError, KeyError, TypeError, RecursionError):
            return web.Response(status=400, text="This is no interaction.\n")
        if kind == InteractionType.ping.value:
            return web.json_response(_PONG)
        self._client.take(payload)
        return web.Response(status=202)

    async def _live(self, _request: web.Request) -> web.Response:
        return web.Response(text="ok\n")

    async def _ready(self, _request: web.Request) -> web.Response:
        """Say whether presses may come: as long as the bot does not stop, each gets an answer.

        This page and the figures name everything else that fails. A proxy takes no worker away for
        it: where it fails for all workers at once, people would get no answer at all.
        """
        if self._draining:
            return web.Response(status=503, text="stopping\n")
        client, faults = self._client, []
        if telemetry.ENVIRONMENT.fails:
            faults.append("the machine or the database fails")
        if failing := client.jobs.failing:
            faults.append(f"jobs fail: {', '.join(failing)}")
        if client.services.traffic.has_rival:
            faults.append("another process answers with the same token")
        but = f", but {'; '.join(faults)}" if faults else ""
        return web.Response(text=f"ok{but}\n")

    async def _figures(self, _request: web.Request) -> web.Response:
        return web.Response(body=await self._metrics.text(), headers={"Content-Type": CONTENT_TYPE})


@asynccontextmanager
async def listening(
    client: BonfireClient, settings: Settings, *, over_http: bool = True
) -> AsyncIterator[Ingress]:
    """Take interactions for a client that has logged in, and nothing more afterwards.

    Not `over_http`, only the pages for operators are there, if the settings have an address for
    them. Raises OSError where the address cannot be used.
    """
    address = settings.listen if over_http else settings.metrics
    assert address is not None, "the settings have an address"
    application = client.application
    assert application is not None, "the client has logged in"
    refusals = Refusals()
    unparsed, not_accepted = Unparsed(refusals), NotAccepted()
    _HTTP_LOG.addFilter(unparsed)
    _LOOP_LOG.addFilter(not_accepted)
    try:
        async with LoopWatch() as loop:
            metrics = Metrics(client, settings, refusals.counts, loop)
            signatures = None
            if over_http:
                signatures = Signatures(application.verify_key, client.services.games.clock)
            ingress = Ingress(client, signatures, metrics, refusals)
            async with ingress.listening(address):
                yield ingress
    finally:
        _HTTP_LOG.removeFilter(unparsed)
        _LOOP_LOG.removeFilter(not_accepted)


@asynccontextmanager
async def pages(client: BonfireClient, settings: Settings) -> AsyncIterator[None]:
    """Have pages for operators beside a client whose presses come by the gateway."""
    async with listening(client, settings, over_http=False):
        yield


def run(settings: Settings, features: Sequence[Feature]) -> None:
    """Be the bot with these features until SIGTERM or SIGINT.

    Raises what `bot.chat.client.run` does.

    By the connection to the gateway the bot learns of channels and servers that come and go.
    Discord sends it no interactions there once its portal has an address for them. Of several
    workers the leader alone is connected; the others only take interactions.
    """
    start_logging(settings.log_level)

    @asynccontextmanager
    async def entrance(client: BonfireClient) -> AsyncIterator[None]:
        async with listening(client, settings) as ingress:
            yield
            await ingress.drain(client.services.games.clock)

    asyncio.run(serve(settings, features, entrance, attend, over_http=True))
