"""Refusals by access: the channels and permissions of the bot, and people's DMs."""

from __future__ import annotations

from bot.standin.errors import ApiError, ErrorResponse
from bot.standin.model import Channel, ChannelKind
from bot.standin.permissions import Permission
from bot.standin.rest.routing import Call
from bot.standin.world import World


def channel_of(call: Call) -> Channel:
    """The channel of the path; refuses an unknown one (10003) and a hidden one (50001)."""
    channel = call.core.world.channel(call.number("channel_id"))
    call.posting.let_sleep(channel)
    if Permission.VIEW_CHANNEL not in call.core.rights.of_app(channel):
        raise ApiError(ErrorResponse.MISSING_ACCESS)
    return channel


def require(call: Call, channel: Channel, *wanted: Permission) -> None:
    """Refuse (50013) unless the app has every one of these permissions."""
    have = call.core.rights.of_app(channel)
    if any(permission not in have for permission in wanted):
        raise ApiError(ErrorResponse.MISSING_PERMISSIONS)


def require_sending(call: Call, channel: Channel) -> None:
    """Refuse unless the app may post here (50013, 50007, 50008, 50278)."""
    if channel.kind is ChannelKind.DM:
        _require_open_dm(call.core.world, channel)
        return
    if channel.is_forum:
        raise ApiError(ErrorResponse.NOT_A_TEXT_CHANNEL)
    speaking = (
        Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
    )
    require(call, channel, speaking)
    if call.body.files:
        require(call, channel, Permission.ATTACH_FILES)


def _require_open_dm(world: World, channel: Channel) -> None:
    other = next(i for i in channel.recipient_ids if i != world.application.id)
    user = world.users[other]
    if user.bot or not user.accepts_dms:
        raise ApiError(ErrorResponse.DMS_CLOSED)
    if not user.has_installed_app and not world.shares_guild(other):
        raise ApiError(ErrorResponse.NO_MUTUAL_GUILD)
