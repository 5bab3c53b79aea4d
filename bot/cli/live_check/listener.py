"""A session at Discord's gateway, which keeps every event, and can be cut and resumed."""

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field
from socket import SHUT_RDWR
from typing import Any, Final

import aiohttp

_GUILDS: Final = 1 << 0
_GUILD_MESSAGES: Final = 1 << 9
_INTENTS: Final = _GUILDS | _GUILD_MESSAGES
"""Neither is privileged; the second lets the bot hear its own messages."""
_QUERY: Final = {"v": "10", "encoding": "json"}
_STARTS_WITHIN: Final = 30.0
"""Seconds for Discord to greet."""
_GOES_ON: Final = 4000
"""A code that does not end the session."""
_ENDS: Final = frozenset({"INVALID_SESSION", "CLOSED"})
_GREETINGS: Final = _ENDS | {"READY"}
_RESUMPTIONS: Final = _ENDS | {"RESUMED"}


@dataclass(frozen=True, slots=True)
class HeardEvent:
    """An event as it came, or the end of a session."""

    name: str
    data: Any


@dataclass(slots=True)
class Listener:
    """Hears the events of the bot, in their order."""

    session: aiohttp.ClientSession
    address: str
    token: str = field(repr=False)
    events: list[HeardEvent] = field(default_factory=list)
    _sequence: int | None = None
    _id: str = ""
    _resume_at: str = ""
    _socket: aiohttp.ClientWebSocketResponse | None = None
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    async def start(self) -> None:
        """Begin a session and wait for its first event. Raises ConnectionError, TimeoutError."""
        about = {"os": "linux", "browser": "bonfire", "device": "bonfire"}
        wanted = {"token": self.token, "intents": _INTENTS, "properties": about}
        mark = len(self.events)
        await self._connect(self.address, {"op": 2, "d": wanted})
        ready = await self.event(lambda one: one.name in _GREETINGS, mark, _STARTS_WITHIN)
        if ready.name != "READY":
            raise ConnectionError(f"the gateway said {ready.name} {ready.data}")
        self._id, self._resume_at = ready.data["session_id"], ready.data["resume_gateway_url"]

    async def cut(self) -> None:
        """Cut the connection without a word."""
        await self._stop_tasks()
        if self._socket is not None:  # a closing frame would end the session
            self._socket.get_extra_info("socket").shutdown(SHUT_RDWR)
            await self._socket.close()

    async def resume(self) -> bool:
        """Connect once more; returns False where the session is gone."""
        told = {"token": self.token, "session_id": self._id, "seq": self._sequence}
        mark = len(self.events)
        await self._connect(self._resume_at, {"op": 6, "d": told})
        end = await self.event(lambda one: one.name in _RESUMPTIONS, mark, _STARTS_WITHIN)
        return end.name == "RESUMED"

    async def keep(self) -> None:
        """Connect again if Discord has ended the connection."""
        if self._socket is not None and self._socket.closed:
            await self._stop_tasks()
            if not await self.resume():
                await self._stop_tasks()
                await self.start()

    async def close(self) -> None:
        """End the session."""
        await self._stop_tasks()
        if self._socket is not None:
            await self._socket.close()

    async def event(
        self, wanted: Callable[[HeardEvent], bool], after: int, timeout: float | None = None
    ) -> HeardEvent:
        """The first event from the place `after` on that is wanted. Raises TimeoutError."""
        async with asyncio.timeout(timeout):
            while True:
                for one in self.events[after:]:
                    if wanted(one):
                        return one
                self._news.clear()
                await self._news.wait()

    async def _connect(self, address: str, first: object) -> None:
        self._socket = socket = await self.session.ws_connect(address, params=_QUERY)
        hello = await socket.receive_json(timeout=_STARTS_WITHIN)
        await socket.send_json(first)
        pause = hello["d"]["heartbeat_interval"] / 1000
        self._tasks = [
            asyncio.create_task(self._read(socket)),
            asyncio.create_task(self._beat(socket, pause)),
        ]

    async def _beat(self, socket: aiohttp.ClientWebSocketResponse, pause: float) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                await socket.send_json({"op": 1, "d": self._sequence})
                await asyncio.sleep(pause)

    async def _read(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for message in socket:
            frame = message.json()
            if frame["op"] == 0:
                self._sequence = frame["s"]
                self._hear(HeardEvent(frame["t"], frame["d"]))
            elif frame["op"] == 7:  # Discord asks for another connection
                await socket.close(code=_GOES_ON)
            elif frame["op"] == 9:
                self._hear(HeardEvent("INVALID_SESSION", frame["d"]))
        self._hear(HeardEvent("CLOSED", socket.close_code))

    def _hear(self, event: HeardEvent) -> None:
        self.events.append(event)
        self._news.set()

    async def _stop_tasks(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []
