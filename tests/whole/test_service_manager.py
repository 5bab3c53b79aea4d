"""The bot reports to systemd that it is ready, alive while its event loop turns, or stops."""

import asyncio
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from bot.runtime import service_manager
from bot.standin import StandIn
from bot.standin.sender import free_port
from tests.kit.process import forked
from tests.kit.sources import OPENAPI

PERIOD = 0.3
"""Seconds after which this systemd takes a process for one that hangs."""
SOON = 60.0


class Systemd:
    """The socket of systemd."""

    def __init__(self, heard: socket.socket) -> None:
        self.heard = heard

    async def next(self) -> str:
        """The next thing that the bot says."""
        loop = asyncio.get_running_loop()
        return (await asyncio.wait_for(loop.sock_recv(self.heard, 100), SOON)).decode()

    async def hears(self, wanted: str) -> list[str]:
        """Return the bot's notices before a given one."""
        before: list[str] = []
        while (told := await self.next()) != wanted:
            before.append(told)
        return before


@asynccontextmanager
async def systemd(name: str) -> AsyncIterator[Systemd]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.setblocking(False)  # noqa: FBT003 - its only parameter
        heard.bind(name.replace("@", "\0"))
        yield Systemd(heard)


@pytest.mark.parametrize("command", ["run", "serve"])
async def test_a_bot_says_when_it_is_ready_alive_and_stopping(tmp_path: Path, command: str) -> None:
    settings = {
        "NOTIFY_SOCKET": str(tmp_path / "notify"),
        "WATCHDOG_USEC": str(round(PERIOD * 1_000_000)),
        "BONFIRE_LISTEN": f"127.0.0.1:{free_port()}",
    }
    async with (
        StandIn(spec=OPENAPI) as server,
        systemd(settings["NOTIFY_SOCKET"]) as init,
        forked(server, tmp_path, command, **settings) as child,
    ):
        before = await init.hears("READY=1")
        assert set(before) == {"WATCHDOG=1"}  # it is alive while it opens its database too
        for _ in range(3):
            assert await init.next() == "WATCHDOG=1"
        child.send_signal(signal.SIGTERM)
        assert set(await init.hears("STOPPING=1")) <= {"WATCHDOG=1"}
        assert await child.wait() == 0


async def test_an_event_loop_that_stands_still_says_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = "@bonfire-test-of-the-watchdog"
    monkeypatch.setenv("NOTIFY_SOCKET", name)
    monkeypatch.setenv("WATCHDOG_USEC", "30000")
    async with systemd(name) as init, service_manager.alive():
        for _ in range(3):
            assert await init.next() == "WATCHDOG=1"
        with suppress(BlockingIOError):
            while True:  # what it said before is read, and nothing follows
                init.heard.recv(100)
        assert await init.next() == "WATCHDOG=1"


def test_without_systemd_nothing_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    service_manager.tell("READY=1")
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    service_manager.tell("READY=1")


async def test_without_a_watchdog_nothing_is_fed(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "@bonfire-test-without-a-watchdog"
    monkeypatch.setenv("NOTIFY_SOCKET", name)
    monkeypatch.delenv("WATCHDOG_USEC", raising=False)
    async with systemd(name) as init, service_manager.alive():
        await asyncio.sleep(0)
        with pytest.raises(BlockingIOError):
            init.heard.recv(100)
