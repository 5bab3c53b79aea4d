"""A second bot, an administrator: the requests by which `bonfire live-check` makes places.

Discord's documentation: resources/guild, resources/channel, resources/auto-moderation.
"""

from __future__ import annotations

from datetime import datetime

from bot.standin import model
from bot.standin.gateway import Intent
from bot.standin.rest.routing import NO_CONTENT, Call, Response, Route, Routes
from bot.standin.staff import Staff
from bot.standin.threads import NewThread

_REQUIRE_TAG = 1 << 4


def _me(call: Call) -> model.User:
    assert call.core.second is not None
    return call.core.second.user


def _channel(call: Call) -> model.Channel:
    return call.core.world.channel(call.number("channel_id"))


def _guild(call: Call) -> model.Guild:
    return call.core.world.guild(call.number("guild_id"))


def _changed(call: Call, channel: model.Channel) -> Response:
    """Report a changed channel."""
    shape = call.core.objects.channel(channel)
    event = "CHANNEL_UPDATE" if channel.thread is None else "THREAD_UPDATE"
    call.core.tell(event, channel, shape, Intent.GUILDS)
    return Response(shape)


def me(call: Call) -> Response:
    """Its own account."""
    return Response(call.core.objects.me(_me(call)))


def create_channel(call: Call) -> Response:
    """A channel of any kind; slow mode and age limit keep no bot from anything."""
    tags = [
        model.ForumTag(call.core.ids.next(), tag["name"], bool(tag.get("moderated")))
        for tag in call.json.get("available_tags") or ()
    ]
    kind = model.ChannelKind(call.json.get("type") or 0)
    channel = Staff(call.core).new_channel(_guild(call), call.json["name"], kind, tags)
    return Response(call.core.objects.channel(channel), 201)


def edit_channel(call: Call) -> Response:
    """Archive or lock a thread; let a forum ask for a tag."""
    channel, thread = _channel(call), _channel(call).thread
    if thread is None:
        channel.requires_tag = bool(call.json.get("flags", 0) & _REQUIRE_TAG)
        return _changed(call, channel)
    thread.archived = call.json.get("archived", thread.archived)
    thread.locked = call.json.get("locked", thread.locked)
    thread.archive_changed = call.core.clock.now()
    return _changed(call, channel)


def remove_channel(call: Call) -> Response:
    """Remove a channel or thread."""
    channel = _channel(call)
    shape = call.core.objects.channel(channel)
    call.core.remove(channel)
    return Response(shape)


def overwrite(call: Call) -> Response:
    """Change the permissions of a member or a role in a channel."""
    channel, target = _channel(call), call.number("overwrite_id")
    allow, deny = (int(call.json.get(key) or 0) for key in ("allow", "deny"))
    channel.overwrites[target] = model.Overwrite(target, call.json["type"] == 1, allow, deny)
    _changed(call, channel)
    return NO_CONTENT


def create_thread(call: Call) -> Response:
    """A thread of its own, in which it is alone."""
    wanted = NewThread(model.ChannelKind(call.json["type"]), call.json["name"], _me(call).id)
    thread = call.posting.threads.open(_channel(call), wanted)
    return Response(call.core.objects.channel(thread), 201)


def add_thread_member(call: Call) -> Response:
    """Add a user to a thread."""
    call.posting.add_to_thread(_channel(call), call.number("user_id"), by=_me(call).id)
    return NO_CONTENT


def remove_message(call: Call) -> Response:
    """Remove anyone's message."""
    channel = _channel(call)
    call.posting.delete(call.core.world.message(channel.id, call.number("message_id")))
    return NO_CONTENT


def edit_member(call: Call) -> Response:
    """Time a member out until a moment, or end that."""
    guild, user_id = _guild(call), call.number("user_id")
    until = call.json["communication_disabled_until"]
    seconds = datetime.fromisoformat(until).timestamp() - call.core.clock.now() if until else 0.0
    Staff(call.core).time_out(guild, user_id, seconds)
    return Response(call.core.objects.member(guild.members[user_id]))


def create_rule(call: Call) -> Response:
    """Let AutoMod block words."""
    guild, rule_id = _guild(call), call.core.ids.next()
    words = call.json["trigger_metadata"]["keyword_filter"]
    for word in words:
        call.core.moderator.block(guild, word, rule_id)
    rule: model.Json = {
        **call.json,
        "id": str(rule_id),
        "guild_id": str(guild.id),
        "creator_id": str(_me(call).id),
        "trigger_metadata": {"regex_patterns": [], "allow_list": [], "keyword_filter": words},
        "actions": [{"metadata": {}, **action} for action in call.json["actions"]],
        "exempt_roles": [],
        "exempt_channels": [],
    }
    return Response(rule)


def remove_rule(call: Call) -> Response:
    """Remove a rule of AutoMod."""
    call.core.moderator.remove_rule(call.number("rule_id"))
    return NO_CONTENT


_CHANNEL = "/channels/{channel_id}"
_RULES = "/guilds/{guild_id}/auto-moderation/rules"
SECOND_ROUTES = Routes(
    (
        Route("GET", "/users/@me", me),
        Route("POST", "/guilds/{guild_id}/channels", create_channel),
        Route("PATCH", "/guilds/{guild_id}/members/{user_id}", edit_member),
        Route("POST", _RULES, create_rule),
        Route("DELETE", _RULES + "/{rule_id}", remove_rule),
        Route("PATCH", _CHANNEL, edit_channel),
        Route("DELETE", _CHANNEL, remove_channel),
        Route("PUT", _CHANNEL + "/permissions/{overwrite_id}", overwrite),
        Route("POST", _CHANNEL + "/threads", create_thread),
        Route("PUT", _CHANNEL + "/thread-members/{user_id}", add_thread_member),
        Route("DELETE", _CHANNEL + "/messages/{message_id}", remove_message),
    )
)
