"""What the client hears of channels, threads and servers that come, go, or change their rights."""

from collections.abc import Awaitable

import discord

from bot.chat.interaction.desk import Desk
from bot.chat.interaction.permissions import may_post


class ChannelWatch(discord.Client):
    """The part of the client that tells the services where games have lost or regained a place."""

    desk: Desk

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Note that the game of a channel has lost its place."""
        await self._lost(self.desk.channels.deleted(channel.id))

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Note that the game of a thread has lost its place."""
        await self._lost(self.desk.channels.deleted(thread.thread_id))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that the games of a server have lost their places."""
        await self._lost(self.desk.channels.removed(guild.id))

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
        for channel in await self.desk.channels.lost_in(guild.id):
            if may_post(guild.get_channel_or_thread(channel)):
                await self.desk.channels.regained(channel)
                self.desk.reminders.kick()
                self.desk.outbox.kick()

    async def _lost(self, noted: Awaitable[None]) -> None:
        await noted
        self.desk.outbox.kick()
