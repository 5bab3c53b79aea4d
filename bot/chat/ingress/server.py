"""The HTTP server: interactions of Discord, whether the bot is well, and figures about it.

Discord waits for an answer to its request; the bot says 202 at once and answers by the route for
that, as behind the gateway (Discord, interactions/receiving-and-responding).
"""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from aiohttp import web
from discord import InteractionType

from bot.chat.client import BonfireClient
from bot.chat.ingress.metrics import CONTENT_TYPE, Metrics
from bot.chat.ingress.signatures import NotDiscordError, ReplayedError, Signatures
from bot.model.clock import Clock
from bot.runtime.settings import Address

LOG = logging.getLogger(__name__)

INTERACTIONS: Final = "/interactions"
PONG: Final = {"type": 1}
MOST_BYTES: Final = 512 * 1024
"""Of one request; the largest interactions, of commands on messages, take a tenth of it."""
NOTICE: Final = 5.0
"""Seconds that a balancer is given to notice that this process takes nothing more."""
PATIENCE: Final = 2.0
"""Seconds that the database has to answer, until the bot counts as not ready."""


class Ingress:
    """Takes interactions for a client that has logged in."""

    def __init__(self, client: BonfireClient, signatures: Signatures, metrics: Metrics) -> None:
        """Hand interactions with good `signatures` to `client`."""
        self._client = client
        self._signatures = signatures
        self._metrics = metrics
        self._draining = False

    @property
    def app(self) -> web.Application:
        """The routes; a proxy in front need forward that of the interactions alone."""
        app = web.Application(client_max_size=MOST_BYTES)
        app.router.add_post(INTERACTIONS, self._take)
        app.router.add_get("/healthz", self._live)
        app.router.add_get("/readyz", self._ready)
        app.router.add_get("/metrics", self._figures)
        return app

    async def drain(self, clock: Clock) -> None:
        """Say that nothing more is taken, and go on taking until a balancer has noticed."""
        self._draining = True
        await clock.sleep(NOTICE)

    async def _take(self, request: web.Request) -> web.Response:
        body = await request.read()
        headers = request.headers
        signature = headers.get("X-Signature-Ed25519", "")
        timestamp = headers.get("X-Signature-Timestamp", "")
        try:
            self._signatures.check(signature, timestamp, body)
            payload = json.loads(body)
            kind = payload["type"]
        except NotDiscordError as error:
            LOG.info("a request was refused: %s", error)
            return web.Response(status=401, text="The signature of this request is not good.\n")
        except ReplayedError:
            return web.Response(status=409, text="This request has come before.\n")
        except (ValueError, KeyError, TypeError):
            return web.Response(status=400, text="This is no interaction.\n")
        if kind == InteractionType.ping.value:
            return web.json_response(PONG)
        self._client.take(payload)
        return web.Response(status=202)

    async def _live(self, _request: web.Request) -> web.Response:
        return web.Response(text="ok\n")

    async def _ready(self, _request: web.Request) -> web.Response:
        if self._draining:
            return web.Response(status=503, text="stopping\n")
        try:
            async with asyncio.timeout(PATIENCE):
                await self._client.services.store.read(lambda tx: tx.posts.count_waiting())
        except Exception as error:  # noqa: BLE001 - whatever keeps the database from answering
            LOG.warning("not ready: %r", error)
            return web.Response(status=503, text="no database\n")
        if self._client.services.traffic.has_rival:
            return web.Response(text="ok, but another process answers with the same token\n")
        return web.Response(text="ok\n")

    async def _figures(self, _request: web.Request) -> web.Response:
        return web.Response(body=self._metrics.text(), headers={"Content-Type": CONTENT_TYPE})


@asynccontextmanager
async def listening(client: BonfireClient, address: Address) -> AsyncIterator[Ingress]:
    """Take interactions for a client that has logged in, and nothing more afterwards.

    Raises OSError where the address cannot be used.
    """
    application = client.application
    assert application is not None, "the client has logged in"
    async with Metrics(client) as metrics:
        signatures = Signatures(application.verify_key, client.services.games.clock)
        ingress = Ingress(client, signatures, metrics)
        runner = web.AppRunner(ingress.app, access_log=None)
        await runner.setup()
        try:
            await web.TCPSite(runner, address.host, address.port).start()
            LOG.info("listening on %s port %d", *runner.addresses[0][:2])
            yield ingress
        finally:
            await runner.cleanup()
