"""Refusals by access: the channels and permissions of the bot, and people's DMs."""

from __future__ import annotations

from bot.standin import model, permissions
from bot.standin.errors import ApiError, ErrorResponse
from bot.standin.rest.routing import Call
from bot.standin.world import World


def channel_of(call: Call) -> model.Channel:
    """The channel of the path; refuses an unknown one (10003) and a hidden one (50001)."""
    channel = call.core.world.channel(call.number("channel_id"))
    call.posting.let_sleep(channel)
    if permissions.Permission.VIEW_CHANNEL not in call.core.rights.of_app(channel):
        raise ApiError(ErrorResponse.MISSING_ACCESS)
    return channel


def require(call: Call, channel: model.Channel, *wanted: permissions.Permission) -> None:
    """Refuse (50013) unless the app has every one of these permissions."""
    have = call.core.rights.of_app(channel)
    if any(permission not in have for permission in wanted):
        raise ApiError(ErrorResponse.MISSING_PERMISSIONS)


def require_sending(call: Call, channel: model.Channel) -> None:
    """Refuse unless the app may post here (50013, 50007, 50008, 50278)."""
    if channel.kind is model.ChannelKind.DM:
        _require_open_dm(call.core.world, channel)
        return
    if channel.is_forum:
        raise ApiError(ErrorResponse.NOT_A_TEXT_CHANNEL)
    speaking = (
        permissions.Permission.SEND_MESSAGES_IN_THREADS
        if channel.is_thread
        else permissions.Permission.SEND_MESSAGES
    )
    require(call, channel, speaking)
    if call.body.files:
        require(call, channel, permissions.Permission.ATTACH_FILES)


def _require_open_dm(world: World, channel: model.Channel) -> None:
    other = next(i for i in channel.recipient_ids if i != world.application.id)
    user = world.users[other]
    if user.bot or not user.accepts_dms:
        raise ApiError(ErrorResponse.DMS_CLOSED)
    if not user.has_installed_app and not world.shares_guild(other):
        raise ApiError(ErrorResponse.NO_MUTUAL_GUILD)
