"""The channels and threads of a server that a person may see, and the threads that are asleep.

The bot must ask Discord about a thread that is asleep, and wakes it for people who may not write.
"""

import asyncio
import logging
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

import discord

from bot.chat.delivery.failures import FAILED
from bot.chat.delivery.permissions import may_post, may_see, open_above
from bot.model import rows
from bot.model.channel_loss import NOWHERE, UNKNOWN_CHANNEL, loss_of
from bot.model.clock import Clock
from bot.model.errors import UserError
from bot.model.invocation import ChannelRef
from bot.services.calls.channels import ChannelService

_LOGGER = logging.getLogger(__name__)

ASKED_AT_ONCE: Final = 4
_MOMENT: Final = 0.4
"""Seconds that an answer waits for Discord: it comes before it would have to be announced."""
REMEMBERED: Final = 600.0
"""Seconds for which Discord is not asked again about a thread."""
_MOST_REMEMBERED: Final = 1000
_WOKEN_AT_ONCE: Final = 5
TRIED_AGAIN: Final = 600.0
"""Seconds: a thread that the bot cannot wake costs no more than one refusal in so long."""


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
            raise UserError("explain.sorry.elsewhere")

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


def sleeping_threads(client: discord.Client, games: Iterable[rows.GameLine]) -> tuple[int, ...]:
    """The first threads of games that are asleep, as many as are woken at once.

    Of a server that it is in, the bot knows all channels, and the threads that are awake.
    """
    asleep = [game.channel for game in games if _is_asleep(client, game)]
    return tuple(asleep[:_WOKEN_AT_ONCE])


def _is_asleep(client: discord.Client, game: rows.GameLine) -> bool:
    guild = None if game.guild is None else client.get_guild(game.guild)
    if guild is None or guild.unavailable:
        return False
    is_gone = game.lost is not None and loss_of(game.lost) in NOWHERE
    return not is_gone and guild.get_channel_or_thread(game.channel) is None


class Waker:
    """Wakes threads; what it finds out about the places of their games is noted."""

    def __init__(self, channels: ChannelService, clock: Clock) -> None:
        """Begin with nothing tried; `channels` hears which places are lost."""
        self._channels = channels
        self._clock = clock
        self._tried: dict[int, float] = {}
        self._missed: set[int] = set()
        """The threads that Discord did not know when they were last tried."""

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
            self._missed.discard(thread)
            if not isinstance(room, discord.Thread) or not room.archived:
                return
            if not room.locked:
                await room.edit(archived=False)
            elif not may_post(room):
                await self._channels.locked(thread, open_above(room.parent))
        except (discord.InvalidData, *FAILED) as error:
            _LOGGER.warning("waking thread %d failed: %r", thread, error)
            if not isinstance(error, discord.NotFound) or error.code != UNKNOWN_CHANNEL:
                return
            if thread in self._missed:  # a refusal of a moment says nothing
                await self._channels.deleted(thread)
            self._missed ^= {thread}
