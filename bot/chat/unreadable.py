"""Malformed data from Discord: the bot passes over it and goes on.

The library takes every event and answer for whole. One that is not would end the connection to the
gateway, and the process with it, or it would look like an error of ours.
"""

import json
import logging
import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, Final

import aiohttp
import discord
from discord.errors import ConnectionClosed
from discord.gateway import DiscordWebSocket, ReconnectWebSocket, WebSocketClosure
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.model import button_forms, telemetry

_LOGGER = logging.getLogger(__name__)

_CLOSED: Final = 4000
"""The code by which we close a connection that we cannot read; the next one begins a session."""
_BEATS: Final = (1.0, 600.0)
"""Seconds between heartbeats, at least and at most; Discord asks for 41."""
_MALFORMED: Final = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)
"""Errors of the library over malformed data."""
_MEANT: Final = (
    ReconnectWebSocket,
    ConnectionClosed,
    WebSocketClosure,
    aiohttp.ClientError,
    OSError,
)
"""Errors that the library raises on purpose, to begin another connection."""
PRESS_EVENT: Final = "INTERACTION_CREATE"
_ASKING: Final = frozenset({2, 3, 4, 5})
"""The types of interactions with data: a command, a press, a completion and a form."""
_COMPLETION: Final = 4
_COMMANDS: Final = frozenset({2, _COMPLETION})
_MENUS: Final = frozenset({1, 2, 3})
"""The types of commands: typed, in the menu of a person and in that of a message."""
_GROUPS: Final = frozenset({1, 2})
"""The types of options that hold others, in place of a value: a command of a group, and a group."""
_TOKEN: Final = re.compile(r"[A-Za-z0-9_.=-]{1,500}")
"""The token of an interaction, which stands in the address of its answers."""
_KINDS: Final[Mapping[str, type]] = {
    "name": str,
    "custom_id": str,
    "type": int,
    "component_type": int,
    "options": list,
    "components": list,
    "component": dict,
    "values": list,
    "resolved": dict,
}
"""Types of the parts of this data, where they are present."""
_OPENING: Final = frozenset({"READY", "RESUMED"})
"""Events without which a connection is worth nothing."""
_OF_A_MESSAGE: Final = re.compile(
    r"/messages(/\{message_id\})?$|^/webhooks/\{webhook_id\}/\{webhook_token\}$"
)
"""Routes that answer with a message when one is sent or changed."""
_IDS: Final = frozenset({"id", "guild_id", "channel_id", "application_id"})
_NESTED: Final = 2
"""Depth below an event of the ids that the bot notes, such as the person's in a member."""
_PARTS: Final = frozenset({"id", "type", "content", "attachments", "embeds", "edited_timestamp"})
"""Parts of every message that the library or the bot reads."""


class UnreadableError(aiohttp.ClientPayloadError):
    """Something that nobody can read; what is done then is the same as without an answer."""


class Wiring(StrEnum):
    """The connections on which Discord can send malformed data."""

    GATEWAY = "gateway"
    API = "API"


for _wiring in Wiring:
    telemetry.count(telemetry.UNREADABLE, _wiring, by=0)


def pass_over(connection: Wiring, what: str, error: BaseException) -> None:
    """Note that something unreadable came, in a line that shows nothing of what it said."""
    telemetry.count(telemetry.UNREADABLE, connection)
    step = error.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    where = "" if step is None else f" in {step.tb_frame.f_code.co_qualname}"
    _LOGGER.warning(
        "reading %s from the %s failed: %s%s", what, connection, type(error).__name__, where
    )


def guard(client: discord.Client) -> None:
    """Let a client, which has yet to connect, pass over what it cannot read."""
    state: Any = client._connection  # noqa: SLF001 - the library has no other place for it
    state.parsers = {name: _guarded(name, parse) for name, parse in state.parsers.items()}
    discord.shard.DiscordWebSocket = ReadableSocket  # type: ignore[misc]
    http: Any = client.http
    http.request = _checked(http.request)
    discord.webhook.async_.async_context.set(ReadableAdapter())


def _check_ids(data: Any, depth: int = _NESTED) -> None:
    """Raise ValueError for an id that the database could not hold, on the upper levels of data."""
    for key, value in data.items():
        if key in _IDS and value is not None:
            if not 0 <= int(value) <= button_forms.LARGEST_NUMBER:
                raise ValueError(key)
        elif isinstance(value, dict) and depth:
            _check_ids(value, depth - 1)


def _check_press(data: Any) -> None:
    """Raise TypeError or ValueError for a press whose texts are none, or cannot be stored."""
    if not _TOKEN.fullmatch(data["token"]) or type(data["type"]) is not int:
        raise TypeError("token, type")
    for name in ("locale", "guild_locale"):
        if not isinstance(data.get(name, ""), str):
            raise TypeError(name)
    if data["type"] in _ASKING:
        _check_asked(data["data"])
        _ = (data["member"]["user"] if data.get("guild_id") else data["user"])["id"]
    if data["type"] in _COMMANDS:
        _check_asked({name: data["data"][name] for name in ("name", "type", "id")})
        if data["data"]["type"] not in _MENUS:
            raise ValueError("type")
    text = json.dumps(data, ensure_ascii=False)
    text.encode()  # half a surrogate pair has no place anywhere
    if data["type"] == _COMPLETION and '"focused": true' not in text:
        raise ValueError("focused")


def _check_asked(part: Any) -> None:
    """Raise TypeError or KeyError for a form or a command with parts that are none."""
    for name, kind in _KINDS.items():
        if not isinstance(part.get(name, kind()), kind):
            raise TypeError(name)
    if any(not isinstance(value, str) for value in part.get("values", ())):
        raise TypeError("values")
    for inner in part.get("options", ()):
        if inner["type"] not in _GROUPS:
            _ = inner["value"]
        _check_asked({"name": inner["name"], "type": inner["type"], **inner})
    labeled = (part["component"],) if "component" in part else ()
    for inner in (*part.get("components", ()), *labeled):
        _check_asked(inner)


def _guarded(name: str, parse: Callable[[Any], None]) -> Callable[[Any], None]:
    """The parser of an event, which passes over what it cannot read."""

    def read(data: Any) -> None:
        try:
            _check_ids(data)
            if name == PRESS_EVENT:
                _check_press(data)
            parse(data)
        except Exception as error:  # noqa: BLE001 - data of any form
            pass_over(Wiring.GATEWAY, name, error)
            if name in _OPENING:
                raise UnreadableError(name) from None

    return read


class ReadableSocket(DiscordWebSocket):
    """A connection to the gateway that survives frames which are none."""

    async def received_message(self, msg: Any, /) -> None:
        """Read a frame; raises what leads to another connection where this one is of no use."""
        before = self.sequence
        try:
            await super().received_message(msg)
            pause = None if self._keep_alive is None else self._keep_alive.interval
            if pause is not None and not _BEATS[0] <= pause <= _BEATS[1]:
                raise UnreadableError("heartbeats")  # noqa: TRY301 - as any other frame
        except UnreadableError:
            await self.close(_CLOSED)
            raise
        except _MEANT:
            raise
        except Exception as error:  # noqa: BLE001 - data of any form
            pass_over(Wiring.GATEWAY, "a frame", error)
            if (
                self._keep_alive is None
                or self.session_id is None
                or not isinstance(error, _MALFORMED)
            ):
                await self.close(_CLOSED)
                raise UnreadableError("a frame") from None
        if type(self.sequence) not in (int, type(None)):
            self.sequence = before


class ReadableAdapter(AsyncWebhookAdapter):
    """The way of answers to presses, whose answers are read with the same care."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.request = _checked(super().request)  # type: ignore[method-assign]


def _checked(request: Callable[..., Any]) -> Callable[..., Any]:
    """A request that raises UnreadableError for an answer that nobody can read."""

    async def checked(route: Any, *args: Any, **more: Any) -> Any:
        try:
            answer = await request(route, *args, **more)
            if not _is_readable(route.method, route.path, answer):
                raise TypeError(type(answer))
        except _MALFORMED as error:
            pass_over(Wiring.API, f"the answer to {route.method} {route.path}", error)
            raise UnreadableError(route.path) from None
        return answer

    return checked


def _is_readable(method: str, path: str, answer: Any) -> bool:
    if method in {"POST", "PATCH"} and _OF_A_MESSAGE.search(path):
        return isinstance(answer, Mapping) and answer.keys() >= _PARTS and _is_id(answer["id"])
    return not (isinstance(answer, str) and answer)


def _is_id(text: object) -> bool:
    return isinstance(text, str) and text.isascii() and text.isdecimal()
