"""The rules for every test: the same cases in every run, and no network beyond loopback."""

import gc
import os
import signal
import socket
import sys
from collections.abc import Generator
from ipaddress import ip_address
from math import inf
from typing import Final

import pytest
from hypothesis import settings

from bot.model import telemetry

# Without byte code on disk, each process of the tests compiles the whole program anew.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

SELDOM: Final = 20_000
"""So many new objects let Python look for garbage; tests make many, and little of it is garbage."""

settings.register_profile("bonfire", deadline=None, derandomize=True, database=None)
settings.load_profile("bonfire")


def interrupted(*_: object) -> None:
    """Ends the tests by Ctrl+C.

    asyncio leaves a handler alone that is not Python's own, and sets one of its own otherwise.
    `signal` then describes that one, with its task and all that the task was given, for an error
    that nobody sees; this took a twentieth of the time of tests that await.
    """
    raise KeyboardInterrupt


signal.signal(signal.SIGINT, interrupted)

gc.disable()  # while all is imported and collected, of which nearly nothing is garbage


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Run one process more than there are processors: some tests wait for programs and servers."""
    return (yield) + 1


def pytest_collection_finish() -> None:
    """Look no more for garbage among what was imported and collected: it lives to the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(SELDOM)
    gc.enable()


@pytest.fixture(autouse=True)
def sound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets each test begin on a machine that has not failed."""
    monkeypatch.setattr(telemetry.ENVIRONMENT, "_last", -inf)
    monkeypatch.setattr(telemetry.ENVIRONMENT, "_told", {})


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@pytest.fixture(autouse=True)
def loopback_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuses every connection that would leave this machine."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: object) -> None:
        if isinstance(address, tuple) and not _is_loopback(str(address[0])):
            raise ConnectionRefusedError(f"tests reach no network beyond loopback: {address[0]}")
        connect(self, address)  # type: ignore[arg-type]

    monkeypatch.setattr(socket.socket, "connect", guarded)


@pytest.fixture
def few_turns_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let results count for people who have not played a turn."""
    monkeypatch.setattr("bot.services.games.outcomes.FEWEST_TURNS", 0)
