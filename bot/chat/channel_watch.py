"""What the client hears of channels, threads and servers that come, go, or change their rights."""

from collections.abc import Awaitable

import discord

from bot.chat.delivery.outbox import Outbox
from bot.chat.interaction.permissions import may_post
from bot.services.calls.channels import ChannelService
from bot.services.calls.reminders import ReminderService


class ChannelWatch(discord.Client):
    """The part of the client that tells the services where games have lost or regained a place."""

    _channels: ChannelService
    _reminders: ReminderService
    _outbox: Outbox

    def watch(self, channels: ChannelService, reminders: ReminderService, outbox: Outbox) -> None:
        """Tell `channels` what happens to channels, and let the others go on where one is back."""
        self._channels, self._reminders, self._outbox = channels, reminders, outbox

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Note that the game of a channel has lost its place."""
        await self._lost(self._channels.deleted(channel.id))

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Note that the game of a thread has lost its place."""
        await self._lost(self._channels.deleted(thread.thread_id))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that the games of a server have lost their places."""
        await self._lost(self._channels.removed(guild.id))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Go on where the bot was removed, and is back."""
        await self._look_again(guild)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Go on where permissions have returned while the bot was away."""
        await self._look_again(guild)

    async def on_guild_channel_update(self, _before: object, now: discord.abc.GuildChannel) -> None:
        """Go on where permissions may have returned."""
        await self._look_again(now.guild)

    async def on_guild_role_update(self, _before: object, now: discord.Role) -> None:
        """Go on where permissions may have returned."""
        await self._look_again(now.guild)

    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """Go on in a thread that is no longer locked."""
        if (guild := self.get_guild(thread.guild_id)) is not None:
            await self._look_again(guild)

    async def _look_again(self, guild: discord.Guild) -> None:
        for channel in await self._channels.lost_in(guild.id):
            if may_post(guild.get_channel_or_thread(channel)):
                await self._channels.regained(channel)
                self._reminders.kick()
                self._outbox.kick()

    async def _lost(self, noted: Awaitable[None]) -> None:
        await noted
        self._outbox.kick()
