"""Requests that the library may not repeat: what they bring about would be there twice.

discord.py makes a request up to five times where Discord answers 5xx, or hangs up, though Discord
may have done what it asked for. It knows posts in channels again by their nonces, and nothing else.
The outbox makes each of its requests itself: a refusal of the second one would hide from it that
Discord may have taken the first.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import SimpleNamespace
from typing import Final

import aiohttp
import discord
from discord.http import json_or_text

_KNOWN_AGAIN: Final = re.compile(r"/channels/\d+/messages$|/users/@me/channels$")
"""Routes on which Discord brings about once what it is asked for twice."""
_REPEATED: Final = frozenset({54, 10054})
"""The numbers of a connection that was reset, after which the library makes a request again."""

_EACH_TOLD: Final = ContextVar("_EACH_TOLD", default=False)
"""Whether the caller wants to hear of each failure."""


@contextmanager
def each_failure_told() -> Iterator[None]:
    """Keep the library from making any request of this task again that brings something about."""
    before = _EACH_TOLD.set(True)
    try:
        yield
    finally:
        _EACH_TOLD.reset(before)


def tried_once() -> aiohttp.TraceConfig:
    """A look at each request that keeps the library from making it again, where that may matter."""
    looking = aiohttp.TraceConfig()
    looking.on_request_end.append(_look_at_answer)
    looking.on_request_exception.append(_look_at_failure)
    return looking


async def _look_at_answer(
    _session: aiohttp.ClientSession, _ctx: SimpleNamespace, asked: aiohttp.TraceRequestEndParams
) -> None:
    """Raise discord.DiscordServerError for an answer that leaves open what was done."""
    if asked.response.status >= 500 and _may_be_doubled(asked):
        raise discord.DiscordServerError(asked.response, await json_or_text(asked.response))


async def _look_at_failure(
    _session: aiohttp.ClientSession,
    _ctx: SimpleNamespace,
    asked: aiohttp.TraceRequestExceptionParams,
) -> None:
    """Raise aiohttp.ClientConnectionError for a connection that was reset meanwhile."""
    error = asked.exception
    if isinstance(error, OSError) and error.errno in _REPEATED and _may_be_doubled(asked):
        raise aiohttp.ClientConnectionError(str(error)) from error


def _may_be_doubled(
    asked: aiohttp.TraceRequestEndParams | aiohttp.TraceRequestExceptionParams,
) -> bool:
    is_known = _KNOWN_AGAIN.search(asked.url.path) and not _EACH_TOLD.get()
    return asked.method == "POST" and not is_known
