"""Messages of channels, as the bot reads and writes them (Discord, resources/message)."""

from __future__ import annotations

from collections.abc import Iterator

from bot.standin.errors import ApiError, BodyProblem, ErrorResponse, invalid
from bot.standin.gateway import Intent
from bot.standin.model import Channel, Message, MessageKind
from bot.standin.permissions import Permission
from bot.standin.posting import Sender
from bot.standin.rest.access import channel_of, require, require_sending
from bot.standin.rest.routing import NO_CONTENT, Call, Response, Route

_MOST_PINS = 250


def _message(call: Call, channel: Channel) -> Message:
    message = call.core.world.message(channel.id, call.number("message_id"))
    if message.is_ephemeral:
        raise ApiError(ErrorResponse.UNKNOWN_MESSAGE)
    return message


def listing(call: Call) -> Response:
    """The messages of a channel, newest first; `limit` 1 to 100, `before` and `after`."""
    channel = channel_of(call)
    limit = int(call.query.get("limit", "50"))
    if not 1 <= limit <= 100:
        words = "int value should be between 1 and 100."
        raise invalid([BodyProblem(("limit",), "NUMBER_TYPE_MIN", words)])
    messages = [m for m in _history(call, channel) if not m.is_ephemeral]
    if "before" in call.query:
        messages = [m for m in messages if m.id < int(call.query["before"])]
    if "after" in call.query:
        messages = [m for m in messages if m.id > int(call.query["after"])][:limit]
    newest = list(reversed(messages))[:limit]
    return Response([call.core.objects.message(m) for m in newest])


def _history(call: Call, channel: Channel) -> Iterator[Message]:
    """Return the past messages that the app may read: none without READ_MESSAGE_HISTORY."""
    if Permission.READ_MESSAGE_HISTORY not in call.core.rights.of_app(channel):
        return iter(())
    return call.core.world.messages_in(channel.id)


def create(call: Call) -> Response:
    """Post a message.

    An enforced nonce that was used before gives the earlier message (10008 if it is removed).
    Refuses a locked thread (160005) and a reply without reading the history (160002).
    """
    channel = channel_of(call)
    require_sending(call, channel)
    have = call.core.rights.of_app(channel)
    locked = channel.thread is not None and channel.thread.locked
    if locked and Permission.MANAGE_THREADS not in have:
        raise ApiError(ErrorResponse.THREAD_LOCKED)
    if call.json.get("message_reference") and Permission.READ_MESSAGE_HISTORY not in have:
        raise ApiError(ErrorResponse.CANNOT_REPLY)
    earlier = _earlier(call)
    if earlier is not None:
        return Response(call.core.objects.message(earlier))
    author_id = call.core.world.application.id
    message = call.posting.create(channel, call.body, Sender(author_id))
    if message.nonce is not None:
        call.core.nonces[author_id, str(message.nonce)] = message
    return Response(call.core.objects.message(message))


def _earlier(call: Call) -> Message | None:
    nonce = call.json.get("nonce")
    if nonce is None or not call.json.get("enforce_nonce"):
        return None
    key = (call.core.world.application.id, str(nonce))
    earlier = call.core.nonces.get(key)
    if earlier is None:
        return None
    if call.core.clock.now() - earlier.created > call.core.limits.nonce_remembered:
        return None
    if earlier.deleted:
        raise ApiError(ErrorResponse.UNKNOWN_MESSAGE)
    return earlier


def read(call: Call) -> Response:
    """One message."""
    channel = channel_of(call)
    require(call, channel, Permission.READ_MESSAGE_HISTORY)
    return Response(call.core.objects.message(_message(call, channel)))


def edit(call: Call) -> Response:
    """Change a message of the app (50005 for others, 50083 in an archived thread, 30046)."""
    channel = channel_of(call)
    message = _message(call, channel)
    if message.author_id != call.core.world.application.id:
        raise ApiError(ErrorResponse.NOT_YOUR_MESSAGE)
    if channel.thread is not None and channel.thread.archived:
        raise ApiError(ErrorResponse.ARCHIVED)
    _spend_old_edit(call, message)
    return Response(call.core.objects.message(call.posting.edit(message, call.body)))


def _spend_old_edit(call: Call, message: Message) -> None:
    """Refuse (30046) when the channel's budget of edits to old messages is used up."""
    now, limits = call.core.clock.now(), call.core.limits
    if now - message.created <= limits.message_is_old_after:
        return
    window = limits.old_edits_within
    recent = [t for t in call.core.old_edits.get(message.channel_id, []) if now - t < window]
    if len(recent) >= limits.old_edits:
        wait = recent[0] + window - now
        raise ApiError(ErrorResponse.OLD_EDITS, extra={"retry_after": wait, "global": False})
    call.core.old_edits[message.channel_id] = [*recent, now]


def delete(call: Call) -> Response:
    """Remove a message; those of others need MANAGE_MESSAGES."""
    channel = channel_of(call)
    message = _message(call, channel)
    if message.author_id != call.core.world.application.id:
        if channel.is_private:
            raise ApiError(ErrorResponse.NOT_ON_DM)
        require(call, channel, Permission.MANAGE_MESSAGES)
    if channel.thread is not None and channel.thread.archived:
        raise ApiError(ErrorResponse.ARCHIVED)
    call.posting.delete(message)
    return NO_CONTENT


def typing(call: Call) -> Response:
    """Show that the app is writing."""
    require_sending(call, channel_of(call))
    return NO_CONTENT


def _pinned(call: Call, channel: Channel) -> list[Message]:
    pinned = [m for m in _history(call, channel) if m.pinned is not None]
    return sorted(pinned, key=lambda m: m.pinned or 0.0, reverse=True)


def pins(call: Call) -> Response:
    """The pinned messages with the moment of pinning, newest first."""
    channel = channel_of(call)
    items = [
        {"pinned_at": call.core.objects.moment(m.pinned), "message": call.core.objects.message(m)}
        for m in _pinned(call, channel)
        if m.pinned is not None
    ]
    return Response({"items": items, "has_more": False})


def old_pins(call: Call) -> Response:
    """The pinned messages, in the older shape."""
    channel = channel_of(call)
    return Response([call.core.objects.message(m) for m in _pinned(call, channel)])


def _require_pinning(call: Call, channel: Channel) -> None:
    if not channel.is_private:
        require(call, channel, Permission.PIN_MESSAGES)


def pin(call: Call) -> Response:
    """Pin a message, which announces itself by a message of its own."""
    channel = channel_of(call)
    _require_pinning(call, channel)
    message = _message(call, channel)
    if message.pinned is None:
        if len(_pinned(call, channel)) >= _MOST_PINS:
            raise ApiError(ErrorResponse.TOO_MANY_PINS)
        message.pinned = channel.last_pin = call.core.clock.now()
        author = Sender(call.core.world.application.id)
        call.posting.notice(channel, author, MessageKind.PINNED, message)
        _tell_pins(call, channel)
    return NO_CONTENT


def unpin(call: Call) -> Response:
    """Take a pin away."""
    channel = channel_of(call)
    _require_pinning(call, channel)
    _message(call, channel).pinned = None
    _tell_pins(call, channel)
    return NO_CONTENT


def _tell_pins(call: Call, channel: Channel) -> None:
    shape = call.core.objects.channel(channel)
    data = {"channel_id": str(channel.id), "last_pin_timestamp": shape["last_pin_timestamp"]}
    if channel.guild_id is not None:
        data["guild_id"] = str(channel.guild_id)
    call.core.tell("CHANNEL_PINS_UPDATE", channel, data, Intent.GUILDS)


_BASE = "/channels/{channel_id}/messages"
MESSAGE_ROUTES = (
    Route("GET", _BASE, listing),
    Route("POST", _BASE, create),
    Route("GET", _BASE + "/pins", pins),
    Route("PUT", _BASE + "/pins/{message_id}", pin),
    Route("DELETE", _BASE + "/pins/{message_id}", unpin),
    Route("GET", _BASE + "/{message_id}", read),
    Route("PATCH", _BASE + "/{message_id}", edit),
    Route("DELETE", _BASE + "/{message_id}", delete),
    Route("POST", "/channels/{channel_id}/typing", typing),
    Route("GET", "/channels/{channel_id}/pins", old_pins),
    Route("PUT", "/channels/{channel_id}/pins/{message_id}", pin),
    Route("DELETE", "/channels/{channel_id}/pins/{message_id}", unpin),
)
