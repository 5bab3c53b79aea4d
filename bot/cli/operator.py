"""What the operator's commands have in common: the settings, the database, and dated names."""

import argparse
import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from bot.cli.arguments import an_id
from bot.cli.errors import UsageError
from bot.model.rows import GameRow
from bot.runtime import settings
from bot.runtime.settings import Settings, SettingsError
from bot.store import Store, Transaction
from bot.store.copies import version_of_file
from bot.store.looking import Look, looking
from bot.store.migrate import migrations

Result = TypeVar("Result")


def operator_settings() -> Settings:
    """The settings, of which the operator's commands need no token.

    Raises Complaint, with a line for each fault.
    """
    try:
        return settings.load({**settings.environment(), settings.TOKEN: "none"})
    except SettingsError as error:
        raise UsageError("\n".join(error.problems)) from error


def checked_version(file: Path) -> int:
    """The version of a Bonfire database. Raises DatabaseError for one that cannot be used."""
    return version_of_file(file, len(migrations()))


def stamp() -> str:
    """The present moment (UTC) as part of a file's name."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H%M%S")


def game_argument(parser: argparse.ArgumentParser) -> None:
    """Add the ID of a game."""
    parser.add_argument("game", type=an_id, metavar="ID", help="as `bonfire games list` has it")


def look_at(work: Callable[[Look], Awaitable[Result]]) -> Result:
    """Let `work` look at the database, also while the bot runs. Raises UsageError."""
    database = operator_settings().database

    async def look() -> Result:
        async with looking(database) as found:
            return await work(found)

    try:
        return asyncio.run(look())
    except sqlite3.DatabaseError as error:
        raise UsageError(f"{database} cannot be read: {error}") from error


def change(work: Callable[[Store], Awaitable[Result]]) -> Result:
    """Let `work` change the database, which no bot may be using. Raises UsageError."""
    database = operator_settings().database
    checked_version(database)

    async def live() -> Result:
        store = await Store.open(database)
        try:
            return await work(store)
        finally:
            await store.close()

    try:
        return asyncio.run(live())
    except sqlite3.DatabaseError as error:
        raise UsageError(f"{database} cannot be changed: {error}") from error


async def stored_game(tx: Transaction, game: int) -> GameRow:
    """A game as stored; raises Complaint when there is none."""
    row = await tx.games.get(game)
    if row is None:
        raise UsageError(f"there is no game {game}")
    return row


def printable(text: str) -> str:
    """A name as a terminal may show it: nothing in it steers the terminal."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)
