"""The databases of a measurement: a file of SQLite, or a new database on a server."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

from bot.cli.support.errors import UsageError


@asynccontextmanager
async def new_database(folder: Path, server: str | None) -> AsyncIterator[Path | str]:
    """An empty database, as `Store.open` takes it: a file in a folder, or on this server.

    Raises UsageError where the server cannot be used.
    """
    if server is None:
        yield folder / "bonfire.db"
        return
    try:
        import asyncpg  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        raise UsageError("PostgreSQL needs asyncpg: pip install '.[postgres]'") from error
    try:
        connection = await asyncpg.connect(server)
    except (OSError, ValueError, asyncpg.PostgresError) as error:
        raise UsageError(f"the PostgreSQL server cannot be used: {error}") from error
    name = f"bonfire_bench_{secrets.token_hex(4)}"
    try:
        await connection.execute(f"CREATE DATABASE {name}")
        yield urlsplit(server)._replace(path=f"/{name}").geturl()
    finally:
        await connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        await connection.close()
