"""Users, the application and the gateway's address."""

from __future__ import annotations

from bot.standin.errors import ApiError, Refusal
from bot.standin.greeting import WorldGreeting
from bot.standin.rest.routing import Call, Reply, Route


def me(call: Call) -> Reply:
    """The app's own account."""
    return Reply(call.core.wire.me())


def user(call: Call) -> Reply:
    """Any account."""
    found = call.core.world.users.get(call.number("user_id"))
    if found is None:
        raise ApiError(Refusal.UNKNOWN_USER)
    return Reply(call.core.wire.user(found))


def application(call: Call) -> Reply:
    """The app itself."""
    return Reply(call.core.wire.application())


def gateway(call: Call) -> Reply:
    """The gateway's address."""
    return Reply({"url": call.core.gateway.url})


def gateway_bot(call: Call) -> Reply:
    """The gateway's address and the recommended shards."""
    limit = {"total": 1000, "remaining": 999, "reset_after": 14_400_000, "max_concurrency": 1}
    return Reply({"url": call.core.gateway.url, "shards": 1, "session_start_limit": limit})


def guild(call: Call) -> Reply:
    """A guild that the app is a member of."""
    found = call.core.world.guild(call.number("guild_id"))
    if found.bot_role is None:
        raise ApiError(Refusal.UNKNOWN_GUILD)
    return Reply(WorldGreeting(call.core.world, call.core.wire).guild(found.id))


def member(call: Call) -> Reply:
    """A member of a guild that the app is a member of."""
    found = call.core.world.guild(call.number("guild_id"))
    if found.bot_role is None:
        raise ApiError(Refusal.MISSING_ACCESS)
    membership = found.members.get(call.number("user_id"))
    if membership is None:
        raise ApiError(Refusal.UNKNOWN_MEMBER)
    return Reply(call.core.wire.member(membership))


def guild_channels(call: Call) -> Reply:
    """The channels of a guild, without its threads."""
    found = call.core.world.guild(call.number("guild_id"))
    if found.bot_role is None:
        raise ApiError(Refusal.MISSING_ACCESS)
    mine = [
        c for c in call.core.world.channels.values() if c.guild_id == found.id and not c.is_thread
    ]
    return Reply([call.core.wire.channel(c) for c in mine])


ROUTES = (
    Route("GET", "/users/@me", me),
    Route("GET", "/users/{user_id}", user),
    Route("GET", "/oauth2/applications/@me", application),
    Route("GET", "/applications/@me", application),
    Route("GET", "/gateway", gateway, needs_token=False),
    Route("GET", "/gateway/bot", gateway_bot),
    Route("GET", "/guilds/{guild_id}", guild),
    Route("GET", "/guilds/{guild_id}/channels", guild_channels),
    Route("GET", "/guilds/{guild_id}/members/{user_id}", member),
)
