"""Threads that Discord has put to sleep after a silence: who may not write there cannot press."""

import asyncio
import logging
from collections.abc import Collection, Iterable
from typing import Final

import discord

from bot.chat.delivery.failures import FAILED
from bot.chat.delivery.permissions import may_post, open_above
from bot.model.channel_loss import NOWHERE, UNKNOWN_CHANNEL, loss_of
from bot.model.clock import Clock
from bot.model.rows import GameLine
from bot.services.calls.channels import ChannelService

_LOGGER = logging.getLogger(__name__)

_WOKEN_AT_ONCE: Final = 5
TRIED_AGAIN: Final = 600.0
"""Seconds: a thread that the bot cannot wake costs no more than one refusal in so long."""


def sleeping_threads(client: discord.Client, games: Iterable[GameLine]) -> tuple[int, ...]:
    """The first threads of games that are asleep, as many as are woken at once.

    Of a server that it is in, the bot knows all channels, and the threads that are awake.
    """
    asleep = [game.channel for game in games if _is_asleep(client, game)]
    return tuple(asleep[:_WOKEN_AT_ONCE])


def _is_asleep(client: discord.Client, game: GameLine) -> bool:
    guild = None if game.guild is None else client.get_guild(game.guild)
    if guild is None or guild.unavailable:
        return False
    is_gone = game.lost is not None and loss_of(game.lost) in NOWHERE
    return not is_gone and guild.get_channel_or_thread(game.channel) is None


class Waker:
    """Wakes threads; what it finds out about the places of their games is noted."""

    def __init__(self, channels: ChannelService, clock: Clock) -> None:
        """Nothing was tried yet; `channels` are told which places are lost."""
        self._channels = channels
        self._clock = clock
        self._tried: dict[int, float] = {}

    async def wake(self, client: discord.Client, threads: Collection[int]) -> None:
        """Wake threads, so that buttons work there for people who may not write in threads.

        Their clients fail to wake one themselves (reported: discord-api-docs issue 8474). A thread
        that is locked, or hidden from the bot, sleeps on.
        """
        now = self._clock.elapsed()
        self._tried = {one: at for one, at in self._tried.items() if at > now - TRIED_AGAIN}
        due = [thread for thread in threads if thread not in self._tried]
        self._tried |= dict.fromkeys(due, now)
        await asyncio.gather(*(self._wake(client, thread) for thread in due))

    async def _wake(self, client: discord.Client, thread: int) -> None:
        try:
            room = await client.fetch_channel(thread)
            if not isinstance(room, discord.Thread) or not room.archived:
                return
            if not room.locked:
                await room.edit(archived=False)
            elif not may_post(room):
                await self._channels.locked(thread, open_above(room.parent))
        except (discord.InvalidData, *FAILED) as error:
            _LOGGER.warning("waking thread %d failed: %r", thread, error)
            if isinstance(error, discord.NotFound) and error.code == UNKNOWN_CHANNEL:
                await self._channels.deleted(thread)
