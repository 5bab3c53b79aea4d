"""The gateway: sessions over WebSockets, with heartbeats, resumption and close codes.

Discord, events/gateway and topics/opcodes-and-status-codes.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import Protocol

from aiohttp import WSMsgType, web

from bot.standin import model
from bot.standin.session_starts import SessionStarts


class Opcode(IntEnum):
    """Gateway opcodes."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE_STATE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class Close(IntEnum):
    """Close codes that the stand-in uses."""

    UNKNOWN_ERROR = 4000
    UNKNOWN_OPCODE = 4001
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    ALREADY_AUTHENTICATED = 4005
    INVALID_SEQUENCE = 4007
    RATE_LIMITED = 4008
    SESSION_TIMED_OUT = 4009
    INVALID_SHARD = 4010
    SHARDING_REQUIRED = 4011
    INVALID_VERSION = 4012
    INVALID_INTENTS = 4013
    DISALLOWED_INTENTS = 4014


class Intent(IntFlag):
    """Gateway intents that guard the events of the stand-in; events of NONE go to all sessions."""

    NONE = 0
    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    DIRECT_MESSAGES = 1 << 12
    MESSAGE_CONTENT = 1 << 15


_PRIVILEGED = Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT
_KNOWN_INTENTS = (1 << 26) - 1
_API_VERSION = "10"
_GUILDS_OF_A_SHARD = 2500
_EVENTS_KEPT = 5_000
"""Events of a session that can be replayed."""
_ACKNOWLEDGE_AFTER = 0.02
"""Seconds to the answer to a heartbeat; a client measures its latency by it, never as 0."""
_DETACHED_KEPT = 16
"""Sessions without a connection that can be resumed."""


class Greeting(Protocol):
    """The data about the world with which a new session begins."""

    def token(self) -> str:
        """The bot token that opens a session."""
        ...

    def ready(self, guild_ids: list[int]) -> model.Json:
        """The READY data without session, shard and gateway address."""
        ...

    def guild_ids(self) -> list[int]:
        """The guilds that the app is a member of."""
        ...

    def guild_create(self, guild_id: int) -> model.Json:
        """The GUILD_CREATE data."""
        ...


@dataclass(slots=True, eq=False)
class Session:
    """One session; it outlives its connection, so that it can be resumed."""

    id: str
    shard: int
    shards: int
    intents: Intent
    sent: deque[model.Json]
    sequence: int = 0
    connection: Connection | None = None
    ready: bool = False

    def owns(self, guild_id: int | None) -> bool:
        """Say whether events of this guild (None: of no guild) belong to this session's shard."""
        home = 0 if guild_id is None else (guild_id >> 22) % self.shards
        return home == self.shard

    def can_replay(self, sequence: int) -> bool:
        """Say whether every event after this number is still at hand."""
        return self.sequence - len(self.sent) <= sequence <= self.sequence

    def dispatch(self, event: str, data: model.Json) -> None:
        """Number and keep an event, and send it if there is a connection."""
        self.sequence += 1
        frame: model.Json = {"op": 0, "t": event, "s": self.sequence, "d": data}
        self.sent.append(frame)
        if self.connection is not None:
            self.connection.send(frame)


class Connection:
    """One WebSocket with its outgoing queue."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self.socket = socket
        self.session: Session | None = None
        self.dropped = False
        self._request = request
        self._queue: asyncio.Queue[model.Json] = asyncio.Queue()
        compressed = request.query.get("compress") == "zlib-stream"
        self._deflate = zlib.compressobj() if compressed else None

    def send(self, frame: model.Json) -> None:
        """Queue a frame."""
        self._queue.put_nowait(frame)

    def say(self, op: Opcode, data: object = None) -> None:
        """Queue a frame that is no event."""
        self.send({"op": int(op), "d": data, "s": None, "t": None})

    async def pump(self) -> None:
        """Send what is queued until cancelled or cut off."""
        while True:
            frame = await self._queue.get()
            text = json.dumps(frame)
            try:
                await self._write(text)
            except (ConnectionError, RuntimeError):
                return

    async def _write(self, text: str) -> None:
        if self._deflate is None:
            await self.socket.send_str(text)
            return
        packed = self._deflate.compress(text.encode())
        await self.socket.send_bytes(packed + self._deflate.flush(zlib.Z_SYNC_FLUSH))

    async def drop(self, code: int) -> None:
        """Close with a code; the client's answer to it does not end the session."""
        self.dropped = True
        await self.socket.close(code=code)

    def abort(self) -> None:
        """Cut the connection without a word."""
        if self._request.transport is not None:
            self._request.transport.abort()


class Gateway:
    """All sessions of the bot, and the ways to disturb them."""

    def __init__(
        self, greeting: Greeting, on_change: Callable[[], None], starts: SessionStarts
    ) -> None:
        self.url = ""
        self.heartbeat_ms = 41_250
        self.acknowledges_heartbeats = True
        self.events_kept = _EVENTS_KEPT
        self.allowed_privileged = Intent.NONE
        self.sessions: list[Session] = []
        self.identifies = 0
        self.resumes = 0
        self.starts = starts
        self.guilds_of_a_shard = _GUILDS_OF_A_SHARD
        self.away: set[int] = set()
        """Servers that are away: sessions begin without them, and hear nothing of them."""
        self._greeting = greeting
        self._on_change = on_change
        self._connections: set[Connection] = set()
        self._refuse_resumes = 0
        self._token_is_void = False
        self._refused_identifies: deque[int] = deque()

    @property
    def is_connected(self) -> bool:
        """Say whether some session is identified and listening right now."""
        return any(s.connection is not None and s.ready for s in self.sessions)

    def dispatch(
        self, event: str, data: model.Json, *, guild_id: int | None, intent: Intent = Intent.NONE
    ) -> int:
        """Give an event to every session that may hear it; returns how many there are."""
        heard = [*self._listening(guild_id, intent)]
        for session in heard:
            session.dispatch(event, data)
        return len(heard)

    def _listening(self, guild_id: int | None, intent: Intent) -> Iterator[Session]:
        for session in () if guild_id in self.away else self.sessions:
            if session.owns(guild_id) and session.intents & intent == intent:
                yield session

    async def drop(self, code: int = Close.UNKNOWN_ERROR) -> None:
        """Close every connection with a code; sessions can be resumed unless they timed out."""
        for connection in tuple(self._connections):
            if code == Close.SESSION_TIMED_OUT and connection.session is not None:
                self._forget(connection.session)
            await connection.drop(code)

    def abort(self) -> None:
        """Cut every connection in the middle."""
        for connection in tuple(self._connections):
            connection.abort()

    def ask_reconnect(self) -> None:
        """Send op 7 to every session."""
        for connection in tuple(self._connections):
            connection.say(Opcode.RECONNECT)

    def invalidate(self, *, resumable: bool = False) -> None:
        """Send op 9 to every session; sessions that are not resumable are forgotten."""
        for connection in tuple(self._connections):
            connection.say(Opcode.INVALID_SESSION, resumable)
            if not resumable and connection.session is not None:
                self._forget(connection.session)

    def refuse_resumes(self, count: int = 1) -> None:
        """Answer the next attempts to resume with op 9, so that the bot must identify."""
        self._refuse_resumes += count

    def refuse_identifies(self, code: int, count: int = 1) -> None:
        """Close the next attempts to identify with a code, such as 4011 or 4014."""
        self._refused_identifies.extend([code] * count)

    async def close(self) -> None:
        """Shut down: close every connection."""
        for connection in tuple(self._connections):
            connection.session = None
            await connection.drop(1001)

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one WebSocket from HELLO to its end."""
        socket = web.WebSocketResponse(max_msg_size=15_360)
        await socket.prepare(request)
        connection = Connection(socket, request)
        if request.query.get("v", _API_VERSION) != _API_VERSION:
            await connection.drop(Close.INVALID_VERSION)
            return socket
        self._connections.add(connection)
        connection.say(Opcode.HELLO, {"heartbeat_interval": self.heartbeat_ms})
        try:
            async with asyncio.TaskGroup() as group:
                pump = group.create_task(connection.pump())
                await self._listen(connection)
                pump.cancel()
        finally:
            self._connections.discard(connection)
            self._left(connection)
        return socket

    async def _listen(self, connection: Connection) -> None:
        async for message in connection.socket:
            if message.type is not WSMsgType.TEXT:
                await connection.drop(Close.DECODE_ERROR)
                return
            if (code := self._receive(connection, message.data)) is not None:
                await connection.drop(code)
                return

    def _left(self, connection: Connection) -> None:
        session = connection.session
        if session is not None and session.connection is connection:
            session.connection = None
            if not connection.dropped and connection.socket.close_code in (1000, 1001):
                self._forget(session)
        self._on_change()

    def _forget(self, session: Session) -> None:
        if session in self.sessions:
            self.sessions.remove(session)
        if session.connection is not None:
            session.connection.session = None
            session.connection = None

    def _receive(self, connection: Connection, text: str) -> int | None:
        """Handle one frame of the bot; returns the code to close with, if any."""
        try:
            frame = json.loads(text)
            op, data = Opcode(frame["op"]), frame.get("d")
        except (json.JSONDecodeError, KeyError, TypeError):
            return Close.DECODE_ERROR
        except ValueError:
            return Close.UNKNOWN_OPCODE
        if op is Opcode.HEARTBEAT:
            if self.acknowledges_heartbeats:
                loop = asyncio.get_running_loop()
                loop.call_later(_ACKNOWLEDGE_AFTER, connection.say, Opcode.HEARTBEAT_ACK)
            return None
        if op is Opcode.IDENTIFY:
            return self._identify(connection, data)
        if op is Opcode.RESUME:
            return self._resume(connection, data)
        return Close.NOT_AUTHENTICATED if connection.session is None else None

    def _identify(self, connection: Connection, data: model.Json) -> int | None:
        if connection.session is not None:
            return Close.ALREADY_AUTHENTICATED
        if self._token_is_void or data.get("token") != self._greeting.token():
            return Close.AUTHENTICATION_FAILED
        shard, shards = data.get("shard", [0, 1])
        if not 0 <= shard < shards:
            return Close.INVALID_SHARD
        wanted = data.get("intents", -1)
        if not 0 <= wanted <= _KNOWN_INTENTS:
            return Close.INVALID_INTENTS
        intents = Intent(wanted)
        if intents & _PRIVILEGED & ~self.allowed_privileged:
            return Close.DISALLOWED_INTENTS
        if self._refused_identifies:
            return self._refused_identifies.popleft()
        if not self.starts.remaining:
            return self._reset_token()
        if not self.starts.count(shard):
            connection.say(Opcode.INVALID_SESSION, data=False)
            return None
        self.identifies += 1
        self._forget_oldest()
        sent: deque[model.Json] = deque(maxlen=self.events_kept)
        session = Session(
            secrets.token_hex(16), shard, shards, intents, sent, connection=connection
        )
        if sum(map(session.owns, self._greeting.guild_ids())) > self.guilds_of_a_shard:
            return Close.SHARDING_REQUIRED
        connection.session = session
        self.sessions.append(session)
        self._greet(session)
        return None

    def _reset_token(self) -> Close:
        """End every session and void the token, after one start too many in a day.

        Only the gateway refuses it; requests are still answered.
        """
        self._token_is_void = True
        for session in tuple(self.sessions):
            if session.connection is not None:
                session.connection.say(Opcode.INVALID_SESSION, data=False)
            self._forget(session)
        return Close.AUTHENTICATION_FAILED

    def _forget_oldest(self) -> None:
        """Forget the oldest sessions that no connection has resumed."""
        detached = [s for s in self.sessions if s.connection is None]
        for session in detached[:-_DETACHED_KEPT]:
            self._forget(session)

    def _greet(self, session: Session) -> None:
        mine = [g for g in self._greeting.guild_ids() if session.owns(g)]
        session.dispatch(
            "READY",
            {
                **self._greeting.ready(mine),
                "session_id": session.id,
                "shard": [session.shard, session.shards],
                "resume_gateway_url": self.url,
            },
        )
        if Intent.GUILDS in session.intents:
            for guild_id in (g for g in mine if g not in self.away):
                session.dispatch("GUILD_CREATE", self._greeting.guild_create(guild_id))
        session.ready = True
        self._on_change()

    def _resume(self, connection: Connection, data: model.Json) -> Close | None:
        if connection.session is not None:
            return Close.ALREADY_AUTHENTICATED
        if self._token_is_void or data.get("token") != self._greeting.token():
            return Close.AUTHENTICATION_FAILED
        session = next((s for s in self.sessions if s.id == data.get("session_id")), None)
        if session is None or self._refuse_resumes > 0:
            self._refuse_resumes = max(0, self._refuse_resumes - 1)
            if session is not None:
                self._forget(session)
            connection.say(Opcode.INVALID_SESSION, data=False)
            return None
        sequence = data.get("seq")
        if not isinstance(sequence, int) or not session.can_replay(sequence):
            return Close.INVALID_SEQUENCE
        self.resumes += 1
        connection.session = session
        session.connection = connection
        for frame in session.sent:
            if frame["s"] > sequence:
                connection.send(frame)
        session.dispatch("RESUMED", {})
        self._on_change()
        return None
