"""The processes of a bot that share a database: how they begin, end and what they have stored."""

import asyncio
import json
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import aiohttp
import asyncpg

from bot.standin import NotAnswered, NotPossible, StandIn, model
from bot.standin.sender import SignedSender, free_port
from bot.store.postgres.leads import LEADER_LOCK
from tests.kit.ledger import Ledger, posts
from tests.kit.process import Forked, at_work, forked
from tests.kit.whole import eventually

STARTS_WITHIN: Final = 60.0
HOLDER = (
    f"FROM pg_locks WHERE locktype = 'advisory' AND granted AND objid = {LEADER_LOCK}"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
SOON = 60.0
WORKERS = 2


@dataclass(slots=True)
class Processes:
    """Processes on one database by numbers, and how each is begun and ended."""

    server: StandIn
    folder: Path
    address: str
    running: dict[int, tuple[AsyncExitStack, Forked]] = field(default_factory=dict, kw_only=True)

    async def begin(self, number: int, command: str, **settings: str) -> None:
        """Begin a process with a command of `bonfire`."""
        stack = AsyncExitStack()
        shared = {"BONFIRE_DATABASE": self.address, "BONFIRE_WORKERS": "several"}
        process = forked(self.server, self.folder, command, **shared, **settings)
        self.running[number] = stack, await stack.enter_async_context(process)

    async def kill(self, number: int) -> None:
        """Kill a process at once."""
        stack, _ = self.running.pop(number)
        await stack.aclose()

    async def stop(self, number: int) -> int:
        """Stop a process as operators do; its exit status."""
        stack, child = self.running.pop(number)
        child.send_signal(signal.SIGTERM)
        status = await child.wait()
        await stack.aclose()
        return status

    async def rows(self, sql: str) -> list[Any]:
        """Return the rows that a query finds."""
        connection = await asyncpg.connect(self.address)
        try:
            return [tuple(row) for row in await connection.fetch(sql)]
        finally:
            await connection.close()

    async def is_quiet(self) -> bool:
        """Say whether everything is posted."""
        return await self.rows("SELECT 1 FROM posts WHERE state <> 'sent'") == []


async def ask(address: str, sql: str) -> object:
    connection = await asyncpg.connect(address)
    try:
        return await connection.fetchval(sql)
    finally:
        await connection.close()


async def holder(address: str, *, but: object = None) -> object:
    """The process of the server that holds the lock, once it is another one."""
    found: object = None

    async def look() -> bool:
        nonlocal found
        found = await ask(address, f"SELECT pid {HOLDER}")
        return found not in {None, but}

    await eventually(look, SOON)
    return found


class Balancer(SignedSender):
    """Sends to the next worker that is there, as a load balancer does."""

    async def _send(self, address: str, interaction: model.Json) -> None:
        body = json.dumps(interaction).encode()
        for _ in range(10 * WORKERS):
            try:
                status, _ = await self.post(address, body, self.headers(body))
            except aiohttp.ClientError:
                await asyncio.sleep(0.05)
            else:
                self.statuses.append(status)
                return
            address = next(self._addresses)
        self.statuses.append(0)


@dataclass(slots=True)
class Crew(Processes):
    """The workers of a bot by their ports."""

    ports: tuple[int, ...]
    sender: Balancer

    async def work(self, port: int) -> None:
        """Begin the worker of a port, and wait until it is ready."""
        await self.begin(port, "serve", BONFIRE_LISTEN=f"127.0.0.1:{port}")

        async def is_ready() -> bool:
            try:
                return (await self.sender.get(f"http://127.0.0.1:{port}/readyz"))[0] == 200
            except aiohttp.ClientError:
                return False

        await eventually(is_ready, STARTS_WITHIN)


@asynccontextmanager
async def crew_of(server: StandIn, folder: Path, address: str) -> AsyncIterator[Crew]:
    ports = tuple(free_port() for _ in range(WORKERS))
    async with Balancer([f"http://127.0.0.1:{port}/interactions" for port in ports]) as sender:
        server.world.application.verify_key = sender.public_key
        server.core.endpoint = sender
        crew = Crew(server, folder, address, ports, sender)
        try:
            for port in ports:
                await crew.work(port)
            await at_work(server)
            yield crew
        finally:
            server.core.endpoint = None
            for port in tuple(crew.running):
                await crew.kill(port)


async def told_once(crew: Crew, ledger: Ledger) -> None:
    """No acknowledged answer is lost, none was made twice, and each post is in the channel once."""
    made = [number for (number,) in await crew.rows("SELECT interaction FROM moves")]
    assert len(set(made)) == len(made)
    assert set(ledger.acknowledged) <= set(made)
    told = [message for (message,) in await crew.rows("SELECT message FROM posts ORDER BY id")]
    assert posts(ledger) == sorted(told)


async def leader(crew: Crew) -> int:
    """The port of the worker that leads: it alone has a session at the gateway.

    After a kill nobody leads for a moment: the others try only now and then.
    """
    leading: list[int] = []

    async def look() -> bool:
        leading[:] = [port for port in crew.ports if await _leads_now(crew, port)]
        return bool(leading)

    await eventually(look, STARTS_WITHIN)
    return leading[0]


async def _leads_now(crew: Crew, port: int) -> bool:
    _, figures = await crew.sender.get(f"http://127.0.0.1:{port}/metrics")
    return "\nbonfire_leads 1" in figures


async def play_on(ledger: Ledger, over: asyncio.Event) -> None:
    """Play until told to end; a press that a killed worker had taken is not answered."""
    while not over.is_set():
        with suppress(NotAnswered, NotPossible, TimeoutError):
            await ledger.move(wait=True)
        await asyncio.sleep(ledger.dice.random() * 0.5)
