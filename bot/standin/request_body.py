"""Request bodies: JSON, or multipart with `payload_json` and files (Discord: Uploading Files)."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from aiohttp import BodyPartReader, web
from PIL import Image

from bot.standin.errors import ApiError, BodyProblem, ErrorResponse, invalid

_FILE_FIELD = re.compile(r"^files\[(\d+)\]$")
_PICTURES = ("PNG", "WEBP", "GIF")
"""The formats of the pictures that the bot sends, which Discord shows in a message."""
WHOLE_REQUEST_LIMIT = 25 * 1024 * 1024
"""Bytes of one request (Discord, reference: Uploading Files)."""


@dataclass(frozen=True, slots=True)
class Upload:
    """One file of a multipart request; `index` is the n of its field name `files[n]`."""

    index: int
    filename: str
    content_type: str
    data: bytes


@dataclass(frozen=True, slots=True)
class RequestBody:
    """A parsed body: the JSON value (None if there was none) and the files beside it."""

    payload: Any = None
    files: tuple[Upload, ...] = field(default=())


async def read(request: web.Request) -> RequestBody:
    """Parse a request; refuses broken JSON (50109), strange fields (50035), size (40005)."""
    if request.content_type == "multipart/form-data":
        return await _multipart(request)
    raw = await request.read()
    if len(raw) > WHOLE_REQUEST_LIMIT:
        raise ApiError(ErrorResponse.TOO_LARGE)
    return RequestBody(_json(raw) if raw else None)


def _json(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except (UnicodeDecodeError, json.JSONDecodeError):
        raise ApiError(ErrorResponse.INVALID_JSON) from None


async def _multipart(request: web.Request) -> RequestBody:
    payload: Any = None
    files: list[Upload] = []
    total = 0
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise invalid([BodyProblem((), "NESTED_MULTIPART", "A part may not be nested.")])
        data = bytes(await part.read(decode=True))
        total += len(data)
        if total > WHOLE_REQUEST_LIMIT:
            raise ApiError(ErrorResponse.TOO_LARGE)
        if part.name == "payload_json":
            payload = _json(data)
        else:
            files.append(_upload(part, data))
    return RequestBody(payload, tuple(files))


def _upload(part: BodyPartReader, data: bytes) -> Upload:
    match = _FILE_FIELD.match(part.name or "")
    if match is None or not part.filename:
        where = (part.name or "",)
        raise invalid([BodyProblem(where, "UNKNOWN_FIELD", "A file stands in a field files[n].")])
    kind = part.headers.get("Content-Type", "application/octet-stream")
    return Upload(int(match[1]), part.filename, kind, data)


_FORBIDDEN = re.compile(r"[^A-Za-z0-9_.\-]")


def stored_name(name: str) -> str:
    """The stored name: everything but letters, digits, `_`, `.` and `-` becomes `_`."""
    return _FORBIDDEN.sub("_", name)


def picture_size(data: bytes) -> tuple[int, int] | None:
    """Width and height in pixels, None for bytes that are not a picture."""
    try:
        with Image.open(BytesIO(data), formats=_PICTURES) as picture:
            return picture.size
    except (OSError, Image.DecompressionBombError):
        return None
