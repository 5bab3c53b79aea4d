"""Outages: servers that are away for a while, and those that come late after a start.

Discord, events/gateway-events: Guild Create, Guild Delete and Unavailable Guild Object.
"""

from __future__ import annotations

from bot.standin import model
from bot.standin.core import Core
from bot.standin.gateway import Intent
from bot.standin.greeting import WorldGreeting


class Outages:
    """Takes servers away from the app and brings them back; the app stays a member.

    A server that is away when a session begins is one that comes late. What requests are told
    meanwhile is not documented: plan it with the fault injector.
    """

    def __init__(self, core: Core) -> None:
        self._core = core

    def begin(self, guild: model.Guild) -> None:
        """Let a server be away: the app hears that it is, and nothing else of it."""
        self._tell("GUILD_DELETE", guild, {"id": str(guild.id), "unavailable": True})
        self._core.gateway.away.add(guild.id)

    def end(self, guild: model.Guild) -> None:
        """Bring a server back, with all that changed meanwhile."""
        self._core.gateway.away.discard(guild.id)
        greeting = WorldGreeting(self._core.world, self._core.objects, self._core.rights)
        self._tell("GUILD_CREATE", guild, greeting.guild_create(guild.id))

    def _tell(self, event: str, guild: model.Guild, data: model.Json) -> None:
        self._core.gateway.dispatch(event, data, guild_id=guild.id, intent=Intent.GUILDS)
