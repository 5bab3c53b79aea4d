"""Users, the application and the gateway's address."""

from __future__ import annotations

from bot.standin.errors import ApiError, ErrorResponse
from bot.standin.greeting import WorldGreeting
from bot.standin.rest.routing import Call, Response, Route


def me(call: Call) -> Response:
    """The app's own account."""
    return Response(call.core.objects.me())


def user(call: Call) -> Response:
    """Any account."""
    account = call.core.world.users.get(call.number("user_id"))
    if account is None:
        raise ApiError(ErrorResponse.UNKNOWN_USER)
    return Response(call.core.objects.user(account))


def application(call: Call) -> Response:
    """The app itself."""
    return Response(call.core.objects.application())


def gateway(call: Call) -> Response:
    """The gateway's address."""
    return Response({"url": call.core.gateway.url})


def gateway_bot(call: Call) -> Response:
    """The gateway's address and the recommended shards."""
    gateway, starts = call.core.gateway, call.core.gateway.starts
    return Response(
        {"url": gateway.url, "shards": starts.shards, "session_start_limit": starts.as_json()}
    )


def guild(call: Call) -> Response:
    """A guild that the app is a member of."""
    wanted = call.core.world.guild(call.number("guild_id"))
    if wanted.bot_role is None:
        raise ApiError(ErrorResponse.UNKNOWN_GUILD)
    return Response(
        WorldGreeting(call.core.world, call.core.objects, call.core.rights).guild(wanted.id)
    )


def member(call: Call) -> Response:
    """A member of a guild that the app is a member of."""
    guild = call.core.world.guild(call.number("guild_id"))
    if guild.bot_role is None:
        raise ApiError(ErrorResponse.MISSING_ACCESS)
    membership = guild.members.get(call.number("user_id"))
    if membership is None:
        raise ApiError(ErrorResponse.UNKNOWN_MEMBER)
    return Response(call.core.objects.member(membership))


def guild_channels(call: Call) -> Response:
    """The channels of a guild, without its threads."""
    guild = call.core.world.guild(call.number("guild_id"))
    if guild.bot_role is None:
        raise ApiError(ErrorResponse.MISSING_ACCESS)
    mine = [
        c for c in call.core.world.channels.values() if c.guild_id == guild.id and not c.is_thread
    ]
    return Response([call.core.objects.channel(c) for c in mine])


BASIC_ROUTES = (
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
