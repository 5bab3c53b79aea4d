"""The World: everything that Discord would store, with the look-ups over it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from bot.standin import model
from bot.standin.errors import ApiError, ErrorResponse


@dataclass(slots=True)
class World:
    """All state that outlives a connection; plain values, so that it can be saved."""

    application: model.Application
    users: dict[int, model.User] = field(default_factory=dict)
    guilds: dict[int, model.Guild] = field(default_factory=dict)
    channels: dict[int, model.Channel] = field(default_factory=dict)
    messages: dict[int, dict[int, model.Message]] = field(default_factory=dict)
    commands: dict[int, model.ApplicationCommand] = field(default_factory=dict)
    emojis: dict[int, model.AppEmoji] = field(default_factory=dict)

    def channel(self, channel_id: int) -> model.Channel:
        """The channel; refuses an unknown one (10003)."""
        try:
            return self.channels[channel_id]
        except KeyError:
            raise ApiError(ErrorResponse.UNKNOWN_CHANNEL) from None

    def guild(self, guild_id: int) -> model.Guild:
        """The guild; refuses an unknown one (10004)."""
        try:
            return self.guilds[guild_id]
        except KeyError:
            raise ApiError(ErrorResponse.UNKNOWN_GUILD) from None

    def guild_of(self, channel: model.Channel) -> model.Guild | None:
        """The guild that a channel belongs to, None for a private one."""
        return None if channel.guild_id is None else self.guilds[channel.guild_id]

    def place_of(self, channel: model.Channel) -> model.Channel:
        """The channel whose permissions count: a thread's parent, else the channel itself."""
        if channel.is_thread and channel.parent_id is not None:
            return self.channels[channel.parent_id]
        return channel

    def message(self, channel_id: int, message_id: int) -> model.Message:
        """A message that still exists; refuses others (10008)."""
        message = self.messages.get(channel_id, {}).get(message_id)
        if message is None or message.deleted:
            raise ApiError(ErrorResponse.UNKNOWN_MESSAGE)
        return message

    def messages_in(self, channel_id: int) -> Iterator[model.Message]:
        """The messages of a channel that still exist, oldest first."""
        return (m for m in self.messages.get(channel_id, {}).values() if not m.deleted)

    def newest_in(self, channel_id: int) -> Iterator[model.Message]:
        """The messages of a channel that still exist, newest first."""
        return (m for m in reversed(self.messages.get(channel_id, {}).values()) if not m.deleted)

    def newest_id(self) -> int:
        """The largest identifier of anything that is made while people play."""
        messages = (max(room, default=0) for room in self.messages.values())
        return max((*self.users, *self.channels, *self.emojis, *messages), default=0)

    def forget(self, channel: model.Channel) -> None:
        """Drop a channel and its threads for good; no event reports the threads."""
        threads = [c for c in self.channels.values() if c.is_thread and c.parent_id == channel.id]
        for removed in (channel, *threads):
            del self.channels[removed.id]

    def threads_of(self, guild_id: int) -> Iterator[model.Channel]:
        """The threads of a guild that are not archived."""
        for channel in self.channels.values():
            if channel.guild_id == guild_id and channel.thread and not channel.thread.archived:
                yield channel

    def dm_of(self, *user_ids: int) -> model.Channel | None:
        """The private channel between exactly these users, if it was opened before."""
        wanted = set(user_ids)
        for channel in self.channels.values():
            if channel.kind is model.ChannelKind.DM and set(channel.recipient_ids) == wanted:
                return channel
        return None

    def shares_guild(self, user_id: int) -> bool:
        """Say whether the app is a member of a guild together with the user."""
        return any(
            guild.bot_role is not None and user_id in guild.members
            for guild in self.guilds.values()
        )
