"""Every request that leaves for Discord, taken down where it leaves this process."""

import io
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final
from urllib.parse import urlsplit

import aiohttp
import pytest
from PIL import Image

from tests.stillness import Stillness, counted

Json = Any

API: Final = "/api/v10"
PAYLOAD: Final = "payload_json"
"""The field of a form that holds the JSON beside its files."""
DIGITS: Final = 16


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a request: its name, and what it shows or says."""

    name: str
    content: str


@dataclass(frozen=True, slots=True)
class Request:
    """A request with its answer; `path` is what follows the version of the API."""

    method: str
    path: str
    payload: Json
    files: tuple[Upload, ...]
    status: int
    answer: Json


@contextmanager
def leaving(still: Stillness) -> Iterator[list[Request]]:
    """The requests so far, as they were answered."""
    taken: list[Request] = []
    with pytest.MonkeyPatch.context() as patch:
        session = aiohttp.ClientSession
        patch.setattr(session, "_request", counted(_taking(session._request, taken), still))
        yield taken


def _taking(send: Callable[..., Awaitable[Any]], taken: list[Request]) -> Callable[..., Any]:
    async def taking(session: Any, method: str, url: Any, **more: Any) -> Any:
        whole = urlsplit(str(url))
        if not whole.path.startswith(API):
            return await send(session, method, url, **more)
        payload, files = _read(more)
        response = await send(session, method, url, **more)
        body = await response.read()
        query = f"?{whole.query}" if whole.query else ""
        path = whole.path.removeprefix(API) + query
        answer = json.loads(body) if body else None
        taken.append(Request(method, path, payload, files, response.status, answer))
        return response

    return taking


def _read(more: dict[str, Any]) -> tuple[Json, tuple[Upload, ...]]:
    match more.get("data"):
        case None:
            return more.get("json"), ()
        case aiohttp.FormData() as form:
            return _form(form)
        case text:
            return json.loads(text), ()


def _form(form: aiohttp.FormData) -> tuple[Json, tuple[Upload, ...]]:
    payload, files = None, []
    for options, _, value in form._fields:
        if options["name"] == PAYLOAD:
            payload = json.loads(value)
        else:
            files.append(Upload(options["filename"], _content(_bytes(value))))
    return payload, tuple(files)


def _bytes(value: Any) -> bytes:
    """What an open file holds, which is sent afterwards."""
    if not isinstance(value, io.IOBase):
        return bytes(value)
    place = value.tell()
    data: bytes = value.read()
    value.seek(place)
    return data


@lru_cache(maxsize=256)
def _content(data: bytes) -> str:
    """The pixels of a picture as a hash, a text as it is."""
    if not data.startswith(b"\x89PNG"):
        return data.decode()
    with Image.open(io.BytesIO(data)) as picture:
        pixels = sha256(picture.convert("RGBA").tobytes()).hexdigest()[:DIGITS]
        return f"{picture.width} x {picture.height} pixels {pixels}"
