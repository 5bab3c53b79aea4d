"""The pictures of public posts, drawn when they are sent."""

from dataclasses import dataclass

from bot.chat.pictures.attach import RenderedPictures, render_all
from bot.chat.pictures.fair_semaphore import Lane
from bot.chat.pictures.queue import PictureQueue
from bot.chat.pictures.request import PictureRequest
from bot.model.messages import Picture
from bot.model.stored_post import StoredPost
from bot.services.games.service import GameService
from bot.services.games.table import PublicState
from bot.services.people.preferences import PreferenceService


@dataclass(frozen=True, slots=True)
class PostPictures:
    """Draws the pictures of posts, as the server wants to see them."""

    games: GameService
    preferences: PreferenceService
    pictures: PictureQueue

    async def draw(self, post: StoredPost, known: PublicState | None) -> RenderedPictures:
        """The pictures of a post, of what is `known` of its game, else of its newest state."""
        if not post.pictures:
            return RenderedPictures(())
        state = await self.games.public_state(post.game, known)
        appearance = (await self.preferences.of_server(state.guild)).appearance
        changes = state.changes(post.since)
        requests = [
            PictureRequest(
                Picture(wanted.kind, state.view, wanted.seat),
                state.words,
                state.names,
                changes,
                appearance,
            )
            for wanted in post.pictures
            if appearance.shows(wanted.kind)
        ]
        return await render_all(self.pictures, (Lane.POSTS, post.game), requests)
