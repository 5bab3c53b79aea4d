"""A database as the bot makes it, laid down ready for tests to which that is not the point.

It is used without the thread that aiosqlite has for each connection: to pass every statement there
and back takes far longer than the statement. Tests of the store itself, and all processes of the
bot, have that thread.
"""

import asyncio
import sqlite3
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import aiosqlite
import pytest
from aiosqlite import core

from bot.standin import Moment
from bot.store import database
from bot.store.queries import Agreement, Engine, Identity, Read, Right, SqlConnection, Work
from bot.store.store import Store
from tests.kit.sources import ROOT

NO_FSYNC = tuple(one.replace("= FULL", "= OFF") for one in database.PRAGMAS)
STORE = Path("bot/store")
"""Modules through which the bot asks the database."""


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
        except Exception as error:  # noqa: BLE001 - the task that waits raises it
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


@dataclass(slots=True)
class Over:
    """All of an engine over another one but its transactions."""

    engine: Engine

    @property
    def sharing(self) -> Agreement | None:
        """Forwards to the other database."""
        return self.engine.sharing

    @property
    def right(self) -> Right | None:
        """Forwards to the other database."""
        return self.engine.right

    @property
    def identity(self) -> Identity:
        """Forwards to the other database."""
        return self.engine.identity

    def whole(self) -> AbstractAsyncContextManager[SqlConnection]:
        """Forwards to the other database."""
        return self.engine.whole()

    async def wipe(self) -> bool:
        """Forwards to the other database."""
        return await self.engine.wipe()

    async def close(self) -> None:
        """Close the database."""
        await self.engine.close()


class Undone(Exception):
    """The exception that undoes the first time."""


class Twice(Over):
    """An engine over another one."""

    async def transaction(self, work: Work[Read], *, flushed: bool = True) -> Read:
        """Do all of `work`, undo it, and do it again."""

        async def in_vain(db: SqlConnection) -> None:
            await work(db)
            raise Undone

        with suppress(Undone):
            await self.engine.transaction(in_vain, flushed=flushed)
        return await self.engine.transaction(work, flushed=flushed)

    async def read(self, work: Work[Read]) -> Read:
        """Run `work`, which only reads, twice as well."""
        await self.engine.read(work)
        return await self.engine.read(work)


class DiskError(Exception):
    """Errors of a database that fails."""


@dataclass(slots=True)
class Failing(Over):
    """An engine over another one, whose calls fail as `fault` says of who calls."""

    fault: Callable[[str], Moment | None]
    error: type[Exception] = DiskError
    """Class of the errors."""
    failed: list[str] = field(default_factory=list)
    """The callers that met an error."""

    async def transaction(self, work: Work[Read], *, flushed: bool = True) -> Read:
        """Do all of `work`, unless this call is to fail."""
        return await self._call(partial(self.engine.transaction, flushed=flushed), work)

    async def read(self, work: Work[Read]) -> Read:
        """Run `work`, which only reads, unless this call is to fail."""
        return await self._call(self.engine.read, work)

    async def _call(self, run: Callable[[Work[Read]], object], work: Work[Read]) -> Read:
        caller = who_calls()
        moment = self.fault(caller)
        if moment is None:
            return await run(work)  # type: ignore[misc,no-any-return]
        self.failed.append(caller)
        if moment is Moment.AFTER:
            await run(work)  # type: ignore[misc]
        raise self.error(f"{caller} fails {moment} it took effect")


def who_calls() -> str:
    """The function of the bot that asks the store, by its full name."""
    frame = sys._getframe(1)
    while True:
        file = Path(frame.f_code.co_filename)
        if file.is_relative_to(ROOT / "bot") and not file.is_relative_to(ROOT / STORE):
            name = frame.f_code.co_qualname
            return f"{file.relative_to(ROOT / 'bot').with_suffix('')}:{name}"
        if frame.f_back is None:
            return "?"
        frame = frame.f_back


def fail(
    store: Store, fault: Callable[[str], Moment | None], error: type[Exception] = DiskError
) -> Failing:
    """Let a store's calls fail from now on; returns its engine, which counts them."""
    store._database = failing = Failing(store.engine, fault, error)
    return failing


def once(caller: str, moment: Moment) -> Callable[[str], Moment | None]:
    """Let the next call of a function fail, the end of whose name is given."""
    left = [moment]
    return lambda name: left.pop() if left and name.endswith(caller) else None
