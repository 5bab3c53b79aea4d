"""Hears of servers, channels and threads by Discord: places of games are lost, or open again."""

import asyncio
import threading
from contextlib import suppress
from typing import Final

import discord
from discord.abc import GuildChannel
from discord.gateway import KeepAliveHandler

from bot.chat.delivery.permissions import may_post, open_above
from bot.chat.handlers.services import Services

_HANGS_UP_WITHIN: Final = 1.0
"""Seconds that a shard is given to say goodbye to the gateway."""


class ChannelWatch(discord.AutoShardedClient):
    """The ears of the client for everything but interactions."""

    services: Services

    async def on_guild_channel_delete(self, channel: GuildChannel) -> None:
        """Note that the game of a channel has lost its place."""
        await self.services.channels.deleted(channel.id)
        self.services.outbox.kick()

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Note that the game of a thread has lost its place."""
        guild = self.get_guild(thread.guild_id)
        parent = None if guild is None else guild.get_channel(thread.parent_id)
        await self.services.channels.deleted(thread.thread_id, open_above(parent))
        self.services.outbox.kick()

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that the games of a server have lost their places, and since when."""
        await self.services.servers.left(guild.id)
        await self.services.channels.removed(guild.id)
        self.services.outbox.kick()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Say hello to a server that the bot was never in; one that it knows goes on."""
        if await self.services.servers.joined(guild.id):
            await self.services.welcome.greet(guild)
        await self._go_on(guild)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Note that the bot is in a server, and go on there: it was out of reach for a time."""
        await self.services.servers.joined(guild.id)
        await self._go_on(guild)

    async def on_guild_channel_update(self, _: object, now: GuildChannel) -> None:
        """Go on where the permissions of a channel have returned."""
        await self._go_on(now.guild)

    async def on_guild_role_update(self, _: object, now: discord.Role) -> None:
        """Go on where a role has brought permissions back."""
        await self._go_on(now.guild)

    async def on_member_update(self, before: discord.Member, now: discord.Member) -> None:
        """Go on where a role of the bot's own, or the end of a timeout, has brought rights back.

        Discord tells of the bot itself without the intent for members (Discord, events/gateway).
        """
        if now != now.guild.me:
            return
        if before.timed_out_until != now.timed_out_until:
            await self.services.channels.try_again(now.guild.id)
            self.services.outbox.kick()
        await self._go_on(now.guild)

    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """Go on in a thread that is awake or no longer locked."""
        if (guild := self.get_guild(thread.guild_id)) is not None:
            await self._go_on(guild)

    async def on_thread_update(self, before: discord.Thread, now: discord.Thread) -> None:
        """Note that the game of a thread has lost its place: somebody has locked it."""
        if now.locked and not before.locked:
            await self._note_lock(now)

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Go on in a thread that the bot was brought into, or sees again; it may be locked."""
        if thread.locked:
            await self._note_lock(thread)
        await self._go_on(thread.guild)

    async def on_thread_remove(self, thread: discord.Thread) -> None:
        """Know that the bot is in a thread no more, which the library goes on to believe."""
        thread.me = None

    async def _note_lock(self, thread: discord.Thread) -> None:
        if not may_post(thread):
            await self.services.channels.locked(thread.id, open_above(thread.parent))
            self.services.outbox.kick()

    async def _go_on(self, guild: discord.Guild) -> None:
        """Go on in the lost places of a server in which the bot may post again."""
        for channel in self.services.channels.lost_in(guild.id):
            if may_post(guild.get_channel_or_thread(channel)):
                await self.services.channels.regained(channel)
                self.services.reminders.kick()
                self.services.outbox.kick()

    async def hang_up(self) -> None:
        """Leave the gateway and forget its servers, so that a later connection begins anew."""
        if self.is_closed():
            return
        state = self._connection
        if (ready := state._ready_task) is not None:  # noqa: SLF001 - the library has no other way
            ready.cancel()  # or it would take the next session for one that is ready
        # A session that was given up as it began belongs to no shard, but has its heartbeat.
        beats = (one for one in threading.enumerate() if isinstance(one, KeepAliveHandler))
        begun = (beat.ws for beat in beats if beat.ws._connection is state)  # noqa: SLF001
        for leave in (
            *(shard.disconnect for shard in self.shards.values()),
            *(ws.close for ws in begun),
        ):
            with suppress(TimeoutError):
                async with asyncio.timeout(_HANGS_UP_WITHIN):
                    await leave()
        me = state.user
        state.clear(views=False)
        state.user = me
        if self.shard_ids is None:
            self.shard_count = None  # type: ignore[assignment]  # Discord may ask for more by then
        await self._async_setup_hook()  # a shard that still asks to connect again is not heard
