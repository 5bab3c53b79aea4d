"""The log: one line for each thing that happened, on standard error, with what it was about."""

import logging
from typing import Final

import aiohttp
import discord

from bot.model import telemetry
from bot.runtime.settings import LogLevel

LOG_FORMAT: Final = "{asctime} {levelname:<7} {name}: {message}{about}"
_CHATTY: Final = ("discord.http", "discord.webhook", "discord.gateway", "discord.client")
"""Loggers of discord.py that show tokens in detail."""
_PASSING: Final = (OSError, aiohttp.ClientError, discord.ConnectionClosed)
"""Errors of a connection, after which discord.py tries again by itself."""
_WANTED: Final = "interaction endpoint URL set"
"""Words of what discord.py warns of and `bonfire serve` needs; the doctor knows who does."""


def start_logging(level: LogLevel) -> None:
    """Log to standard error: the bot from `level` on, libraries without what shows tokens."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter(LOG_FORMAT, style="{"))
    handler.addFilter(complete)
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    logging.getLogger("bot").setLevel(level.upper())
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here
    for chatty in _CHATTY:
        logging.getLogger(chatty).setLevel(logging.WARNING)


def complete(record: logging.LogRecord) -> bool:
    """Add what the task works on to a line; of discord.py's retries one line is enough.

    Returns whether the line is worth reading.
    """
    about = telemetry.noted_work()
    record.about = f" [{about}]" if about else ""
    error = record.exc_info[1] if record.exc_info else None
    if record.name.startswith("discord.") and isinstance(error, _PASSING):
        record.msg, record.args = f"{record.getMessage()} ({error!r})", None
        record.exc_info = record.exc_text = None
    return _WANTED not in str(record.msg)
