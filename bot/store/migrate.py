"""Numbered migrations: plain SQL files, each applied in one transaction with its number."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import aiosqlite

from bot.model.database_errors import MigrationError, NewerTablesError
from bot.store.copies import copy

_LOGGER = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Migration:
    """One step: after it the database has version `number`."""

    number: int
    sql: str


def migrations() -> tuple[Migration, ...]:
    """All steps in order; their file names begin with 001, 002 and so on without a gap.

    Raises MigrationError when a number is missing or doubled.
    """
    return steps_in("bot.store.migrations", 1)


def steps_in(package: str, first: int) -> tuple[Migration, ...]:
    """The steps whose files a package has, the `first` by its number; raises MigrationError."""
    folder = files(package)
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".sql"))
    steps = tuple(
        Migration(int(name[:3]), folder.joinpath(name).read_text("utf-8")) for name in names
    )
    if [step.number for step in steps] != list(range(first, first + len(steps))):
        raise MigrationError(f"The migrations are not numbered without a gap: {names}")
    return steps


def statements(sql: str) -> Iterator[str]:
    """The single statements of an SQL text.

    `executescript` would commit the transaction that a migration stands in.
    """
    pending = ""
    for line in sql.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            yield pending.strip()
            pending = ""
    if pending.strip():
        raise MigrationError(f"An SQL statement does not end: {pending.strip()[:60]}")


async def migrate(
    connection: aiosqlite.Connection,
    path: Path,
    steps: tuple[Migration, ...] | None = None,
) -> None:
    """Bring the database up to the last of `steps` (default: all that this program has).

    A copy named after the old version is made beside `path` before an existing database is
    changed. Raises NewerTablesError for a database that is newer than the program.
    """
    known = migrations() if steps is None else steps
    (row,) = await connection.execute_fetchall("PRAGMA user_version")
    version = int(row[0])
    if version > len(known):
        raise NewerTablesError(str(path), version, len(known))
    upgraded = 0 < version < len(known)
    if upgraded:
        kept = path.with_name(f"{path.name}.v{version}.bak")
        _LOGGER.info("copying %s to %s before the upgrade", path, kept)
        size = await asyncio.to_thread(copy, path, kept)
        _LOGGER.info("%s: upgrading %.1f MB from %d to %d", path, size / 1e6, version, len(known))
    for step in known[version:]:
        async with whole(connection):
            for statement in statements(step.sql):
                await connection.execute(statement)
            await connection.execute(f"PRAGMA user_version = {step.number:d}")
    if upgraded:
        _LOGGER.info("%s has version %d", path, len(known))


@asynccontextmanager
async def whole(connection: aiosqlite.Connection) -> AsyncIterator[None]:
    """Keep all that is done meanwhile, or nothing where that raises."""
    await connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        await connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            await connection.execute("ROLLBACK")
        raise
