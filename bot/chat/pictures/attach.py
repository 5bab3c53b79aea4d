"""Pictures for messages: words replace a picture that cannot be drawn, and no message waits."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass

from bot.chat.messages.components import ImageFile
from bot.chat.pictures.queue import Lane, PictureQueue, WaitingLine
from bot.chat.pictures.request import PictureRequest, alt_text, as_wanted
from bot.model.errors import report_bug
from bot.model.messages import paragraphs
from bot.model.pictures import Picture
from bot.model.stored_post import StoredPost
from bot.services.games.service import GameService
from bot.services.games.table import PublicState
from bot.services.people.preferences import PreferenceService


@dataclass(frozen=True, slots=True)
class RenderedPictures:
    """Finished pictures, and the words for those that failed."""

    pictures: tuple[ImageFile, ...]
    words: tuple[str, ...] = ()

    def beside(self, text: str) -> str:
        """The text of a message, with the words that stand for missing pictures."""
        return paragraphs(text, *self.words)


async def render_all(
    pictures: PictureQueue, slot: WaitingLine, requests: Iterable[PictureRequest]
) -> RenderedPictures:
    """Have pictures drawn for a slot, as many at a time as there are workers."""
    shown = await asyncio.gather(*(_drawn(pictures, slot, request) for request in requests))
    drawn = tuple(picture for picture in shown if isinstance(picture, ImageFile))
    return RenderedPictures(drawn, tuple(text for text in shown if isinstance(text, str)))


async def _drawn(
    pictures: PictureQueue, slot: WaitingLine, request: PictureRequest
) -> ImageFile | str:
    """The finished picture, or the words that stand for it."""
    try:
        return await pictures.get(slot, request)
    except Exception as error:  # noqa: BLE001 - a picture is worth less than the message
        report_bug(error)
        return f"{request.words.say('shell.picture_failed')}\n{alt_text(request)}"


@dataclass(frozen=True, slots=True)
class PostPictures:
    """Draws the pictures of public posts when they are sent, as the server wants to see them."""

    games: GameService
    preferences: PreferenceService
    pictures: PictureQueue

    async def draw(self, post: StoredPost, known: PublicState | None) -> RenderedPictures:
        """The pictures of a post, of what is `known` of its game, else of its newest state."""
        if not post.pictures:
            return RenderedPictures(())
        state = await self.games.public_state(post.game, known)
        look = (await self.preferences.of_server(state.guild)).appearance
        changes = state.changes(post.since)
        shown = (
            Picture(ref.kind, state.view, ref.seat) for ref in post.pictures if look.shows(ref.kind)
        )
        requests = [
            PictureRequest(picture, state.words, state.names, changes, look)
            for picture in as_wanted(shown, look)
        ]
        return await render_all(self.pictures, (Lane.POSTS, post.game), requests)
