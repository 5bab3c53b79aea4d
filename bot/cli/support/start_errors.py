"""What keeps the bot from starting, in one line each: what is wrong, and what to do about it.

The words of the operating system and of SQLite stand in brackets behind our own.
"""

import errno
import sqlite3
from pathlib import Path
from typing import Final

import aiohttp
import discord

from bot.runtime.settings import DATA, Settings
from fonts import DamagedFontError

CLOSED: Final = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT})
MISPLACED: Final = frozenset({errno.ENOTDIR, errno.EEXIST, errno.EISDIR})
PRIMARY: Final = 0xFF
"""The bits of an extended SQLite code that hold the primary one."""
BUSY: Final = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
UNWRITABLE: Final = frozenset(
    {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}
)
SPOILT: Final = frozenset({sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT})
START_ERRORS: Final = (
    OSError,
    sqlite3.Error,
    aiohttp.ClientError,
    discord.DiscordException,
    DamagedFontError,
)
"""What a start can fail with that is no bug."""


def explanation(error: Exception, settings: Settings) -> str:
    """The line for one of `START_ERRORS`."""
    match error:
        case DamagedFontError():
            return f"The typefaces are not whole: {error}. Install Bonfire anew."
        case sqlite3.Error():
            return _of_database(error, settings.database)
        case discord.DiscordException():
            return f"Discord does not answer as it should; try again later ({error})."
        case aiohttp.ClientError():
            return (
                "Discord cannot be reached. Look whether this machine is connected to the "
                f"internet and may open connections to discord.com ({error})."
            )
        case _:
            return _of_system(error, settings.data)


def _of_database(error: sqlite3.Error, database: Path) -> str:
    code = getattr(error, "sqlite_errorcode", 0) & PRIMARY
    if code in BUSY:
        said = f"{database} is held by another program. Close it, then start again"
    elif code in UNWRITABLE:
        said = f"{database} cannot be written. Look whose it is, or name another BONFIRE_DATABASE"
    elif code == sqlite3.SQLITE_FULL:
        said = f"The disk of {database} is full. Make room, then start again; nothing is lost"
    elif code in SPOILT:
        said = f"{database} is no database, or is damaged. `bonfire restore` brings back a copy"
    else:
        said = f"{database} cannot be used as database"
    return f"{said} ({error})."


def _of_system(error: Exception, data: Path) -> str:
    number = getattr(error, "errno", None)
    file = getattr(error, "filename", None)
    where = file or data
    if number is None:
        return str(error)  # a message of this program
    if number == errno.EADDRINUSE:
        said = "The port is taken by another program. Choose another with --port"
    elif number in CLOSED and file is None:
        said = "The port may not be used. Choose one from 1024 on with --port"
    elif number in CLOSED:
        said = f"{where} may not be written. Look whose it is, or name another place in {DATA}"
    elif number in FULL:
        said = f"The disk of {where} is full. Make room, then start again; nothing is lost"
    elif number in MISPLACED:
        said = f"{where} is in the way. Move it, or name another place in {DATA}"
    else:
        said = f"{where} cannot be used"
    reason = getattr(error, "strerror", None) or error
    return f"{said} ({reason})."
