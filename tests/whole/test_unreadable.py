"""The bot passes over malformed data from Discord, and answers the next press."""

import asyncio
import contextlib
import json
import logging
import random
from typing import Any

import pytest

from bot.standin import fault_injection
from bot.standin.gateway import Connection
from bot.standin.interaction import NotAnswered
from bot.standin.layout import text
from tests.kit.hall import Hall
from tests.kit.marks import long
from tests.kit.whole import eventually

DEEP: Any = json.loads("[" * 500 + "]" * 500)
ODD: tuple[Any, ...] = (
    None, [], {}, "x", 5, True, {"id": None}, {"id": "x"}, {"id": 7, "guild_id": None},
    {"id": "1", "guild_id": "1", "channels": None, "roles": None, "threads": 5, "members": {}},
    {"id": 10**30, "guild_id": 10**30, "user": None}, {"id": "\ud800"}, DEEP, {"id": DEEP},
)  # fmt: skip
FRAMES: tuple[Any, ...] = (
    None, [], "x", 7, {}, {"op": None}, {"op": "0"}, {"op": []}, {"op": 0}, {"op": 0, "d": {}},
    {"op": 0, "t": [], "s": 1, "d": {}}, {"op": 0, "t": {}, "d": None},
    {"op": 0, "t": "NEW", "d": 1}, {"op": 99, "d": None}, {"op": 11, "d": DEEP},
    {"op": 0, "t": "GUILD_CREATE", "s": "x", "d": None},
)  # fmt: skip
PRESSES: tuple[dict[str, Any], ...] = (
    {"type": 2}, {"type": 3}, {"type": 3, "data": {}}, {"type": 3, "data": {"custom_id": None}},
    {"type": 3, "data": {"custom_id": 5, "component_type": 2}},
    {"type": 3, "data": {"custom_id": "\ud800", "component_type": 2}},
    {"type": 3, "data": {"custom_id": "w:1:2", "component_type": "x", "values": 3}},
    {"type": 5, "data": {"custom_id": "x", "components": None}},
    {"type": 5, "data": {"custom_id": "x", "components": [5]}},
    {"type": 2, "data": None}, {"type": 2, "data": {"name": None, "type": 1, "id": "1"}},
    {"type": 2, "data": {"name": "bonfire", "type": 1, "id": "1", "options": 5}},
    {"type": 2, "data": {"name": "bonfire", "type": 1, "id": "1", "options": [{}]}},
    {"type": 2, "data": {"name": "bonfire", "type": 1, "id": "1", "options": [{"name": "status"}]}},
    {"type": 2, "data": {"name": "bonfire", "type": 1, "id": "1", "resolved": []}},
    {"type": 4, "data": {"name": "bonfire", "type": 1, "id": "1", "options": DEEP}},
    {"type": "2"}, {"type": None}, {"type": 10**30}, {"type": [3]},
)  # fmt: skip


def connection(hall: Hall) -> Connection:
    return next(iter(hall.server.gateway._connections))


async def answers(hall: Hall) -> None:
    """A press is answered; those that an old connection has taken along are not."""
    for _ in range(5):
        await hall.clock.turned(hall.server.connected())
        asked = await hall.people[0].slash(hall.table, "bonfire", "help")
        with contextlib.suppress(NotAnswered):
            assert text(await hall.clock.turned(asked.response()))
            return
    raise AssertionError("no press was answered")


def complaints(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return warnings and errors of the log, each as a line of its own."""
    return [
        record.getMessage()
        for record in caplog.records
        if record.levelno >= logging.WARNING and record.name.split(".")[0] != "aiohttp"
    ]


async def test_events_that_nobody_can_read_are_passed_over(
    hall: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    names = sorted(hall.client._connection.parsers.keys() - {"READY", "RESUMED"})
    before, sessions = hall.client._connection.parsers, hall.server.gateway.identifies
    for name in names:
        for data in ODD:
            if name == "USER_UPDATE" and isinstance(data, dict):
                continue  # it may name the bot as it likes
            connection(hall).send({"op": 0, "t": name, "s": None, "d": data})
    await answers(hall)
    assert hall.client._connection.parsers is before
    assert hall.server.gateway.identifies == sessions
    assert hall.server.gateway.resumes == 0
    told = complaints(caplog)
    assert all(line.startswith("reading ") for line in told), told
    assert not any(record.exc_info for record in caplog.records)


async def test_frames_that_nobody_can_read_are_passed_over(
    hall: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    sessions = hall.server.gateway.identifies
    for frame in FRAMES:
        connection(hall).send(frame)
    for line in ("", "{", "no json", '{"op": 0, "t": "X", "d": NaN', "\ud83d"[:0] + "\x00"):
        connection(hall)._queue.put_nowait(Raw(line))
    await answers(hall)
    assert hall.server.gateway.identifies == sessions
    assert not any(record.exc_info for record in caplog.records)


class Raw(dict[str, Any]):
    """A text in the queue of a connection that is sent as it stands."""

    def __init__(self, line: str) -> None:
        super().__init__()
        self.line = line


@pytest.fixture(autouse=True)
def raw_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    dumps = json.dumps
    monkeypatch.setattr(
        "bot.standin.gateway.json.dumps",
        lambda value, **more: value.line if isinstance(value, Raw) else dumps(value, **more),
    )


@pytest.mark.parametrize(
    "garbage", [b"garbage\x00\x00\xff\xff", random.Random(7).randbytes(3000) + b"\0\0\xff\xff"]
)
async def test_a_stream_that_is_broken_leads_to_another_connection(
    hall: Hall, garbage: bytes
) -> None:
    sessions = hall.server.gateway.identifies
    await connection(hall).socket.send_bytes(garbage)

    async def begun() -> bool:
        return hall.server.gateway.identifies > sessions

    await hall.clock.turned(eventually(begun))
    await answers(hall)


@pytest.mark.parametrize("pause", [None, "x", 0, -5, 10**12, [], 1e-9])
async def test_heartbeats_that_nobody_can_keep_lead_to_another_connection(
    hall: Hall, pause: Any
) -> None:
    usual, hall.server.gateway.heartbeat_ms = hall.server.gateway.heartbeat_ms, pause
    hall.server.gateway.invalidate()
    await hall.clock.turned(asyncio.sleep(0.2))
    hall.server.gateway.heartbeat_ms = usual
    await answers(hall)


@pytest.mark.parametrize(
    "key", ["session_id", "resume_gateway_url", "user", "guilds", "application"]
)
@pytest.mark.parametrize("value", [None, 5, "x"])
async def test_a_greeting_that_nobody_can_read_leads_to_another_connection(
    hall: Hall, key: str, value: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    gateway = hall.server.gateway
    ready = gateway._greeting.ready
    sent = asyncio.Event()

    def unreadable(_: object, guilds: Any) -> dict[str, Any]:
        sent.set()
        return {**ready(guilds), key: value}

    with monkeypatch.context() as patch:
        patch.setattr(type(gateway._greeting), "ready", unreadable)
        gateway.invalidate()
        await hall.clock.turned(sent.wait())
        await hall.clock.turned(hall.clock.sleep(1))
    gateway.invalidate()
    await answers(hall)


async def test_presses_that_nobody_can_read_are_passed_over(
    hall: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    captured: list[dict[str, Any]] = []
    hall.server.core.endpoint = captured.append
    await hall.people[0].slash(hall.table, "bonfire", "help")
    hall.server.core.endpoint = None
    usual = captured[0]
    values: tuple[Any, ...] = (None, [], {}, "x", -1, 10**30)
    odd = [{**usual, key: value} for key in usual for value in values]
    odd += [{key: value for key, value in usual.items() if key != lacking} for lacking in usual]
    for payload in (*odd, *({**usual, **press} for press in PRESSES)):
        if payload != usual:
            hall.client.take(payload)
    for _ in range(20):
        await asyncio.sleep(0.01)
    await answers(hall)
    assert not [record for record in caplog.records if record.exc_info], complaints(caplog)


@pytest.mark.parametrize(
    "body",
    [
        *("<html>", {}, None, {"id": None}, {"id": "x"}),
        *map(long, ("", [], 5, {"id": "123"}, {"id": 123})),
    ],
)
@pytest.mark.parametrize("path", [r"/channels/\d+/messages$", r"/callback", r"/webhooks/.*"])
async def test_answers_that_nobody_can_read_count_as_none(hall: Hall, body: Any, path: str) -> None:
    hall.server.fault_injector.plan("*", path, fault_injection.Odd(body))
    ada = hall.people[0]
    await ada.slash(hall.table, "bonfire", "solo")
    await hall.clock.turned(eventually(lambda: asyncio.sleep(0, hall.posts())))
    await hall.clock.turned(hall.clock.sleep(60), within=60)
    await answers(hall)
    posts = hall.server.app_messages(hall.table)
    assert posts
    assert len({message.id for message in posts}) == len(posts)
