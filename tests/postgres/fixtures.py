"""A PostgreSQL server for tests, where one is installed."""

import asyncio
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from bot.store.store import Store
from tests.postgres.server import PostgresServer, programs, serving


def _begun(**settings: str) -> Iterator[PostgresServer]:
    folder = programs()
    if folder is None:
        assert not os.environ.get("CI"), "PostgreSQL is missing"
        pytest.skip("PostgreSQL is not installed (Debian: postgresql)")
    with serving(folder, **settings) as started:
        yield started


@pytest.fixture(scope="session")
def server() -> Iterator[PostgresServer]:
    yield from _begun()


@pytest.fixture
def own_server() -> Iterator[PostgresServer]:
    """A server that a test may stop, start and kill: what it has committed, it keeps."""
    yield from _begun(synchronous_commit="on")


@pytest.fixture(scope="session")
def template(server: PostgresServer) -> str:
    """The name of a database that has its tables."""
    address = server.new()
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, _made(address)).result()
    return address.partition("@/")[2].partition("?")[0]


async def _made(address: str) -> None:
    await (await Store.open(address)).close()


@pytest.fixture
def address(server: PostgresServer, template: str) -> str:
    """A database of its own for a test."""
    return server.new(template)
