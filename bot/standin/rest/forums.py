"""Forum and media channels: posts, which are threads with a first message, and their tags.

Discord, resources/channel: Start Thread in Forum or Media Channel, Forum Tag Object.
"""

from __future__ import annotations

from typing import Final

from bot.standin import model, permissions
from bot.standin.errors import ApiError, BodyProblem, ErrorResponse, invalid
from bot.standin.posting import Sender
from bot.standin.request_body import RequestBody
from bot.standin.rest.access import require
from bot.standin.rest.routing import Call, Response
from bot.standin.threads import DEFAULT_MINUTES, NewThread

_MOST_APPLIED: Final = 5
_MOST_AVAILABLE: Final = 20
_LONGEST_NAME: Final = 20


def create_post(call: Call, forum: model.Channel) -> Response:
    """A thread with its first message, whose identifier it shares; SEND_MESSAGES suffices.

    Refuses a post without a tag where one is wanted (40067).
    """
    require(call, forum, permissions.Permission.SEND_MESSAGES)
    if call.body.files:
        require(call, forum, permissions.Permission.ATTACH_FILES)
    if not isinstance(call.json.get("message"), dict):
        words = "This field is required"
        raise invalid([BodyProblem(("message",), "BASE_TYPE_REQUIRED", words)])
    tags = applied_tags(call, forum)
    app_id = call.core.world.application.id
    body = RequestBody(call.json["message"], call.body.files)
    starter = call.posting.draft(forum, body, Sender(app_id))
    wanted = NewThread(
        model.ChannelKind.PUBLIC_THREAD,
        call.json["name"],
        app_id,
        id=starter.id,
        minutes=call.json.get("auto_archive_duration") or DEFAULT_MINUTES,
        tag_ids=tuple(tags),
    )
    thread = call.posting.threads.open(forum, wanted)
    starter.channel_id = thread.id
    call.posting.publish(starter)
    shape = call.core.objects.channel(thread)
    return Response({**shape, "message": call.core.objects.message(starter)}, 201)


def applied_tags(call: Call, forum: model.Channel) -> list[int]:
    """The tags that a body applies to a post; moderated ones need MANAGE_THREADS (50013).

    More than five are refused by the OpenAPI file too.
    """
    wanted = [int(tag_id) for tag_id in call.json.get("applied_tags") or ()]
    if forum.requires_tag and not wanted:
        raise ApiError(ErrorResponse.TAG_REQUIRED)
    known = {tag.id: tag for tag in forum.tags}
    if len(wanted) > _MOST_APPLIED or not known.keys() >= set(wanted):
        words = f"Up to {_MOST_APPLIED} tags of the channel may be applied."  # guessed
        raise invalid([BodyProblem(("applied_tags",), "BASE_TYPE_BAD_LENGTH", words)])
    if any(known[tag_id].moderated for tag_id in wanted):
        require(call, forum, permissions.Permission.MANAGE_THREADS)
    return wanted


def available_tags(call: Call) -> list[model.ForumTag]:
    """The tags that a body gives to a channel; those without an identifier are new.

    Refuses more than 20, long names, names that it has twice (40061), and identifiers that it does
    not know (10087).
    """
    entries = call.json["available_tags"]
    if len(entries) > _MOST_AVAILABLE:
        words = f"Must be {_MOST_AVAILABLE} or fewer in length."
        raise invalid([BodyProblem(("available_tags",), "BASE_TYPE_BAD_LENGTH", words)])
    known = {tag.id for tag in call.core.world.channel(call.number("channel_id")).tags}
    if not {int(entry["id"]) for entry in entries if entry.get("id")} <= known:
        raise ApiError(ErrorResponse.UNKNOWN_TAG)
    names = [str(entry["name"]) for entry in entries]
    for place, name in enumerate(names):
        if len(name) > _LONGEST_NAME:
            words = f"Must be between 0 and {_LONGEST_NAME} in length."
            path = ("available_tags", str(place), "name")
            raise invalid([BodyProblem(path, "BASE_TYPE_BAD_LENGTH", words)])
    if len({name.casefold() for name in names}) < len(names):  # guessed: whatever their case
        raise ApiError(ErrorResponse.SAME_TAG_NAMES)
    return [
        model.ForumTag(
            int(entry.get("id") or call.core.ids.next()),
            entry["name"],
            bool(entry.get("moderated")),
        )
        for entry in entries
    ]
