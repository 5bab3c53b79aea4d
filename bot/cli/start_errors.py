"""The errors that keep the bot from starting: a line each, with what to do about it.

The words of the operating system and of SQLite stand in brackets behind our own.
"""

import errno
import socket
import sqlite3
from pathlib import Path
from typing import Final

import aiohttp
import discord

from bot.chat.interaction.traffic import SharedTokenError
from bot.model.database_errors import DatabaseError, LostLeadError, NewerTablesError
from bot.runtime.checks import ComplaintError
from bot.runtime.settings import DATA, LISTEN, Settings, Workforce
from bot.runtime.shell.errors import TRY_AGAIN, TryAgainError, UsageError, status_of
from bot.store.database import PRIMARY
from fonts import DamagedFontError

START_ERRORS: Final = (
    OSError,
    sqlite3.Error,
    aiohttp.ClientError,
    discord.DiscordException,
    DamagedFontError,
    LostLeadError,
    ComplaintError,
    SharedTokenError,
)
"""The errors of a start, and of what keeps the bot from going on, that are no bugs."""


_UNREACHABLE: Final = (aiohttp.ClientError, TimeoutError, ConnectionError, socket.gaierror)
"""Those of them that lie with the network."""
_PASSING: Final = (discord.DiscordException, LostLeadError, *_UNREACHABLE)
"""Those of them that lie with Discord, the network or another process, and pass."""

_REFUSED_TOKEN: Final = 4004
_MORE_SHARDS: Final = 4011
"""The code for too few shards (Discord, topics/opcodes-and-status-codes, gateway)."""


def refuses_token(error: Exception) -> bool:
    """Say whether Discord refuses the token; it closes with 4004 when somebody resets it."""
    if isinstance(error, discord.ConnectionClosed):
        return error.code == _REFUSED_TOKEN
    return isinstance(error, discord.LoginFailure)


def failure(error: Exception, settings: Settings) -> UsageError:
    """Return one of `START_ERRORS` as an error of the command line."""
    kind = TryAgainError if _passes(error, settings) else UsageError
    return kind(explanation(error, settings))


def _passes(error: Exception, settings: Settings) -> bool:
    """Say whether another start can succeed without anyone's help.

    Several workers are renewed one after the other: one that finds newer tables is next.
    """
    match error:
        case OSError(filename=str()):
            return False
        case NewerTablesError():
            return settings.workers is Workforce.SEVERAL
        case DatabaseError():
            return status_of(error) == TRY_AGAIN
        case _:
            return isinstance(error, _PASSING)


def explanation(error: Exception, settings: Settings) -> str:
    """Return the line for one of `START_ERRORS`."""
    match error:
        case DamagedFontError():
            return f"The typefaces are not whole: {error}. Install Bonfire again."
        case sqlite3.Error():
            return _of_database(error, settings.database)
        case discord.ConnectionClosed(code=code) if code == _MORE_SHARDS:
            return (
                "The bot is in more servers than its connections to Discord can carry. Start it "
                f"again: it then opens as many as Discord asks for ({error})."
            )
        case discord.DiscordException():
            return f"Discord gave an unexpected answer. Try again later ({error})."
        case OSError(errno=int(), filename=str()):  # of a network disk, not of the way to Discord
            return _of_system(error, settings.data)
        case _ if isinstance(error, _UNREACHABLE):
            return (
                "Discord cannot be reached. Check that this machine is on the "
                f"internet and can open connections to discord.com ({error})."
            )
        case OSError(errno=int()):
            return _of_system(error, settings.data)
        case _:
            return str(error)  # a message of this program


def _of_database(error: sqlite3.Error, file: Path) -> str:
    match getattr(error, "sqlite_errorcode", 0) & PRIMARY:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            said = f"{file} is held by another program. Close it, then start again"
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            said = f"{file} cannot be written. Check who owns it, or name another BONFIRE_DATABASE"
        case sqlite3.SQLITE_FULL:
            said = f"The disk of {file} is full. Make room, then start again; nothing is lost"
        case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT:
            said = f"{file} is not a database, or it is damaged. `bonfire restore` puts a copy back"
        case _:
            said = f"{file} cannot be used as database"
    return f"{said} ({error})."


def _of_system(error: OSError, data: Path) -> str:
    where = error.filename or data
    match error.errno:
        case errno.EADDRINUSE:
            said = f"The port is taken by another program. Choose another with --port or {LISTEN}"
        case errno.EACCES | errno.EPERM | errno.EROFS if error.filename is None:
            said = f"The port cannot be used. Choose one from 1024 on with --port or {LISTEN}"
        case errno.EACCES | errno.EPERM | errno.EROFS:
            said = f"{where} cannot be written. Check who owns it, or name another place in {DATA}"
        case errno.ENOSPC | errno.EDQUOT:
            said = f"The disk of {where} is full. Make room, then start again; nothing is lost"
        case errno.ENOTDIR | errno.EEXIST | errno.EISDIR:
            said = f"{where} is in the way. Move it, or name another place in {DATA}"
        case _:
            said = f"{where} cannot be used"
    return f"{said} ({error.strerror or error})."
