"""A database as the bot makes it, laid down ready for tests to which that is not the point.

It is used without the thread that aiosqlite has for each connection: to pass every statement there
and back takes far longer than the statement. Tests of the store itself, and all processes of the
bot, have that thread.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import aiosqlite
import pytest
from aiosqlite import core

from bot.store import database
from bot.store.store import Store

NO_FSYNC = tuple(one.replace("= FULL", "= OFF") for one in database.PRAGMAS)


class _AtOnce:
    """In place of a connection's thread and its queue: each statement is run when it comes.

    Its result comes with the next round of the event loop, so that others go on meanwhile.
    """

    def start(self) -> None:
        """There is no thread to start."""

    def put_nowait(self, asked: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        """Run a statement."""
        future, statement = asked
        try:
            result = statement()
        except Exception as error:  # noqa: BLE001 - handed to whoever waits
            if future is not None:
                future.get_loop().call_soon(core.set_exception, future, error)
        else:
            if future is not None:
                future.get_loop().call_soon(core.set_result, future, result)


class _ConnectionHere(aiosqlite.Connection):
    """A connection that is used in the thread of the event loop."""

    def __init__(self, connector: Callable[[], sqlite3.Connection], chunk: int) -> None:
        super().__init__(connector, chunk)
        self._tx = self._thread = _AtOnce()  # type: ignore[assignment]


@contextmanager
def quick_database(path: Path) -> Iterator[None]:
    """A new database at `path`, if none is there; what is opened now never waits for the disk."""
    with pytest.MonkeyPatch.context() as patch:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(0o600)
            path.write_bytes(_new())
        patch.setattr(database, "PRAGMAS", NO_FSYNC)
        patch.setattr(core, "Connection", _ConnectionHere)
        yield


async def quick_store(path: Path) -> Store:
    """Return the store in a `quick_database`."""
    with quick_database(path):
        return await Store.open(path)


@cache
def _new() -> bytes:
    """The file of a database after all migrations."""
    with TemporaryDirectory() as folder, ThreadPoolExecutor(1) as thread:
        path = Path(folder) / "bonfire.db"
        thread.submit(asyncio.run, _make(path)).result()
        return path.read_bytes()


async def _make(path: Path) -> None:
    await (await Store.open(path)).close()
