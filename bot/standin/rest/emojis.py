"""The emojis of the app (Discord, resources/emoji)."""

from __future__ import annotations

import base64
import binascii
import re
from typing import Final

from bot.standin import model
from bot.standin.checks.findings import Findings
from bot.standin.errors import ApiError, ErrorResponse, invalid
from bot.standin.rest.routing import NO_CONTENT, Call, Response, Route

_MOST_EMOJIS: Final = 2000
_MOST_BYTES: Final = 256 * 1024
_NAME: Final = re.compile(r"[A-Za-z0-9_]*")
_IMAGE: Final = re.compile(r"data:(image/(?:png|jpeg|gif|webp|avif));base64,(.*)", re.DOTALL)
_STARTS: Final = {
    "image/png": b"\x89PNG\r\n\x1a\n",
    "image/jpeg": b"\xff\xd8\xff",
    "image/gif": b"GIF8",
    "image/webp": b"RIFF",
    "image/avif": b"\0\0\0",
}
"""The first bytes of files of each type."""


def _existing(call: Call) -> dict[int, model.AppEmoji]:
    if call.number("application_id") != call.core.world.application.id:
        raise ApiError(ErrorResponse.MISSING_ACCESS)
    return call.core.world.emojis


def _one(call: Call) -> model.AppEmoji:
    emoji = _existing(call).get(call.number("emoji_id"))
    if emoji is None:
        raise ApiError(ErrorResponse.UNKNOWN_EMOJI)
    return emoji


def listing(call: Call) -> Response:
    """All emojis of the app."""
    return Response({"items": [call.core.objects.emoji(e) for e in _existing(call).values()]})


def create(call: Call) -> Response:
    """Add an emoji; its name must not be taken (reported: the documentation is silent)."""
    existing, findings = _existing(call), Findings()
    findings.keys((), call.json, ("name", "image"))
    _check_name(findings, call.json.get("name"), existing)
    content_type, data = _picture(findings, call.json.get("image"))
    if findings.problems:
        raise invalid(findings.problems)
    if len(existing) >= _MOST_EMOJIS:
        raise ApiError(ErrorResponse.TOO_MANY_EMOJIS)
    emoji = model.AppEmoji(call.core.ids.next(), call.json["name"], content_type, data)
    existing[emoji.id] = emoji
    call.core.tell_watchers()
    return Response(call.core.objects.emoji(emoji), 201)


def read(call: Call) -> Response:
    """One emoji."""
    return Response(call.core.objects.emoji(_one(call)))


def rename(call: Call) -> Response:
    """Give an emoji another name."""
    emoji, findings = _one(call), Findings()
    findings.keys((), call.json, ("name",))
    others = {number: e for number, e in _existing(call).items() if e is not emoji}
    _check_name(findings, call.json.get("name", emoji.name), others)
    if findings.problems:
        raise invalid(findings.problems)
    emoji.name = call.json.get("name", emoji.name)
    call.core.tell_watchers()
    return Response(call.core.objects.emoji(emoji))


def remove(call: Call) -> Response:
    """Delete an emoji."""
    del _existing(call)[_one(call).id]
    call.core.tell_watchers()
    return NO_CONTENT


def _check_name(findings: Findings, name: object, others: dict[int, model.AppEmoji]) -> None:
    findings.text(("name",), name, 32, least=2)
    if not isinstance(name, str):
        return
    if not _NAME.fullmatch(name):
        words = "String value did not match validation regex."
        findings.add(("name",), "STRING_TYPE_REGEX", words)
    if any(other.name == name for other in others.values()):
        words = "An emoji with this name already exists."
        findings.add(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", words)


def _picture(findings: Findings, image: object) -> tuple[str, bytes]:
    """The type and the bytes of a picture that comes as a data URI."""
    found = _IMAGE.fullmatch(image) if isinstance(image, str) else None
    try:
        data = base64.b64decode(found[2], validate=True) if found else b""
    except binascii.Error:
        data = b""
    if found is None or not data.startswith(_STARTS[found[1]]):
        findings.add(("image",), "IMAGE_INVALID", "Invalid image data")
        return "", b""
    if len(data) > _MOST_BYTES:
        words = "File cannot be larger than 256.0 kb."
        findings.add(("image",), "BINARY_TYPE_MAX_SIZE", words)
    return found[1], data


_ALL: Final = "/applications/{application_id}/emojis"
_SINGLE: Final = _ALL + "/{emoji_id}"
EMOJI_ROUTES = (
    Route("GET", _ALL, listing),
    Route("POST", _ALL, create),
    Route("GET", _SINGLE, read),
    Route("PATCH", _SINGLE, rename),
    Route("DELETE", _SINGLE, remove),
)
