"""Looking at a database from outside, also while the bot runs: nothing can be changed."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiosqlite

from bot.store import DatabaseError, Transaction
from bot.store.copies import read_only, version_of_file
from bot.store.database import SqliteConnection
from bot.store.migrate import migrations


@asynccontextmanager
async def looking(path: Path) -> AsyncIterator[Transaction]:
    """A database as it is at one moment. Raises DatabaseError for one of another version."""
    newest = len(migrations())
    version = version_of_file(path, newest)
    if version != newest:
        raise DatabaseError(
            f"{path} is of version {version}, this program writes {newest}; "
            "the bot upgrades it when it starts."
        )
    async with aiosqlite.connect(read_only(path), uri=True, isolation_level=None) as connection:
        connection.row_factory = aiosqlite.Row
        await connection.execute("PRAGMA trusted_schema = OFF")
        await connection.execute("BEGIN")
        yield Transaction(SqliteConnection(connection))
