"""The pictures of the app's emojis, at the path of Discord's CDN (Discord, reference)."""

from __future__ import annotations

from typing import Final

from aiohttp import web

from bot.standin.world import World

PATH: Final = r"/emojis/{emoji:\d{1,20}}.{kind:png|webp}"
"""Discord serves more formats than an emoji was uploaded in; here it keeps its own."""
_KEPT: Final = {"Cache-Control": "public, max-age=31536000, immutable"}


class EmojiPictures:
    """Answers requests for the pictures of a world's emojis."""

    def __init__(self, world: World) -> None:
        self._world = world

    async def answer(self, request: web.Request) -> web.Response:
        """The picture of one emoji; raises HTTPNotFound."""
        emoji = self._world.emojis.get(int(request.match_info["emoji"]))
        if emoji is None:
            raise web.HTTPNotFound
        return web.Response(body=emoji.data, content_type=emoji.content_type, headers=_KEPT)
