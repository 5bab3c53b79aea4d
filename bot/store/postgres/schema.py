"""The tables in PostgreSQL: those that SQLite has after the same migration, made in one step."""

from typing import Any, Final

from bot.model.database_errors import NewerTablesError
from bot.store.migrate import Migration, statements, steps_in

_FIRST: Final = 24
"""The migration of SQLite after which the tables are the same as those of the first file here."""
_LOCK: Final = 0x426F6E66
"""Of the lock that keeps two processes from changing tables at the same time."""


def migrations() -> tuple[Migration, ...]:
    """The steps in order, by the numbers of those of SQLite; raises MigrationError for a gap."""
    return steps_in("bot.store.postgres.migrations", _FIRST)


async def migrate(connection: Any) -> None:
    """Bring the tables up to the last migration; raises NewerTablesError for newer ones."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
        await connection.execute(
            "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)"
        )
        version = await connection.fetchval("SELECT version FROM schema_version") or 0
        known = migrations()
        check(version)
        for step in known:
            if step.number > version:
                for statement in statements(step.sql):
                    await connection.execute(statement)
        await connection.execute("DELETE FROM schema_version")
        await connection.execute("INSERT INTO schema_version VALUES ($1)", known[-1].number)


def check(version: int) -> None:
    """Raise NewerTablesError for tables of a version that this program does not know."""
    newest = migrations()[-1].number
    if version > newest:
        raise NewerTablesError("The database", version, newest)
