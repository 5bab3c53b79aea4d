"""The entrance of a bot in this process, and connections to it that need no network."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

from nacl.signing import SigningKey

from bot.chat.ingress.server import Ingress, listening
from bot.runtime.settings import Address
from bot.standin.sender import free_port
from tests.kit.hall import Hall, opened_hall
from tests.kit.stage import settings_for

ANSWERS_WITHIN = 30.0


class Wire(asyncio.Transport):
    """One connection: it keeps what was written to it."""

    def __init__(self, protocol: asyncio.Protocol) -> None:
        super().__init__()
        self.written = b""
        self.is_over = asyncio.Event()
        self._protocol = protocol

    def write(self, data: Any) -> None:
        self.written += bytes(data)

    def is_closing(self) -> bool:
        return self.is_over.is_set()

    def close(self) -> None:
        if not self.is_over.is_set():
            self.is_over.set()
            asyncio.get_running_loop().call_soon(self._protocol.connection_lost, None)

    abort = close

    def pause_reading(self) -> None:
        """There is nothing to pause: a request is given whole."""

    resume_reading = pause_reading


@dataclass(slots=True)
class Entrance:
    """A bot that listens, and the key that Discord signs with."""

    hall: Hall
    ingress: Ingress
    key: SigningKey
    at: float = field(default_factory=time.monotonic)

    @classmethod
    @asynccontextmanager
    async def opened(cls, folder: Path) -> AsyncIterator[Self]:
        """One at a table, with time that stands still."""
        key = SigningKey(b"k" * 32)
        async with opened_hall(folder) as hall:
            assert hall.client.application is not None
            hall.client.application.verify_key = key.verify_key.encode().hex()
            address = Address("127.0.0.1", free_port())
            settings = replace(settings_for(hall.server, folder), listen=address)
            async with listening(hall.client, settings) as ingress:
                yield cls(hall, ingress, key)

    def signed(self, body: bytes) -> dict[str, str]:
        """The headers of a request that Discord would send now; time goes on as the machine's."""
        began, self.at = self.at, time.monotonic()
        self.hall.clock.advance(self.at - began)
        timestamp = str(int(self.hall.clock.now()))
        signature = self.key.sign(timestamp.encode() + body).signature.hex()
        return {"X-Signature-Ed25519": signature, "X-Signature-Timestamp": timestamp}

    def request(self, body: bytes, headers: dict[str, str] | None = None) -> bytes:
        """A whole request, signed where no headers are given."""
        told = {"Host": "bot", "Content-Length": str(len(body)), "Connection": "close"}
        lines = [
            f"{name}: {value}" for name, value in (told | (headers or self.signed(body))).items()
        ]
        return "\r\n".join(["POST /interactions HTTP/1.1", *lines, "", ""]).encode() + body

    async def answer(self, request: bytes, patience: float = ANSWERS_WITHIN) -> bytes:
        """Return the answer to a request, until the bot hangs up.

        The client hangs up itself after the seconds of its `patience`. Raises TimeoutError where
        the bot does not let go of the connection then.
        """
        protocol = self.ingress.door()
        wire = Wire(protocol)
        protocol.connection_made(wire)
        await asyncio.sleep(0)
        protocol.data_received(request)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await wire.is_over.wait()
        task = protocol._task_handler  # type: ignore[attr-defined]
        wire.close()
        async with asyncio.timeout(ANSWERS_WITHIN):
            if task is not None:
                await asyncio.wait({task})
        return wire.written

    async def status(self, request: bytes) -> int:
        """The status that a request is answered with; 0 for none."""
        return int((await self.answer(request)).split(b" ", 2)[1] or b"0")

    async def page(self, name: str) -> str:
        """One of the other pages."""
        answer = await self.answer(f"GET /{name} HTTP/1.1\r\nHost: bot\r\n\r\n".encode())
        return answer.partition(b"\r\n\r\n")[2].decode()
