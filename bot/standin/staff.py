"""The Staff: what moderators of a server do to its members."""

from __future__ import annotations

from bot.standin.core import Core
from bot.standin.gateway import Intent
from bot.standin.model import Guild


class Staff:
    """Acts of moderators, as far as the app hears or feels them."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def time_out(self, guild: Guild, user_id: int, seconds: float) -> None:
        """Silence a member, the app perhaps, for so long (Discord, guild resource).

        It keeps the permissions to view and to read the history; 0 ends a timeout.
        """
        member = guild.members[user_id]
        member.timed_out_until = self._core.clock.now() + seconds if seconds else None
        self._tell_if_app(guild, user_id)

    def _tell_if_app(self, guild: Guild, user_id: int) -> None:
        """Of its own membership the app hears without the members intent (events/gateway)."""
        if user_id == self._core.world.application.id:
            data = {**self._core.objects.own_member(guild), "guild_id": str(guild.id)}
            self._core.gateway.dispatch(
                "GUILD_MEMBER_UPDATE", data, guild_id=guild.id, intent=Intent.NONE
            )
        self._core.tell_watchers()
