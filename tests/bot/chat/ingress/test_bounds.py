"""Strangers who open connections: whatever they send, presses go on being answered."""

import asyncio
import contextlib
import resource
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from bot.standin import StandIn
from bot.standin.sender import free_port, interactions_to
from tests.bot.chat.ingress.kit import Entrance, Wire
from tests.kit.process import at_work, bot_process, bot_program
from tests.kit.whole import eventually

BEGUN = b"POST /interactions HTTP/1.1\r\nHost: bot\r\nContent-Length: 1000\r\n"
SLOW = (b"", b"POST /interac", BEGUN, BEGUN + b"\r\n", BEGUN + b"\r\n{")
"""How far a slow client gets: nothing, half a header, or the first byte of a body."""
MALFORMED = (
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    b"\x00\x01\x02\r\n\r\n",
    b"GET /\x00 HTTP/1.1\r\nHost: a\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"x" * 10_000 + b"\r\n\r\n",
    b"POST /interactions HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"POST /interactions HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{",
)
DESCRIPTORS = 256


@asynccontextmanager
async def slow_clients(port: int, count: int) -> AsyncIterator[None]:
    """Many clients at once; each comes again when the bot hangs up."""

    async def one(number: int) -> None:
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                try:
                    writer.write(SLOW[number % len(SLOW)])
                    await reader.read()
                finally:
                    writer.close()
            await asyncio.sleep(1.0)

    clients = [asyncio.create_task(one(number)) for number in range(count)]
    try:
        yield
    finally:
        for client in clients:
            client.cancel()
        await asyncio.gather(*clients, return_exceptions=True)


@pytest.mark.long
async def test_three_hundred_slow_clients_keep_nobody_from_an_answer(tmp_path: Path) -> None:
    port = free_port()
    async with (
        StandIn() as server,
        interactions_to(server, f"http://127.0.0.1:{port}/interactions") as sender,
        bot_program(
            server, tmp_path, "serve", BONFIRE_LISTEN=f"127.0.0.1:{port}", BONFIRE_THINKERS="0"
        ) as child,
    ):
        resource.prlimit(child.pid, resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS))
        await at_work(server)
        ada = server.person("Ada")
        table = server.text_channel(server.guild("Club", ada), "table")
        await (await ada.slash(table, "bonfire", "board")).response()
        before = lines(tmp_path)
        async with slow_clients(port, 300):
            for _ in range(20):
                await asyncio.sleep(1.0)
                await (await ada.slash(table, "bonfire", "board")).response()
        assert set(sender.statuses) == {202}
        assert len(lines(tmp_path)) - len(before) < 10
        assert (await sender.get(f"http://127.0.0.1:{port}/healthz"))[0] == 200


def lines(folder: Path) -> list[str]:
    return (folder / "bot.log").read_text("utf-8").splitlines()


async def told_of(folder: Path, words: str) -> None:
    """Wait until the log has these words."""
    await eventually(lambda: asyncio.sleep(0, words in "".join(lines(folder))))


async def test_malformed_requests_write_one_line(tmp_path: Path) -> None:
    port = free_port()
    async with (
        StandIn() as server,
        interactions_to(server, f"http://127.0.0.1:{port}/interactions") as sender,
        bot_process(server, tmp_path, "serve", BONFIRE_LISTEN=f"127.0.0.1:{port}"),
    ):
        for last in (" ready as ", "told Discord"):
            await told_of(tmp_path, last)
        before = lines(tmp_path)
        for request in MALFORMED * 3:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(request)
            if request.endswith(b"{"):
                writer.close()  # it hangs up in the middle
            assert not (await reader.read()).startswith(b"HTTP/1.1 2")
            writer.close()
        for _ in range(20):
            assert (await sender.post(f"http://127.0.0.1:{port}/interactions", b"{}", {}))[0] == 401
        told = lines(tmp_path)[len(before) :]
        assert len(told) == 1, told
        assert told[0].endswith("refused requests: 1 malformed")


async def test_only_a_good_signature_keeps_a_connection(tmp_path: Path) -> None:
    port = free_port()
    async with (
        StandIn() as server,
        interactions_to(server, f"http://127.0.0.1:{port}/interactions") as sender,
        bot_process(server, tmp_path, "serve", BONFIRE_LISTEN=f"127.0.0.1:{port}"),
        aiohttp.ClientSession() as session,
    ):
        ping = b'{"type": 1}'
        address = f"http://127.0.0.1:{port}/interactions"
        for headers, kept in (({}, False), (sender.headers(ping), True), ({}, True)):
            async with session.post(address, data=ping, headers=headers) as answer:
                await answer.read()
                assert (answer.headers.get("Connection") != "close") is kept


async def test_of_too_many_connections_strangers_go_first(tmp_path: Path) -> None:
    async with Entrance.opened(tmp_path) as entrance:
        door = entrance.ingress.door
        most = door._most = 20

        async def opened() -> Wire:
            protocol = door()
            wire = Wire(protocol)
            protocol.connection_made(wire)
            return wire

        ping = b'{"type": 1}'
        signed = await opened()
        request = entrance.request(ping).replace(b"Connection: close\r\n", b"")
        signed._protocol.data_received(request)

        async def answered() -> bool:
            return b"200 OK" in signed.written

        await eventually(answered)
        wires = [await opened() for _ in range(3 * most)]
        assert not signed.is_over.is_set()
        assert [wire.is_over.is_set() for wire in wires] == [True] * (2 * most + 1) + [False] * (
            most - 1
        )
        assert entrance.ingress._refusals.counts["crowded out"] == 2 * most + 1
