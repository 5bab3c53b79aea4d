"""The Feed: a WebSocket to every open window, over which it hears of each change."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

from aiohttp import WSMsgType, web

from bot.standin import model
from bot.standin.core import Core
from bot.standin.page.client_view import ClientView
from bot.standin.user_client import UserClient

_HEARTBEAT = 20.0
"""Seconds between two pings, so that a window that is gone is noticed."""

MOST_WINDOWS = 100


class Window:
    """An open page: a WebSocket, and the person whose client it is."""

    def __init__(self, person: UserClient, socket: web.WebSocketResponse) -> None:
        self.person = person
        self._socket = socket
        self._queue: asyncio.Queue[model.Json] = asyncio.Queue()

    def send(self, event: model.Json) -> None:
        """Queue an event."""
        self._queue.put_nowait(event)

    async def close(self) -> None:
        """Close the WebSocket from this side."""
        await self._socket.close()

    async def pump(self) -> None:
        """Send what is queued, until cancelled or cut off."""
        while True:
            event = await self._queue.get()
            try:
                await self._socket.send_str(json.dumps(event, ensure_ascii=False))
            except (ConnectionError, RuntimeError):
                return


class Feed:
    """A watcher of the World that sends each change to all open windows."""

    def __init__(self, core: Core, view: ClientView) -> None:
        self._core = core
        self._view = view
        self._windows: set[Window] = set()

    def message_changed(self, message: model.Message) -> None:
        """Send the message to the windows that can see it, or could until now."""
        channel = self._core.world.channels.get(message.channel_id)
        if channel is None:
            return
        for window in self._windows:
            person = window.person
            if message.ephemeral_for not in (None, person.id) or not person.may_view(channel):
                continue
            if message.deleted:
                where = {"channel": str(message.channel_id), "id": str(message.id)}
                window.send({"t": "gone", **where})
            else:
                window.send({"t": "message", "message": self._view.message(person, message)})
        if message.pings:
            self.tell_called()

    def tell_called(self) -> None:
        """Send the open mentions to the people who have not looked yet."""
        called = self._view.called()
        for window in self._windows:
            window.send({"t": "called", "called": called})

    def world_changed(self) -> None:
        """Send the places and the people to every window."""
        common = {**self._view.people(), "called": self._view.called()}
        for window in self._windows:
            places = self._view.places(window.person)
            window.send({"t": "places", "places": places, **common})

    async def serve(
        self, request: web.Request, person: UserClient, greeting: Callable[[], model.Json]
    ) -> web.WebSocketResponse:
        """Serve one window until it closes; raises HTTPServiceUnavailable at one too many."""
        if len(self._windows) >= MOST_WINDOWS:
            raise web.HTTPServiceUnavailable(text="Too many windows are open.")
        socket = web.WebSocketResponse(heartbeat=_HEARTBEAT, max_msg_size=1024)
        await socket.prepare(request)
        window = Window(person, socket)
        window.send({"t": "hello", **greeting()})
        self._windows.add(window)
        try:
            async with asyncio.TaskGroup() as group:
                pump = group.create_task(window.pump())
                async for message in socket:
                    if message.type is not WSMsgType.TEXT:
                        break
                pump.cancel()
        finally:
            self._windows.discard(window)
        return socket

    async def close(self) -> None:
        """Close every WebSocket; the windows notice and wait for the next start."""
        for window in tuple(self._windows):
            await window.close()
