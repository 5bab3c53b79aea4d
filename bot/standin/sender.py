"""Discord as it sends interactions over HTTP: signed, each to one address in turn."""

import asyncio
import itertools
import json
import socket
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Self

import aiohttp
from nacl.signing import SigningKey

from bot.standin import model
from bot.standin.standin import StandIn


class SignedSender:
    """Signs requests, and sends interactions of a stand-in to the addresses of bots in turn."""

    def __init__(self, addresses: Sequence[str]) -> None:
        self.key = SigningKey.generate()
        self.statuses: list[int] = []
        """The statuses of the answers to interactions; 0 without an answer."""
        self._addresses = itertools.cycle(addresses)
        self._tasks: set[asyncio.Task[None]] = set()
        self._session: aiohttp.ClientSession | None = None

    @property
    def public_key(self) -> str:
        """The key by which the bot checks signatures, in hexadecimal digits."""
        return self.key.verify_key.encode().hex()

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession()
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.gather(*self._tasks)
        if self._session is not None:
            await self._session.close()

    def __call__(self, interaction: model.Json) -> None:
        """Send an interaction without waiting for the answer."""
        task = asyncio.create_task(self._send(next(self._addresses), interaction))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def headers(self, body: bytes, timestamp: float | None = None) -> dict[str, str]:
        """The headers of a request that is signed at a time (default: now)."""
        at = str(int(time.time() if timestamp is None else timestamp))
        signature = self.key.sign(at.encode() + body).signature.hex()
        return {"X-Signature-Ed25519": signature, "X-Signature-Timestamp": at}

    async def post(self, address: str, body: bytes, headers: dict[str, str]) -> tuple[int, str]:
        """Post a request; returns the status and the text of the answer."""
        assert self._session is not None, "the sender is in use"
        async with self._session.post(address, data=body, headers=headers) as answer:
            return answer.status, await answer.text()

    async def get(self, address: str) -> tuple[int, str]:
        """Get a page; returns the status and the text of the answer."""
        assert self._session is not None, "the sender is in use"
        async with self._session.get(address) as answer:
            return answer.status, await answer.text()

    async def _send(self, address: str, interaction: model.Json) -> None:
        body = json.dumps(interaction).encode()
        try:
            status, _ = await self.post(address, body, self.headers(body))
        except aiohttp.ClientError:
            status = 0
        self.statuses.append(status)


@asynccontextmanager
async def interactions_to(server: StandIn, *addresses: str) -> AsyncIterator[SignedSender]:
    """Let a stand-in send its interactions to these addresses, not to the gateway."""
    async with SignedSender(addresses) as sender:
        application = server.world.application
        application.verify_key = sender.public_key
        server.core.endpoint, application.endpoint_url = sender, addresses[0]
        try:
            yield sender
        finally:
            server.core.endpoint = application.endpoint_url = None


def free_port() -> int:
    """Return a free port of this machine."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])
