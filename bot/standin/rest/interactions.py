"""Interaction callbacks and the messages behind an interaction's token.

Discord, interactions/receiving-and-responding.
"""

from __future__ import annotations

from dataclasses import replace

from bot.standin.checks.commands import check_choices
from bot.standin.checks.modals import check_modal
from bot.standin.errors import ApiError, BodyProblem, ErrorResponse, invalid
from bot.standin.interaction import ALLOWED, Ack, AutocompleteChoice, Interaction, InteractionKind
from bot.standin.model import Json, Message, MessageFlag
from bot.standin.options import focused_kind
from bot.standin.permissions import Permission
from bot.standin.posting import Sender
from bot.standin.request_body import RequestBody
from bot.standin.rest.routing import NO_CONTENT, Call, Response, Route


def _sender(call: Call, interaction: Interaction, *, ephemeral: bool) -> Sender:
    app_id = call.core.world.application.id
    private = ephemeral or not interaction.public_allowed
    return Sender(
        author_id=app_id,
        webhook=True,
        origin=interaction.origin,
        ephemeral_for=interaction.user.id if private else None,
    )


def callback(call: Call) -> Response:
    """The first answer to an interaction.

    Refuses late and unknown ones (10062), a second answer (40060), and types that do not fit
    the kind of interaction (50035).
    """
    interaction: Interaction | None = call.core.registry.by_token(call.params["interaction_token"])
    if interaction is None or interaction.id != call.number("interaction_id"):
        raise ApiError(ErrorResponse.UNKNOWN_INTERACTION)
    if interaction.is_late or interaction.token_is_dead:
        raise ApiError(ErrorResponse.UNKNOWN_INTERACTION)
    if interaction.ack is not None:
        raise ApiError(ErrorResponse.ALREADY_ACKNOWLEDGED)
    ack = _ack(call, interaction)
    _require_awake(call, interaction, ack)
    message = _take(call, interaction, ack, call.json.get("data") or {})
    interaction.ack = ack
    call.core.changes.notify()
    if not call.flag("with_response"):
        return NO_CONTENT
    return Response(_callback_response(call, interaction, ack, message))


def _ack(call: Call, interaction: Interaction) -> Ack:
    kind = call.json.get("type")
    allowed = ALLOWED[interaction.kind]
    if interaction.kind is InteractionKind.MODAL and interaction.source is None:
        allowed -= {Ack.UPDATE, Ack.DEFERRED_UPDATE}
    if kind not in set(allowed):
        names = ", ".join(str(int(a)) for a in sorted(allowed))
        words = f"Value must be one of ({names})."
        raise invalid([BodyProblem(("type",), "BASE_TYPE_CHOICES", words)])
    return Ack(kind)


def _require_awake(call: Call, interaction: Interaction, ack: Ack) -> None:
    """Refuse (50083) to edit a public message of an archived thread.

    A new message wakes it, unless it is locked: then no answer is taken (docs issue 5517), and
    an app that only a person installed gets the same code with a 403 (docs issue 7707).
    """
    thread = interaction.channel.thread
    if thread is None or not thread.archived or ack in (Ack.CHOICES, Ack.MODAL):
        return
    may_unlock = Permission.MANAGE_THREADS in call.core.rights.of_app(interaction.channel)
    source = interaction.source
    edits = ack in (Ack.UPDATE, Ack.DEFERRED_UPDATE) and source and not source.is_ephemeral
    if edits or (thread.locked and not may_unlock):
        guest = interaction.came_by_user_only
        raise ApiError(ErrorResponse.ARCHIVED_FOR_GUEST if guest else ErrorResponse.ARCHIVED)


def _take(call: Call, interaction: Interaction, ack: Ack, data: Json) -> Message | None:
    """Carry out the answer; return the message that it made or changed, if any."""
    body = RequestBody(data, call.body.files)
    flags = MessageFlag(data.get("flags") or 0)
    sender = _sender(call, interaction, ephemeral=MessageFlag.EPHEMERAL in flags)
    match ack:
        case Ack.MESSAGE:
            interaction.original = _said_first(call, interaction, body, sender)
            return interaction.original
        case Ack.DEFERRED_MESSAGE:
            if flags & ~MessageFlag.EPHEMERAL:
                words = "Only EPHEMERAL may be set on a deferred response."
                raise invalid([BodyProblem(("data", "flags"), "DEFERRED_FLAGS", words)])
            interaction.original = call.posting.placeholder(interaction.channel, sender)
            return interaction.original
        case Ack.DEFERRED_UPDATE:
            return _adopt(interaction, _source(interaction))
        case Ack.UPDATE:
            source = _source(interaction)
            call.posting.edit(source, body)
            return _adopt(interaction, source)
        case Ack.CHOICES:
            _suggest(interaction, data)
        case Ack.MODAL:
            _open(interaction, data)
        case Ack.PONG:
            pass
    return None


def _said_first(call: Call, interaction: Interaction, body: RequestBody, sender: Sender) -> Message:
    """The first answer; of a guest AutoMod lets the person alone see what it blocks (reported)."""
    try:
        return call.posting.create(interaction.channel, body, sender)
    except ApiError as error:
        blocked = error.response is ErrorResponse.BLOCKED_MESSAGE
        if not (blocked and interaction.came_by_user_only):
            raise
    alone = replace(sender, ephemeral_for=interaction.user.id)
    return call.posting.create(interaction.channel, body, alone)


def _source(interaction: Interaction) -> Message:
    source = interaction.source
    if source is None or source.deleted:
        raise ApiError(ErrorResponse.UNKNOWN_MESSAGE)
    return source


def _adopt(interaction: Interaction, source: Message) -> Message:
    """From now on the pressed message is the original response."""
    interaction.original = source
    interaction.edits_before = source.edits
    return source


def _suggest(interaction: Interaction, data: Json) -> None:
    kind = focused_kind(interaction.data["options"])
    problems = check_choices(data, kind)
    if problems:
        raise invalid(problems)
    interaction.choices = tuple(AutocompleteChoice(c["name"], c["value"]) for c in data["choices"])


def _open(interaction: Interaction, data: Json) -> None:
    problems = check_modal(data)
    if problems:
        raise invalid(problems)
    interaction.open_modal(data)


def _callback_response(
    call: Call, interaction: Interaction, ack: Ack, message: Message | None
) -> Json:
    about: Json = {"id": str(interaction.id), "type": int(interaction.kind)}
    answer: Json = {"interaction": about}
    if message is not None:
        about["response_message_id"] = str(message.id)
        about["response_message_loading"] = message.is_loading
        about["response_message_ephemeral"] = message.is_ephemeral
    if ack in (Ack.MESSAGE, Ack.UPDATE) and message is not None:
        answer["resource"] = {"type": int(ack), "message": call.core.objects.message(message)}
    return answer


def _by_token(call: Call) -> Interaction:
    """The interaction behind a webhook path; refuses unknown (10015) and dead ones (50027)."""
    interaction: Interaction | None = call.core.registry.by_token(call.params["webhook_token"])
    if interaction is None or call.number("webhook_id") != call.core.world.application.id:
        raise ApiError(ErrorResponse.UNKNOWN_WEBHOOK)
    if interaction.token_is_dead:
        raise ApiError(ErrorResponse.INVALID_TOKEN)
    if interaction.ack is None:
        raise ApiError(ErrorResponse.UNKNOWN_WEBHOOK)
    return interaction


def _original(call: Call) -> Message:
    original = _by_token(call).original
    if original is None or original.deleted:
        raise ApiError(ErrorResponse.UNKNOWN_MESSAGE)
    return original


def _message(call: Call) -> Message:
    interaction = _by_token(call)
    wanted = call.number("message_id")
    mine = [*interaction.followups, *filter(None, (interaction.original,))]
    for message in mine:
        if message.id == wanted and not message.deleted:
            return message
    raise ApiError(ErrorResponse.UNKNOWN_MESSAGE)


def followup(call: Call) -> Response:
    """A further message; the first one after a deferral fills the placeholder instead."""
    interaction = _by_token(call)
    original = interaction.original
    if original is not None and original.is_loading and not original.deleted:
        return _edited(call, original)
    limit = call.core.limits.followups_as_guest
    if interaction.came_by_user_only and len(interaction.followups) >= limit:
        raise ApiError(ErrorResponse.TOO_MANY_FOLLOWUPS)
    flags = MessageFlag(call.json.get("flags") or 0)
    sender = _sender(call, interaction, ephemeral=MessageFlag.EPHEMERAL in flags)
    message = call.posting.create(interaction.channel, call.body, sender)
    interaction.followups.append(message)
    call.core.changes.notify()
    return Response(call.core.objects.message(message))


def _edited(call: Call, message: Message) -> Response:
    flags = MessageFlag(call.json.get("flags") or 0)
    is_v2 = message.is_v2 or MessageFlag.COMPONENTS_V2 in flags
    if call.body.files and is_v2 and not call.core.limits.v2_uploads_in_edits:
        words = "The referenced attachment was not found."
        raise invalid([BodyProblem(("components",), "UNFURLED_MEDIA_NOT_FOUND", words)])
    return Response(call.core.objects.message(call.posting.edit(message, call.body)))


def read_original(call: Call) -> Response:
    """The original response."""
    return Response(call.core.objects.message(_original(call)))


def edit_original(call: Call) -> Response:
    """Change the original response, or fill the placeholder of a deferral."""
    return _edited(call, _original(call))


def delete_original(call: Call) -> Response:
    """Remove the original response."""
    call.posting.delete(_original(call))
    return NO_CONTENT


def read(call: Call) -> Response:
    """One message of this interaction."""
    return Response(call.core.objects.message(_message(call)))


def edit(call: Call) -> Response:
    """Change one message of this interaction."""
    return _edited(call, _message(call))


def delete(call: Call) -> Response:
    """Remove one message of this interaction."""
    call.posting.delete(_message(call))
    return NO_CONTENT


_WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
FOLLOW_UP = ("POST", _WEBHOOK)
"""The verb and path by which further messages are sent."""
INTERACTION_ROUTES = (
    Route(
        "POST",
        "/interactions/{interaction_id}/{interaction_token}/callback",
        callback,
        needs_token=False,
    ),
    Route(*FOLLOW_UP, followup, needs_token=False),
    Route("GET", _WEBHOOK + "/messages/@original", read_original, needs_token=False),
    Route("PATCH", _WEBHOOK + "/messages/@original", edit_original, needs_token=False),
    Route("DELETE", _WEBHOOK + "/messages/@original", delete_original, needs_token=False),
    Route("GET", _WEBHOOK + "/messages/{message_id}", read, needs_token=False),
    Route("PATCH", _WEBHOOK + "/messages/{message_id}", edit, needs_token=False),
    Route("DELETE", _WEBHOOK + "/messages/{message_id}", delete, needs_token=False),
)
