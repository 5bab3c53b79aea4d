"""Channels, threads and DMs (Discord, resources/channel and topics/threads)."""

from __future__ import annotations

from bot.standin.errors import ApiError, BodyProblem, ErrorResponse, invalid
from bot.standin.gateway import Intent
from bot.standin.model import Channel, ChannelKind, Json, MessageFlag, MessageKind, ThreadState
from bot.standin.permissions import Permission
from bot.standin.posting import Sender
from bot.standin.rest.access import channel_of, require
from bot.standin.rest.forums import applied_tags, available_tags, create_post
from bot.standin.rest.routing import NO_CONTENT, Call, Response, Route
from bot.standin.threads import DEFAULT_MINUTES, NewThread

_ARCHIVE_MINUTES = (60, 1440, 4320, 10080)
_NAME_LIMIT = 100
_PUBLIC_THREADS = {
    ChannelKind.TEXT: ChannelKind.PUBLIC_THREAD,
    ChannelKind.ANNOUNCEMENT: ChannelKind.ANNOUNCEMENT_THREAD,
}


def read(call: Call) -> Response:
    """One channel."""
    return Response(call.core.objects.channel(channel_of(call)))


def edit(call: Call) -> Response:
    """Rename a channel; rename, archive or lock a thread."""
    channel = channel_of(call)
    if channel.is_private:
        raise ApiError(ErrorResponse.NOT_ON_DM)
    problems = _problems(call.json)
    if problems:
        raise invalid(problems)
    if channel.thread is None:
        require(call, channel, Permission.MANAGE_CHANNELS)
        if channel.is_forum and "available_tags" in call.json:
            channel.tags = available_tags(call)
    else:
        _edit_thread(call, channel, channel.thread)
    channel.name = call.json.get("name", channel.name)
    event = "CHANNEL_UPDATE" if channel.thread is None else "THREAD_UPDATE"
    call.core.tell(event, channel, call.core.objects.channel(channel), Intent.GUILDS)
    call.core.tell_watchers()
    call.core.changes.notify()
    return Response(call.core.objects.channel(channel))


def _edit_thread(call: Call, channel: Channel, thread: ThreadState) -> None:
    """Any writer in a thread may wake it (Discord, resources/channel: modify channel)."""
    body = call.json
    mine = thread.owner_id == call.core.world.application.id
    if thread.archived and body.get("archived") is not False:
        raise ApiError(ErrorResponse.ARCHIVED)
    if body == {"archived": False} and not thread.locked:
        require(call, channel, Permission.SEND_MESSAGES_IN_THREADS)
    elif thread.locked or "locked" in body or not mine:
        require(call, channel, Permission.MANAGE_THREADS)
    if "applied_tags" in body:
        forum = call.core.world.place_of(channel)
        if Permission.MANAGE_THREADS not in call.core.rights.of_app(forum):
            require(call, forum, Permission.SEND_MESSAGES)  # reported: docs issue 5706
        thread.tag_ids = applied_tags(call, forum)
    if body.get("archived", thread.archived) != thread.archived:
        thread.archived = body["archived"]
        thread.archive_changed = call.core.clock.now()
    thread.locked = body.get("locked", thread.locked)
    thread.auto_archive_minutes = body.get("auto_archive_duration", thread.auto_archive_minutes)


def delete(call: Call) -> Response:
    """Remove a channel or thread, or close a DM."""
    channel = channel_of(call)
    shape = call.core.objects.channel(channel)
    if channel.thread is not None:
        require(call, channel, Permission.MANAGE_THREADS)
    elif not channel.is_private:
        require(call, channel, Permission.MANAGE_CHANNELS)
    if not channel.is_private:
        call.core.remove(channel)
    return Response(shape)


def _problems(body: Json) -> list[BodyProblem]:
    problems = []
    name = body.get("name", "name")
    if not isinstance(name, str) or not 1 <= len(name) <= _NAME_LIMIT:
        words = f"Must be between 1 and {_NAME_LIMIT} in length."
        problems.append(BodyProblem(("name",), "BASE_TYPE_BAD_LENGTH", words))
    minutes = body.get("auto_archive_duration")
    if minutes is not None and minutes not in _ARCHIVE_MINUTES:
        words = f"Value must be one of {_ARCHIVE_MINUTES}."
        problems.append(BodyProblem(("auto_archive_duration",), "BASE_TYPE_CHOICES", words))
    return problems


def create_thread(call: Call) -> Response:
    """A thread that belongs to no message, private unless `type` says 10 or 11; or a post.

    Announcement channels have threads of type 10 only, and private ones are in text channels
    (Discord, topics/threads); the code of the refusal is guessed.
    """
    parent = channel_of(call)
    _require_good_name(call, parent)
    if parent.is_forum:
        return create_post(call, parent)
    kind = ChannelKind(call.json.get("type") or ChannelKind.PRIVATE_THREAD)
    private = kind is ChannelKind.PRIVATE_THREAD
    allowed = parent.kind is ChannelKind.TEXT if private else kind is _thread_kind(parent)
    if not allowed:
        raise ApiError(ErrorResponse.WRONG_CHANNEL_KIND)
    wanted = Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS
    require(call, parent, wanted)
    channel = _open_thread(call, parent, None, kind)
    return Response(call.core.objects.channel(channel), 201)


def _thread_kind(parent: Channel) -> ChannelKind:
    """The kind of public threads in a channel; refuses where there are none (50024)."""
    try:
        return _PUBLIC_THREADS[parent.kind]
    except KeyError:
        raise ApiError(ErrorResponse.WRONG_CHANNEL_KIND) from None


def create_thread_from_message(call: Call) -> Response:
    """A public thread under a message, whose identifier it takes over."""
    parent = channel_of(call)
    kind = _thread_kind(parent)
    _require_good_name(call, parent)
    require(call, parent, Permission.CREATE_PUBLIC_THREADS)
    message = call.core.world.message(parent.id, call.number("message_id"))
    if message.is_ephemeral:
        raise ApiError(ErrorResponse.UNKNOWN_MESSAGE)
    if message.id in call.core.world.channels:
        raise ApiError(ErrorResponse.THREAD_EXISTS)
    channel = _open_thread(call, parent, message.id, kind)
    message.flags |= MessageFlag.HAS_THREAD
    call.core.tell_message("MESSAGE_UPDATE", message)
    return Response(call.core.objects.channel(channel), 201)


def _require_good_name(call: Call, parent: Channel) -> None:
    problems = _problems({"name": "", **call.json})
    if problems:
        raise invalid(problems)
    call.core.moderator.judge_title(call.core.world.guild_of(parent), call.json["name"])


def _open_thread(call: Call, parent: Channel, message_id: int | None, kind: ChannelKind) -> Channel:
    app_id = call.core.world.application.id
    wanted = NewThread(
        kind,
        call.json["name"],
        app_id,
        id=message_id,
        minutes=call.json.get("auto_archive_duration") or DEFAULT_MINUTES,
        invitable=call.json.get("invitable", True),
    )
    channel = call.posting.threads.open(parent, wanted)
    if kind is not ChannelKind.PRIVATE_THREAD:
        call.posting.notice(parent, Sender(app_id), MessageKind.THREAD_CREATED, None)
    return channel


def _active_thread(call: Call) -> Channel:
    channel = channel_of(call)
    if channel.thread is None:
        raise ApiError(ErrorResponse.WRONG_CHANNEL_KIND)
    if channel.thread.archived:
        raise ApiError(ErrorResponse.ARCHIVED)
    return channel


def _member_id(call: Call) -> int:
    user_id = call.params.get("user_id", "@me")
    return call.core.world.application.id if user_id == "@me" else call.number("user_id")


def add_thread_member(call: Call) -> Response:
    """Add a user to a thread, or let the app join."""
    channel = _active_thread(call)
    require(call, channel, Permission.SEND_MESSAGES_IN_THREADS)
    user_id = _member_id(call)
    if user_id not in call.core.world.users:
        raise ApiError(ErrorResponse.UNKNOWN_USER)
    call.posting.add_to_thread(channel, user_id, by=call.core.world.application.id)
    return NO_CONTENT


def read_thread_member(call: Call) -> Response:
    """One member of a thread; refuses for anybody else (10007)."""
    channel, user_id = channel_of(call), _member_id(call)
    if channel.thread is None:
        raise ApiError(ErrorResponse.WRONG_CHANNEL_KIND)
    if user_id not in channel.thread.member_ids:
        raise ApiError(ErrorResponse.UNKNOWN_MEMBER)
    return Response(call.core.objects.thread_member(channel, user_id))


def remove_thread_member(call: Call) -> Response:
    """Remove a user from a thread, or let the app leave."""
    channel = _active_thread(call)
    call.posting.threads.remove(channel, _member_id(call))
    return NO_CONTENT


def open_dm(call: Call) -> Response:
    """The DM with a user; an open one can still refuse messages."""
    recipient_id = call.json.get("recipient_id")
    if recipient_id is None or not str(recipient_id).isdecimal():
        words = "This field is required"
        raise invalid([BodyProblem(("recipient_id",), "BASE_TYPE_REQUIRED", words)])
    if int(recipient_id) not in call.core.world.users:
        raise ApiError(ErrorResponse.UNKNOWN_USER)
    return Response(call.core.objects.channel(call.posting.dm_with(int(recipient_id))))


_CHANNEL = "/channels/{channel_id}"
CHANNEL_ROUTES = (
    Route("GET", _CHANNEL, read),
    Route("PATCH", _CHANNEL, edit),
    Route("DELETE", _CHANNEL, delete),
    Route("POST", _CHANNEL + "/threads", create_thread),
    Route("POST", _CHANNEL + "/messages/{message_id}/threads", create_thread_from_message),
    Route("GET", _CHANNEL + "/thread-members/{user_id}", read_thread_member),
    Route("PUT", _CHANNEL + "/thread-members/@me", add_thread_member),
    Route("PUT", _CHANNEL + "/thread-members/{user_id}", add_thread_member),
    Route("DELETE", _CHANNEL + "/thread-members/@me", remove_thread_member),
    Route("DELETE", _CHANNEL + "/thread-members/{user_id}", remove_thread_member),
    Route("POST", "/users/@me/channels", open_dm),
)
