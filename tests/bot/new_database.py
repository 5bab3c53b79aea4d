"""A database as the bot makes it, laid down ready for tests to which that is not the point."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bot.store import Store, database

NO_FSYNC = tuple(one.replace("= FULL", "= OFF") for one in database.PRAGMAS)


@contextmanager
def quick_database(path: Path) -> Iterator[None]:
    """A new database at `path`, if none is there; what is opened now never waits for the disk."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "PRAGMAS", NO_FSYNC)
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(0o600)
            path.write_bytes(_new())
        yield


@cache
def _new() -> bytes:
    """The file of a database after all migrations."""
    with TemporaryDirectory() as folder, ThreadPoolExecutor(1) as thread:
        path = Path(folder) / "bonfire.db"
        thread.submit(asyncio.run, _make(path)).result()
        return path.read_bytes()


async def _make(path: Path) -> None:
    await (await Store.open(path)).close()
