"""The channels and threads of a server that a person may see, even if the bot must ask Discord."""

import asyncio
import logging
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

import discord

from bot.chat.delivery.failures import FAILED
from bot.chat.delivery.permissions import may_see
from bot.model.clock import Clock
from bot.model.errors import Problem, UserError
from bot.model.invocation import ChannelRef

_LOGGER = logging.getLogger(__name__)

ASKED_AT_ONCE: Final = 4
_MOMENT: Final = 0.4
"""Seconds that an answer waits for Discord: it comes before it would have to be announced."""
REMEMBERED: Final = 600.0
"""Seconds for which Discord is not asked again about a thread."""
_MOST_REMEMBERED: Final = 1000


@dataclass(frozen=True, slots=True)
class _Asked:
    """An answer of Discord about a thread, at a time: None where it is gone or hidden."""

    at: float
    thread: discord.Thread | None


class Visibility:
    """Knows what people may see; of threads that are asleep it remembers what Discord has said.

    The bot keeps the channels of its servers and the threads that are awake, and no others.
    """

    def __init__(self, clock: Clock) -> None:
        """Nothing was asked yet."""
        self._clock = clock
        self._answers: dict[int, _Asked] = {}
        """The oldest first."""
        self._asking: dict[int, asyncio.Task[None]] = {}
        self._gate = asyncio.Semaphore(ASKED_AT_ONCE)

    async def seen(
        self, interaction: discord.Interaction, channels: Collection[int]
    ) -> frozenset[int]:
        """Those channels and threads of this server that who pressed may see.

        As far as that is known in a moment; what Discord has not told by then counts as hidden.
        """
        guild, viewer = interaction.client.get_guild(interaction.guild_id or 0), interaction.user
        if guild is None or not isinstance(viewer, discord.Member):
            return frozenset()
        rooms = {channel: guild.get_channel_or_thread(channel) for channel in channels}
        unknown = [channel for channel, room in rooms.items() if room is None]
        await self._ask(interaction.client, unknown)
        for channel in unknown:
            asked = self._answers.get(channel)
            rooms[channel] = None if asked is None else asked.thread
        return frozenset(
            channel
            for channel, room in rooms.items()
            if room is not None and room.guild == guild and may_see(viewer, room)
        )

    async def must_be_seen(
        self, interaction: discord.Interaction, here: ChannelRef, place: ChannelRef
    ) -> None:
        """Raise UserError where a game is played elsewhere, but for what the person may see."""
        if place.id == here.id:
            return
        moved = place.guild is not None and place.guild == here.guild
        if not (moved and await self.seen(interaction, (place.id,))):
            raise UserError(Problem.GAME_ELSEWHERE)

    async def _ask(self, client: discord.Client, channels: Collection[int]) -> None:
        """Ask for what is not known of late, and wait for a moment."""
        self._forget()
        for channel in channels:
            if channel not in self._answers and channel not in self._asking:
                self._asking[channel] = asyncio.create_task(self._ask_for(client, channel))
        waiting = [self._asking[channel] for channel in channels if channel in self._asking]
        if waiting:
            told = asyncio.Event()
            asyncio.gather(*waiting).add_done_callback(lambda _: told.set())
            await self._clock.wait(told, _MOMENT)

    def _forget(self) -> None:
        before = self._clock.elapsed() - REMEMBERED
        while self._answers:
            oldest = next(iter(self._answers))
            if self._answers[oldest].at > before and len(self._answers) <= _MOST_REMEMBERED:
                return
            del self._answers[oldest]

    async def _ask_for(self, client: discord.Client, channel: int) -> None:
        room: object = None
        try:
            async with self._gate:
                room = await client.fetch_channel(channel)
        except (discord.InvalidData, *FAILED) as error:
            _LOGGER.info("looking up channel %d failed: %r", channel, error)
        except Exception:
            _LOGGER.exception("asking Discord for channel %d failed", channel)
        finally:
            thread = room if isinstance(room, discord.Thread) else None
            self._answers[channel] = _Asked(self._clock.elapsed(), thread)
            del self._asking[channel]
