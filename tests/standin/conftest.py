"""A stand-in with three people, a guild with a channel, and the toy bot logged in."""

from __future__ import annotations

import json
import zlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import aiohttp
import discord
import pytest
import pytest_asyncio

from bot.standin import Channel, Guild, Interaction, ManualClock, Message, StandIn, UserClient
from tests.kit.sources import OPENAPI
from tests.kit.toy import Inter, Toy, running


@dataclass(frozen=True, slots=True)
class Stage:
    """A Discord on which a toy bot answers, and not the one of a `Hall`."""

    server: StandIn
    clock: ManualClock
    toy: Toy
    ada: UserClient
    bo: UserClient
    guild: Guild
    table: Channel

    async def ask(self, what: str, channel: Channel | None = None) -> Interaction:
        """Ada sends the toy's command; `what` names the handler that answers."""
        return await self.ada.slash(channel or self.table, "toy", "do", what=what)

    async def held(self) -> tuple[Interaction, Inter]:
        """An interaction that the bot has received and not answered, from both sides."""
        asked = await self.ask("hold")
        await self.server.core.changes.wait_for(
            lambda: next((True for i in self.toy.seen if i.id == asked.id), None), 5
        )
        return asked, next(i for i in self.toy.seen if i.id == asked.id)

    def pop_faults(self) -> set[str]:
        """The codes of the bot's faults so far, which are forgotten."""
        codes = {fault.problem.code for fault in self.server.invalid_requests}
        self.server.invalid_requests.clear()
        return codes

    def last(self) -> Message:
        """The newest public message of the app at the table."""
        return self.server.app_messages(self.table)[-1]


def assert_answers_fit_the_specification(server: StandIn) -> None:
    """Hold every answer of the stand-in against Discord's OpenAPI file."""
    openapi = server.core.openapi
    if openapi is None:
        return
    for entry in server.requests:
        faults = openapi.response_faults(entry.method, entry.template, entry.status, entry.answer)
        assert not faults, (entry.method, entry.template, faults)


@pytest_asyncio.fixture
async def stage(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    monkeypatch.setattr("discord.backoff.ExponentialBackoff.delay", lambda _: 0.01)
    clock = ManualClock()
    async with StandIn(clock=clock, spec=OPENAPI) as server:
        ada, bo = server.person("Ada", locale="de"), server.person("Bo")
        guild = server.guild("Club", ada, bo)
        table = server.text_channel(guild, "table")
        async with running(server) as toy:
            yield Stage(server, clock, toy, ada, bo, guild, table)
            assert toy.failures == []
        assert server.invalid_requests == []
        assert_answers_fit_the_specification(server)


class Refusal(NamedTuple):
    """A refused request, as it came over the wire."""

    status: int
    headers: dict[str, str]
    text: str


@dataclass(frozen=True, slots=True)
class Wire:
    """The stand-in and a bare HTTP client with the bot's token."""

    server: StandIn
    clock: ManualClock
    http: aiohttp.ClientSession
    ada: UserClient
    guild: Guild
    table: Channel

    async def call(self, method: str, path: str, **body: Any) -> tuple[int, Any]:
        async with self.http.request(method, self.server.api_base + path, **body) as answer:
            if answer.status == 204:
                return 204, None
            return answer.status, await answer.json()

    async def refused(self, method: str, path: str, **body: Any) -> Refusal | None:
        """Return the refusal of a request; None without one."""
        async with self.http.request(method, self.server.api_base + path, **body) as answer:
            if answer.status < 400:
                return None
            return Refusal(answer.status, dict(answer.headers), await answer.text())

    async def code(self, method: str, path: str, **body: Any) -> int:
        status, told = await self.call(method, path, **body)
        assert status >= 400
        return int(told["code"])

    @property
    def app(self) -> str:
        return f"/applications/{self.server.world.application.id}"

    @property
    def messages(self) -> str:
        return f"/channels/{self.table.id}/messages"


@pytest_asyncio.fixture
async def wire() -> AsyncIterator[Wire]:
    clock = ManualClock()
    async with StandIn(spec=OPENAPI, clock=clock) as server:
        ada = server.person("Ada")
        guild = server.guild("Club", ada)
        table = server.text_channel(guild, "table")
        headers = {"Authorization": f"Bot {server.token}"}
        async with aiohttp.ClientSession(headers=headers) as http:
            yield Wire(server, clock, http, ada, guild, table)
        assert_answers_fit_the_specification(server)


class Raw:
    """A gateway client without a library."""

    def __init__(self, server: StandIn, session: aiohttp.ClientSession, query: str = "") -> None:
        self._url = f"{server.gateway_url}?v=10&encoding=json{query}"
        self._session = session
        self._inflate = zlib.decompressobj()

    async def __aenter__(self) -> Self:
        self.socket = await self._session.ws_connect(self._url)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.close()

    async def send(self, op: int, data: Any = None) -> None:
        await self.socket.send_json({"op": op, "d": data})

    async def frame(self) -> Any:
        message = await self.socket.receive(timeout=5)
        if message.type is aiohttp.WSMsgType.CLOSE:
            return message.data
        if message.type is aiohttp.WSMsgType.BINARY:
            return json.loads(self._inflate.decompress(message.data))
        return json.loads(message.data)

    def identify(self, server: StandIn, **changes: Any) -> Any:
        return {"token": server.token, "intents": 1, "properties": {}, **changes}


async def code_of(awaitable: object) -> int:
    with pytest.raises(discord.HTTPException) as refused:
        await awaitable  # type: ignore[misc]
    return refused.value.code


def channel_of(stage: Stage) -> discord.TextChannel:
    found = stage.toy.get_channel(stage.table.id)
    assert isinstance(found, discord.TextChannel)
    return found


async def thread_of(stage: Stage) -> discord.Thread:
    return await channel_of(stage).create_thread(
        name="game 1", type=discord.ChannelType.public_thread, auto_archive_duration=10080
    )
