"""The Payloads of INTERACTION_CREATE events, as the gateway sends them.

Discord, interactions/receiving-and-responding: Interaction Object.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.standin.core import Core
from bot.standin.interaction import Interaction
from bot.standin.model import Channel, ChannelKind, Guild, Json, Message, User
from bot.standin.permissions import (
    DM_APP,
    IN_RESPONSES,
    PRIVATE_APP,
    USER_INSTALLED_APP,
    Permission,
    of_everyone,
)

_DEFAULT_SIZE_LIMIT = 10 * 1024 * 1024
_CONTEXT_GUILD, _CONTEXT_BOT_DM, _CONTEXT_PRIVATE = 0, 1, 2


class Payloads:
    """Writes an Interaction as JSON, with the user, channel and permissions around its data."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def context(self, channel: Channel) -> int:
        """Guild, DM with the app, or a conversation between people."""
        if channel.guild_id is not None:
            return _CONTEXT_GUILD
        own = channel.kind is ChannelKind.DM
        member = self._core.world.application.id in channel.recipient_ids
        return _CONTEXT_BOT_DM if own and member else _CONTEXT_PRIVATE

    def owners(self, user: User, channel: Channel) -> dict[str, str]:
        """The installations through which this user may use the app here; maybe none."""
        guild = self._core.world.guild_of(channel)
        owners: dict[str, str] = {}
        if guild is not None and (guild.bot_role is not None or guild.commands_only):
            owners["0"] = str(guild.id)
        if self.context(channel) == _CONTEXT_BOT_DM and self._core.world.shares_guild(user.id):
            owners["0"] = "0"
        if user.has_installed_app:
            owners["1"] = str(user.id)
        return owners

    def owners_of_source(self, user: User, message: Message) -> dict[str, str]:
        """Return the installations for a press: those that the message came through."""
        if message.origin is not None:
            return message.origin.owners
        return self.owners(user, self._core.world.channels[message.channel_id])

    def is_guest(self, channel: Channel) -> bool:
        """Say whether the app is a guest here: not a member, it may only answer."""
        guild = self._core.world.guild_of(channel)
        if guild is not None:
            return guild.bot_role is None
        return self._core.world.application.id not in channel.recipient_ids

    def is_there(self, user: User, channel: Channel) -> bool:
        """Say whether a person belongs to the server or the conversation of a channel."""
        guild = self._core.world.guild_of(channel)
        return user.id in (channel.recipient_ids if guild is None else guild.members)

    def may_answer_in_public(self, user: User, channel: Channel) -> bool:
        """Say whether answers may be public (Discord, change log 2024-06-27).

        An app that the server did not install needs the person's right to use external apps.
        """
        guild = self._core.world.guild_of(channel)
        installed = not self.is_guest(channel) or (guild is not None and guild.commands_only)
        return installed or Permission.USE_EXTERNAL_APPS in self.of_user(user, channel)

    def of_user(self, user: User, channel: Channel) -> Permission:
        """Return the permissions of the person in the channel."""
        return self._core.rights.of_user(user.id, channel)

    def of_app(self, channel: Channel) -> Permission:
        """Return the permissions of the app in the channel, as Discord reports them to it."""
        world = self._core.world
        guild = world.guild_of(channel)
        if guild is None:
            return DM_APP if self.context(channel) == _CONTEXT_BOT_DM else PRIVATE_APP
        if guild.bot_role is None and guild.commands_only:
            return of_everyone(guild, world.place_of(channel)) & IN_RESPONSES
        if guild.bot_role is None:
            return USER_INSTALLED_APP
        return self._core.rights.of_app_beside(guild, channel)

    def interaction(self, interaction: Interaction) -> Json:
        """Return the interaction as Discord sends it to the app."""
        shape: Json = {
            **self._envelope(interaction.user, interaction.channel, interaction.owners),
            "id": str(interaction.id),
            "type": int(interaction.kind),
            "token": interaction.token,
            "data": interaction.data,
        }
        if interaction.source is not None:
            shape["message"] = self._core.objects.message(interaction.source)
        return shape

    def _envelope(self, user: User, channel: Channel, owners: dict[str, str]) -> Json:
        """Everything but the identifiers, the token, the data and the message."""
        objects, world = self._core.objects, self._core.world
        guild = world.guild_of(channel)
        shape: Json = {
            "application_id": str(world.application.id),
            "version": 1,
            "channel_id": str(channel.id),
            "channel": objects.channel(channel),
            "app_permissions": str(int(self.of_app(channel))),
            "locale": user.locale,
            "entitlements": [],
            "authorizing_integration_owners": owners,
            "context": self.context(channel),
            "attachment_size_limit": _DEFAULT_SIZE_LIMIT,
        }
        if guild is None:
            return {**shape, "user": objects.user(user)}
        shape["channel"]["permissions"] = str(int(self.of_user(user, channel)))
        return {**shape, **self._guild_part(guild, user, channel)}

    def _guild_part(self, guild: Guild, user: User, channel: Channel) -> Json:
        member = self._core.objects.member(guild.members[user.id])
        return {
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": guild.preferred_locale, "features": []},
            "guild_locale": guild.preferred_locale,
            "attachment_size_limit": guild.attachment_limit,
            "member": {**member, "permissions": str(int(self.of_user(user, channel)))},
        }

    def resolved(
        self,
        by: User,
        channel: Channel,
        users: Sequence[User] = (),
        rooms: Sequence[Channel] = (),
    ) -> Json:
        """The objects behind the identifiers in options and menus.

        Channels come with the permissions of the person who named them, `by`.
        """
        shape: Json = {}
        guild = self._core.world.guild_of(channel)
        if users:
            shape["users"] = {str(u.id): self._core.objects.user(u) for u in users}
        if users and guild is not None:
            shape["members"] = {
                str(u.id): {
                    **self._core.objects.partial_member(guild.members[u.id]),
                    "permissions": str(int(self._core.rights.of_user_beside(guild, u.id, channel))),
                }
                for u in users
                if u.id in guild.members
            }
        if rooms:
            shape["channels"] = {
                str(room.id): {
                    **self._core.objects.channel(room),
                    "permissions": str(int(self.of_user(by, room))),
                }
                for room in rooms
            }
        return shape
