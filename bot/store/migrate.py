"""Numbered migrations: plain SQL files, each applied in one transaction with its number.

PostgreSQL begins with the tables that SQLite has after one of its steps, made in one.
"""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from bot.model.database_errors import MigrationError, NewerTablesError
from bot.store.copies import OURS

_FIRST_ON_SERVER: Final = 24
"""The migration of SQLite after which its tables are those of the first file for PostgreSQL."""
_SERVER_LOCK: Final = 0x426F6E66
"""Of the lock that keeps two processes from changing tables at the same time."""


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


def server_migrations() -> tuple[Migration, ...]:
    """The steps of PostgreSQL, by the numbers of SQLite; raises MigrationError for a gap."""
    return steps_in("bot.store.postgres.migrations", _FIRST_ON_SERVER)


async def migrate_server(connection: Any) -> None:
    """Bring the tables of PostgreSQL up to date.

    Raises NewerTablesError for newer ones, MigrationError for those of another program.
    """
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _SERVER_LOCK)
        names = (
            "SELECT array_agg(tablename::text) FROM pg_tables WHERE schemaname = current_schema()"
        )
        found = await connection.fetchval(names)
        if found and {"schema_version", *OURS}.difference(found):
            raise MigrationError(
                "The database of BONFIRE_DATABASE has tables of another program. Name one that is "
                "empty, or the bot's own."
            )
        await connection.execute(
            "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)"
        )
        version = await connection.fetchval("SELECT version FROM schema_version") or 0
        known = server_migrations()
        check_server(version)
        for step in known:
            if step.number > version:
                for statement in statements(step.sql):
                    await connection.execute(statement)
        await connection.execute("DELETE FROM schema_version")
        await connection.execute("INSERT INTO schema_version VALUES ($1)", known[-1].number)


def check_server(version: int) -> None:
    """Raise NewerTablesError for tables of a version that this program does not know."""
    newest = server_migrations()[-1].number
    if version > newest:
        raise NewerTablesError("The database", version, newest)
