"""The demands of Discord on a message as a whole and on its embeds (resources/message)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from bot.standin.checks.components import DESCRIPTION_LIMIT, MessageComponents
from bot.standin.checks.findings import Findings
from bot.standin.errors import ApiError, BodyProblem, ErrorResponse, Where
from bot.standin.model import Attachment, Json, Message, MessageFlag
from bot.standin.request_body import RequestBody, Upload, stored_name

_CONTENT_LIMIT = 2000
_MOST_FILES = 10
_NONCE_LIMIT = 25
_MOST_MENTIONS = 100

_KEYS = frozenset(
    {
        "content",
        "tts",
        "embeds",
        "nonce",
        "enforce_nonce",
        "allowed_mentions",
        "components",
        "attachments",
        "flags",
        "message_reference",
        "sticker_ids",
        "poll",
        "username",
        "avatar_url",
        "thread_name",
        "applied_tags",
        "shared_client_theme",
    }
)
_ENTRY_KEYS = frozenset(
    {
        "id",
        "filename",
        "description",
        "duration_secs",
        "waveform",
        "title",
        "is_spoiler",
        "is_remix",
        # Sent back unchanged by clients that keep an attachment.
        "size",
        "url",
        "proxy_url",
        "width",
        "height",
        "content_type",
        "flags",
        "ephemeral",
        "spoiler",
    }
)


def check_created(
    body: RequestBody, size_limit: int, emojis: Collection[int] = ()
) -> list[BodyProblem]:
    """The faults of a new message; `size_limit` bytes a file, refused with 40005 beyond.

    `emojis` are the app's own ones.
    """
    payload = body.payload or {}
    return _check(payload, body.files, size_limit, _Before(), Findings(emojis))


def check_edited(
    message: Message, body: RequestBody, size_limit: int, emojis: Collection[int] = ()
) -> list[BodyProblem]:
    """The faults of an edit, seen together with what stays of the message."""
    payload = body.payload or {}
    before = _Before(
        message.is_v2, message.content, message.embeds, message.components, message.attachments
    )
    return _check(payload, body.files, size_limit, before, Findings(emojis))


class _Before:
    """The parts that an edit may leave as they were; none for a new message."""

    def __init__(
        self,
        is_v2: bool = False,  # noqa: FBT001, FBT002 - a state, not a switch
        content: str = "",
        embeds: Sequence[Json] = (),
        components: Sequence[Json] = (),
        attachments: Sequence[Attachment] = (),
    ) -> None:
        self.is_v2 = is_v2
        self.content = content
        self.embeds = embeds
        self.components = components
        self.attachments = attachments


def _check(
    payload: Json, files: Sequence[Upload], size_limit: int, before: _Before, findings: Findings
) -> list[BodyProblem]:
    if any(len(upload.data) > size_limit for upload in files):
        raise ApiError(ErrorResponse.TOO_LARGE)
    findings.keys((), payload, _KEYS)
    findings.maybe_text(("content",), payload.get("content"), _CONTENT_LIMIT)
    nonce = payload.get("nonce")
    if isinstance(nonce, str):
        findings.size(("nonce",), nonce, _NONCE_LIMIT)
    _mentions(findings, payload.get("allowed_mentions") or {})
    names = _files(findings, payload, files, before)
    is_v2 = before.is_v2 or bool(int(payload.get("flags") or 0) & MessageFlag.COMPONENTS_V2)
    components = payload["components"] or [] if "components" in payload else before.components
    embeds = payload["embeds"] or [] if "embeds" in payload else before.embeds
    content = payload.get("content", before.content)
    checker = MessageComponents(findings, names)
    if is_v2:
        checker.v2(("components",), _plain(components))
        _v2_excludes(findings, {"content": content, "embeds": embeds, **_others(payload)})
    else:
        checker.classic(("components",), _plain(components))
    check_embeds(findings, embeds, checker)
    return findings.problems


def _plain(components: Iterable[object]) -> list[Json]:
    return [c if isinstance(c, dict) else {} for c in components]


def _others(payload: Json) -> Json:
    return {"poll": payload.get("poll"), "sticker_ids": payload.get("sticker_ids")}


def _v2_excludes(findings: Findings, fields: Json) -> None:
    for key, value in fields.items():
        if value:
            words = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            findings.add((key,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", words)


def _mentions(findings: Findings, allowed: Json) -> None:
    findings.keys(("allowed_mentions",), allowed, ("parse", "users", "roles", "replied_user"))
    parse = allowed.get("parse") or ()
    for key in ("users", "roles"):
        named = allowed.get(key) or ()
        findings.size(("allowed_mentions", key), named, _MOST_MENTIONS)
        if named and key in parse:
            words = f"parse:{key!r} and {key}: [ids...] are mutually exclusive."
            findings.add(("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", words)


def _files(
    findings: Findings, payload: Json, files: Sequence[Upload], before: _Before
) -> frozenset[str]:
    """Check the files; the names that components and embeds may point at."""
    findings.size(("files",), files, _MOST_FILES)
    findings.unique(("files",), [u.index for u in files], "FILE_INDEX_DUPLICATED")
    uploads = {str(u.index): u for u in files}
    kept = {str(a.id): a for a in before.attachments}
    if "attachments" not in payload:
        staying = [a.filename for a in before.attachments]
        findings.size(("attachments",), [*staying, *files], _MOST_FILES)
        return frozenset([*staying, *(stored_name(u.filename) for u in files)])
    entries: list[Json] = payload["attachments"] or []
    findings.size(("attachments",), entries, _MOST_FILES)
    findings.unique(("attachments",), [str(e.get("id")) for e in entries], "ATTACHMENT_DUPLICATED")
    names = {stored_name(u.filename) for u in files}
    for place, entry in enumerate(entries):
        where = ("attachments", place)
        findings.keys(where, entry, _ENTRY_KEYS)
        findings.maybe_text((*where, "description"), entry.get("description"), DESCRIPTION_LIMIT)
        number = str(entry.get("id"))
        if number in kept:
            names.add(kept[number].filename)
        elif number in uploads:
            names.add(stored_name(entry.get("filename") or uploads[number].filename))
        else:
            words = f"There is no attachment and no uploaded file {number}."
            findings.add((*where, "id"), "ATTACHMENT_NOT_FOUND", words)
    return frozenset(names)


_MOST_EMBEDS = 10
_MOST_FIELDS = 25
_TOTAL_LIMIT = 6000


def _texts(embed: Json) -> Iterator[tuple[Where, object, int]]:
    """Every text of an embed with its place and limit."""
    yield ("title",), embed.get("title"), 256
    yield ("description",), embed.get("description"), 4096
    yield ("footer", "text"), (embed.get("footer") or {}).get("text"), 2048
    yield ("author", "name"), (embed.get("author") or {}).get("name"), 256
    for place, field in enumerate(embed.get("fields") or ()):
        yield ("fields", place, "name"), field.get("name"), 256
        yield ("fields", place, "value"), field.get("value"), 1024


def check_embeds(findings: Findings, embeds: Sequence[Json], media: MessageComponents) -> None:
    """All embeds of a message; `media` knows the files that they may show."""
    findings.size(("embeds",), embeds, _MOST_EMBEDS)
    total = 0
    for place, embed in enumerate(embeds):
        where: Where = ("embeds", place)
        findings.size((*where, "fields"), embed.get("fields") or (), _MOST_FIELDS)
        for tail, value, most in _texts(embed):
            findings.maybe_text((*where, *tail), value, most)
            total += len(value) if isinstance(value, str) else 0
        for key in ("image", "thumbnail"):
            if embed.get(key):
                media.media((*where, key, "url"), embed[key].get("url"))
    if total > _TOTAL_LIMIT:
        words = f"Embed size exceeds maximum size of {_TOTAL_LIMIT}"
        findings.add(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", words)
