"""The pictures of public posts, drawn when they are sent."""

from dataclasses import dataclass

from bot.chat.pictures.attach import RenderedPictures, render_all
from bot.chat.pictures.fair_semaphore import Lane
from bot.chat.pictures.names import picture_names
from bot.chat.pictures.queue import PictureQueue
from bot.chat.pictures.request import PictureRequest
from bot.model.messages import Picture
from bot.model.stored_post import StoredPost
from bot.services.games.service import GameService
from bot.services.people.preferences import PreferenceService


@dataclass(frozen=True, slots=True)
class PostPictures:
    """Draws the pictures of posts, as the server wants to see them."""

    games: GameService
    preferences: PreferenceService
    pictures: PictureQueue

    async def draw(self, post: StoredPost) -> RenderedPictures:
        """The pictures of a post, of the newest state of its game."""
        if not post.pictures:
            return RenderedPictures(())
        async with self.games.table(post.game) as table:
            view = table.view
            words, guild = table.words, table.channel.guild
            names = picture_names(table, words)
            changes = tuple(
                event for move in table.game.moves[post.since :] for event in move.events
            )
        appearance = (await self.preferences.of_server(guild)).appearance
        requests = [
            PictureRequest(
                Picture(wanted.kind, view, wanted.seat), words, names, changes, appearance
            )
            for wanted in post.pictures
            if appearance.shows(wanted.kind)
        ]
        return await render_all(self.pictures, (Lane.POSTS, post.game), requests)
