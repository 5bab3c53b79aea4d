"""The parts that commands on stored games share: settings, the database, and dated names."""

import argparse
import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from bot.model.rows import GameRow
from bot.runtime import settings
from bot.runtime.backups import BACKUPS_FOLDER, refuse_lost
from bot.runtime.settings import Settings
from bot.runtime.shell.arguments import an_id, chosen_variables
from bot.runtime.shell.errors import UsageError, as_usage_error
from bot.store.copies import version_of_file
from bot.store.database import looking
from bot.store.migrate import migrations
from bot.store.store import Store, Transaction

_Result = TypeVar("_Result")


def operator_settings(data: Path | None) -> Settings:
    """Return the Settings with the folder of `--data`; the operator needs no token.

    Raises SettingsError.
    """
    return settings.load({**chosen_variables(data), settings.TOKEN: "none"})


def name_of(place: Path | str) -> str:
    """Return what a database is called where people read it: without a password."""
    if isinstance(place, Path):
        return str(place)
    address = urlsplit(place)
    return f"{address.path.removeprefix('/')} on PostgreSQL at {address.hostname or 'a socket'}"


def require_database(wanted: Settings) -> Path | str:
    """Return the database that is meant; raises UsageError, DatabaseError for a missing file."""
    place = wanted.database if wanted.server is None else wanted.server.reveal()
    if isinstance(place, Path) and not place.exists():
        refuse_lost(place, wanted.data / BACKUPS_FOLDER)
        raise UsageError(
            f"{place} does not exist. Name the folder of your games with --data or {settings.DATA}."
        )
    return place


def checked_version(file: Path) -> int:
    """Return the version of a Bonfire database. Raises DatabaseError for an unusable one."""
    return version_of_file(file, len(migrations()))


def stamp() -> str:
    """Return the present moment (UTC) as part of a file's name."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H%M%S")


def game_argument(parser: argparse.ArgumentParser) -> None:
    """Add the ID of a game."""
    parser.add_argument("game", type=an_id, metavar="ID", help="game ID from `bonfire games list`")


def look_at(
    data: Path | None, work: Callable[[Transaction], Awaitable[_Result]], *, says: bool = True
) -> _Result:
    """Run `work` on the database in the folder of `--data` without changing it.

    The bot may run meanwhile. Where it `says` so, a line names the database. Raises UsageError.
    """
    wanted = operator_settings(data)
    database = wanted.database
    place = require_database(wanted)

    async def read() -> _Result:
        if wanted.server is not None:
            async with opened_store(wanted.server.reveal(), alone=False) as store:
                return await store.read(work)
        with looking(database) as connection:
            return await work(Transaction(connection))

    with as_usage_error(f"{database} cannot be read", sqlite3.DatabaseError):
        found = asyncio.run(read())
    if says:
        print(f"Database: {name_of(place)}")
    return found


def change(
    data: Path | None, work: Callable[[Store], Awaitable[_Result]], *, says: bool = True
) -> _Result:
    """Run `work` on the database in the folder of `--data` and keep what it changes.

    No bot may be using the database. Where it `says` so, a line names the database. Raises
    UsageError.
    """
    wanted = operator_settings(data)
    database = wanted.database
    place = require_database(wanted)
    if wanted.server is None:
        checked_version(database)

    async def write() -> _Result:
        async with opened_store(place) as store:
            return await work(store)

    with as_usage_error(f"{database} cannot be changed", sqlite3.DatabaseError):
        done = asyncio.run(write())
    if says:
        print(f"Database: {name_of(place)}")
    return done


@asynccontextmanager
async def opened_store(place: Path | str, *, alone: bool = True) -> AsyncIterator[Store]:
    """Open a database meanwhile. Raises what `Store.open` does."""
    store = await Store.open(place, alone=alone)
    try:
        yield store
    finally:
        await store.close()


def file_settings(data: Path | None) -> Settings:
    """The settings of a database that is a file; raises UsageError where it is a server."""
    wanted = operator_settings(data)
    if wanted.server is not None:
        raise UsageError(
            f"{settings.DATABASE} names a PostgreSQL server: copy it with pg_dump, and bring a "
            "copy back with pg_restore."
        )
    return wanted


async def stored_game(tx: Transaction, game: int) -> GameRow:
    """A game as stored. Raises UsageError when there is none."""
    row = await tx.games.get(game)
    if row is None:
        raise UsageError(f"there is no game {game}")
    return row
