"""What the commands on stored games share: the settings, the database, and dated names."""

import argparse
import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from bot.cli.support.arguments import an_id
from bot.cli.support.errors import UsageError
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

    try:
        return asyncio.run(read())
    except sqlite3.DatabaseError as error:
        raise UsageError(f"{database} cannot be read: {error}") from error


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

    try:
        return asyncio.run(write())
    except sqlite3.DatabaseError as error:
        raise UsageError(f"{database} cannot be changed: {error}") from error


async def stored_game(tx: Transaction, game: int) -> GameRow:
    """A game as stored. Raises UsageError when there is none."""
    row = await tx.games.get(game)
    if row is None:
        raise UsageError(f"there is no game {game}")
    return row


def server_name(guild: int | None) -> str:
    """Where a game is played: a server by its ID, or direct messages."""
    return "direct messages" if guild is None else f"server {guild}"


def printable(text: str) -> str:
    """A name as a terminal may show it: nothing in it steers the terminal."""
    return "".join(character if character.isprintable() else "?" for character in text)
