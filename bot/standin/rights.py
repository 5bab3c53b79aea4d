"""The Rights of the app and of people in a channel at this moment.

Discord, topics/permissions and topics/threads; guild resource: `communication_disabled_until`.
"""

from __future__ import annotations

from bot.standin.clock import WorldClock
from bot.standin.model import Channel, ChannelKind, Guild
from bot.standin.permissions import (
    ALL,
    NO_PERMISSION,
    WHILE_TIMED_OUT,
    Permission,
    of_bot,
    of_member,
)
from bot.standin.world import World


class Rights:
    """Reads permissions from the world, with all that takes them away for a while."""

    def __init__(self, world: World, clock: WorldClock) -> None:
        self._world = world
        self._clock = clock

    def of_app(self, channel: Channel) -> Permission:
        """Return the permissions of the app; none where it is not a member."""
        guild, app_id = self._world.guild_of(channel), self._world.application.id
        if guild is None:
            return ALL if app_id in channel.recipient_ids else NO_PERMISSION
        return self._inside(channel, app_id, self.of_app_beside(guild, channel))

    def of_app_beside(self, guild: Guild, channel: Channel) -> Permission:
        """Return the permissions of the app; those in the parent for a thread.

        The `app_permissions` of an interaction say no more than this, also in a private thread
        that the app has not joined (reported: JDA issue 2602).
        """
        app_id = self._world.application.id
        have = of_bot(guild, self._world.place_of(channel), app_id)
        return self._unless_timed_out(guild, app_id, have)

    def of_user(self, user_id: int, channel: Channel) -> Permission:
        """Return the permissions of a person."""
        guild = self._world.guild_of(channel)
        if guild is None:
            return ALL
        return self._inside(channel, user_id, self.of_user_beside(guild, user_id, channel))

    def of_user_beside(self, guild: Guild, user_id: int, channel: Channel) -> Permission:
        """Return the permissions of a person; those in the parent for a thread.

        The permissions of a member who is picked in a menu say no more than this (a guess, from
        reports about the app's own).
        """
        have = of_member(guild, self._world.place_of(channel), user_id)
        return self._unless_timed_out(guild, user_id, have)

    def hears(self, channel: Channel) -> bool:
        """Say whether the app gets the events of a channel: not in foreign private threads."""
        return channel.kind is not ChannelKind.PRIVATE_THREAD or bool(self.of_app(channel))

    @staticmethod
    def _inside(channel: Channel, user_id: int, have: Permission) -> Permission:
        """A private thread is there for its members and for those who manage threads."""
        if channel.kind is not ChannelKind.PRIVATE_THREAD or channel.thread is None:
            return have
        invited = user_id in channel.thread.member_ids or Permission.MANAGE_THREADS in have
        return have if invited else NO_PERMISSION

    def _unless_timed_out(self, guild: Guild, user_id: int, have: Permission) -> Permission:
        """Owners and administrators are exempt (Discord, guild resource)."""
        member = guild.members.get(user_id)
        until = None if member is None else member.timed_out_until
        if until is None or until <= self._clock.now() or Permission.ADMINISTRATOR in have:
            return have
        return have & WHILE_TIMED_OUT
