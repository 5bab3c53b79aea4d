"""What the commands on stored games share: the settings, the database, and dated names."""

import argparse
import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from bot.cli.support.arguments import an_id
from bot.cli.support.errors import UsageError, as_usage_error
from bot.model.rows import GameRow
from bot.runtime import settings
from bot.runtime.settings import Settings
from bot.store import Store, Transaction
from bot.store.copies import version_of_file
from bot.store.looking import looking
from bot.store.migrate import migrations

Result = TypeVar("Result")


def operator_settings() -> Settings:
    """The Settings without a token, which the operator needs not. Raises SettingsError."""
    return settings.load({**settings.environment(), settings.TOKEN: "none"})


def checked_version(file: Path) -> int:
    """The version of a Bonfire database. Raises DatabaseError for one that cannot be used."""
    return version_of_file(file, len(migrations()))


def stamp() -> str:
    """The present moment (UTC) as part of a file's name."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H%M%S")


def game_argument(parser: argparse.ArgumentParser) -> None:
    """Add the ID of a game."""
    parser.add_argument("game", type=an_id, metavar="ID", help="as `bonfire games list` has it")


def look_at(work: Callable[[Transaction], Awaitable[Result]]) -> Result:
    """Run `work` on the database without changing it, also while the bot runs.

    Raises UsageError.
    """
    database = operator_settings().database

    async def read() -> Result:
        async with looking(database) as tx:
            return await work(tx)

    with as_usage_error(f"{database} cannot be read", sqlite3.DatabaseError):
        return asyncio.run(read())


def change(work: Callable[[Store], Awaitable[Result]]) -> Result:
    """Run `work` on the database and keep what it changes; no bot may be using the database.

    Raises UsageError.
    """
    database = operator_settings().database
    checked_version(database)

    async def write() -> Result:
        store = await Store.open(database)
        try:
            return await work(store)
        finally:
            await store.close()

    with as_usage_error(f"{database} cannot be changed", sqlite3.DatabaseError):
        return asyncio.run(write())


async def stored_game(tx: Transaction, game: int) -> GameRow:
    """A game as stored. Raises UsageError when there is none."""
    row = await tx.games.get(game)
    if row is None:
        raise UsageError(f"there is no game {game}")
    return row
