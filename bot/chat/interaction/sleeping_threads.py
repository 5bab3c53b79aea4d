"""Threads that Discord has put to sleep: the bot does not keep them, and can wake them."""

import asyncio
import logging
from collections.abc import Iterable
from typing import Final

import discord

from bot.chat.delivery.failures import FAILED
from bot.model.rows import GameLine

LOG = logging.getLogger(__name__)

WOKEN_AT_ONCE: Final = 5


def sleeping_threads(client: discord.Client, games: Iterable[GameLine]) -> tuple[int, ...]:
    """The first threads of games that are asleep, as many as can be woken at once.

    Of a server that it is in, the bot knows all channels, and the threads that are awake.
    """
    asleep = (game.channel for game in games if game.lost is None and _is_asleep(client, game))
    return tuple(channel for channel, _ in zip(asleep, range(WOKEN_AT_ONCE), strict=False))


def _is_asleep(client: discord.Client, game: GameLine) -> bool:
    guild = None if game.guild is None else client.get_guild(game.guild)
    if guild is None or guild.unavailable:
        return False
    return guild.get_channel_or_thread(game.channel) is None


async def wake(client: discord.Client, threads: Iterable[int]) -> None:
    """Wake threads, so that buttons work there for people who may not write in threads.

    Their clients fail to wake one themselves (reported: discord-api-docs issue 8474). A thread
    that is locked, or hidden from the bot, sleeps on.
    """
    await asyncio.gather(*(_wake(client, thread) for thread in threads))


async def _wake(client: discord.Client, thread: int) -> None:
    try:
        room = await client.fetch_channel(thread)
        if isinstance(room, discord.Thread) and room.archived and not room.locked:
            await room.edit(archived=False)
    except (discord.InvalidData, *FAILED) as error:
        LOG.warning("thread %d is not woken: %r", thread, error)
