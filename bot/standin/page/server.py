"""The PageServer: HTTP routes for the page's files, its feed, its actions and its pictures."""

from __future__ import annotations

import asyncio
import html
import json
import logging
from collections.abc import Callable, Mapping
from importlib import resources
from typing import Final

from aiohttp import web

from bot.standin import emoji_pictures, model
from bot.standin.emoji_pictures import EmojiPictures
from bot.standin.interaction import NotAnswered
from bot.standin.options import NotPossible
from bot.standin.page.actions import BadRequest, PageActions
from bot.standin.page.archive import Archive
from bot.standin.page.client_view import ClientView
from bot.standin.page.feed import Feed
from bot.standin.page.guard import HEADER_SECONDS, Guard, NotHttp
from bot.standin.page.key import TableKey
from bot.standin.standin import StandIn
from bot.standin.user_client import UserClient

_LOGGER = logging.getLogger(__name__)

_HTTP_LOG: Final = logging.getLogger(f"{__name__}.http")
_READ_WITHIN: Final = 5.0
"""Seconds that a body may take."""
_BODY_LIMIT: Final = 64 * 1024
"""Bytes of a request; the longest form is far below it."""
_DEFAULT_PORT: Final = 8642
_KINDS: Final = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
PageTexts = Mapping[str, Mapping[str, str | Mapping[str, str]]]
"""The page's own texts, by language and key: a sentence, or its plural forms."""
PageWords = Callable[[], PageTexts]
"""Reads them, which may take long."""
_LOCKED: Final = """\
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Bonfire</title>
{}
</html>
"""
_INLINE: Final = frozenset({"image/png", "image/jpeg", "image/webp", "image/gif"})


class PageServer:
    """The web server of the page, on 127.0.0.1."""

    def __init__(self, server: StandIn, archive: Archive, words: PageWords, key: TableKey) -> None:
        """Show the world of `server` to people with the `key` who read a language of `words`.

        These are read whenever a page asks, off the event loop.
        """
        self._server = server
        self._words = words
        self._archive = archive
        self._seen = archive.seen()
        self._view = ClientView(server.world, self._seen)
        self.feed = Feed(server.core, self._view)
        self._actions = PageActions(server, self._mark_read)
        self._guard = Guard(key, self._locked)
        self._files = _static_files()
        self._runner: web.AppRunner | None = None
        self._listener: asyncio.Server | None = None
        self.address = ""
        """The address of the page, without the key."""

    async def start(self, port: int | None) -> None:
        """Listen at `port`; None takes the usual one, or a free one where that is taken.

        Raises OSError when a given port is taken.
        """
        app = web.Application(client_max_size=_BODY_LIMIT, middlewares=[self._guard.middleware()])
        app.router.add_get("/", self._index)
        app.router.add_get("/static/{name}", self._static)
        app.router.add_get("/words", self._tell_words)
        app.router.add_get("/feed", self._feed)
        app.router.add_get("/history/{channel}", self._history)
        app.router.add_get("/commands/{channel}", self._commands)
        app.router.add_post("/do/{action}", self._do)
        app.router.add_get("/attachments/{channel}/{attachment}/{name}", self._attachment)
        app.router.add_get(emoji_pictures.PATH, EmojiPictures(self._server.world).answer)
        _HTTP_LOG.addFilter(NotHttp())
        self._runner = web.AppRunner(
            app,
            access_log=None,
            shutdown_timeout=0.5,
            keepalive_timeout=HEADER_SECONDS,
            lingering_time=1.0,
            logger=_HTTP_LOG,
        )
        await self._runner.setup()
        self._guard.server = self._runner.server
        try:
            await self._listen(_DEFAULT_PORT if port is None else port)
        except OSError:
            if port is not None:
                raise
            await self._listen(0)

    async def _listen(self, port: int) -> None:
        loop = asyncio.get_running_loop()
        self._listener = await loop.create_server(self._guard, "127.0.0.1", port, backlog=16)
        taken = self._listener.sockets[0].getsockname()[1]
        self._guard.listen_at(taken)
        self.address = f"http://127.0.0.1:{taken}/"

    async def stop(self) -> None:
        """Hang up on every window and stop listening."""
        await self.feed.close()
        if self._listener is not None:
            self._listener.close()
        if self._runner is not None:
            await self._runner.cleanup()

    def _mark_read(self, person: UserClient, channel: model.Channel) -> None:
        visible = person.sees(channel)
        if visible and self._seen.get((person.id, channel.id), 0) < visible[-1].id:
            self._seen[person.id, channel.id] = visible[-1].id
            self._archive.keep_seen(person.id, channel.id, visible[-1].id)
            self.feed.tell_called()

    async def _locked(self) -> str:
        """The page for people without the key: it has nothing that those with it see."""
        texts = await asyncio.to_thread(self._words)
        told = [
            f'<p lang="{code}">{html.escape(str(text["locked"]))}</p>'
            for code, text in texts.items()
        ]
        return _LOCKED.format("\n".join(told))

    async def _index(self, request: web.Request) -> web.Response:
        if "as" in request.query:
            try:
                self._viewer(request)
            except web.HTTPNotFound:
                # An address of somebody who is not here leads to the page of who is.
                raise web.HTTPFound("/") from None
        return self._file("index.html")

    async def _static(self, request: web.Request) -> web.Response:
        return self._file(request.match_info["name"])

    async def _tell_words(self, _: web.Request) -> web.Response:
        return _answer(dict(await asyncio.to_thread(self._words)))

    def _file(self, name: str) -> web.Response:
        if name not in self._files:
            raise web.HTTPNotFound
        body, kind = self._files[name]
        headers = {"Cache-Control": "no-cache"}
        return web.Response(body=body, content_type=kind, charset="utf-8", headers=headers)

    def _viewer(self, request: web.Request) -> UserClient:
        try:
            return self._actions.person(request.query.get("as"))
        except BadRequest as fault:
            raise web.HTTPNotFound(text=str(fault)) from None

    async def _feed(self, request: web.Request) -> web.WebSocketResponse:
        person = self._viewer(request)
        return await self.feed.serve(request, person, lambda: self._view.hello(person))

    async def _history(self, request: web.Request) -> web.Response:
        person = self._viewer(request)
        before = request.query.get("before", "")[:20]
        earlier = int(before) if before.isascii() and before.isdecimal() else None
        return _answer(self._view.history(person, self._channel(request, person), earlier))

    async def _commands(self, request: web.Request) -> web.Response:
        person = self._viewer(request)
        return _answer(self._view.commands(person, self._channel(request, person)))

    def _channel(self, request: web.Request, person: UserClient) -> model.Channel:
        try:
            return self._actions.channel(person, request.match_info["channel"])
        except BadRequest as fault:
            raise web.HTTPNotFound(text=str(fault)) from None

    async def _do(self, request: web.Request) -> web.Response:
        action = self._actions.by_name.get(request.match_info["action"])
        if action is None:
            raise web.HTTPNotFound
        try:
            body = _object(await _read(request))
            return _answer(await action(self._actions.speaker(body), body))
        except (BadRequest, KeyError, TypeError, ValueError, RecursionError) as fault:
            return _answer({"problem": f"not understood: {fault}"}, 400)
        except NotPossible as reason:
            return _answer({"problem": str(reason)}, 409)
        except NotAnswered:
            return _answer({"failed": True})

    async def _attachment(self, request: web.Request) -> web.Response:
        numbers = [request.match_info[key] for key in ("channel", "attachment")]
        if not all(number.isascii() and number.isdecimal() for number in numbers):
            raise web.HTTPNotFound
        attachment = self._server.file_of(int(numbers[0]), int(numbers[1]))
        if attachment is None or not attachment.data:  # its bytes are forgotten after a while
            raise web.HTTPNotFound
        headers = {"Cache-Control": "private, max-age=31536000, immutable"}
        if attachment.content_type not in _INLINE:
            headers["Content-Disposition"] = "attachment"
        return web.Response(
            body=attachment.data, content_type=attachment.content_type, headers=headers
        )


async def _read(request: web.Request) -> bytes:
    """The body of a request; raises HTTPException where it is too slow or missing."""
    try:
        async with asyncio.timeout(_READ_WITHIN):
            return await request.read()
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    except (web.PayloadAccessError, web.RequestPayloadError, ConnectionError, RuntimeError):
        raise web.HTTPBadRequest from None


def _object(raw: bytes) -> model.Json:
    body = json.loads(raw)
    if not isinstance(body, dict):
        raise BadRequest("an object was expected")
    _encoded(body)  # half a surrogate pair could neither be kept nor shown
    return body


def _answer(value: model.Json, status: int = 200) -> web.Response:
    return web.Response(body=_encoded(value), status=status, content_type="application/json")


def _encoded(value: model.Json) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def _static_files() -> dict[str, tuple[bytes, str]]:
    """Every file of the page with its content type, read once."""
    folder = resources.files("bot.standin.static")
    return {
        file.name: (file.read_bytes(), _KINDS[suffix])
        for file in folder.iterdir()
        if (suffix := "." + file.name.rpartition(".")[2]) in _KINDS
    }
