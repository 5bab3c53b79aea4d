"""Posts as messages: what a row of the outbox becomes on Discord."""

from dataclasses import dataclass
from typing import NamedTuple

from bot.chat.command_names import CommandMentions
from bot.chat.components import LayoutMessage
from bot.chat.pictures.painting import PictureRequest, as_wanted
from bot.chat.pictures.queue import Lane, PictureQueue, RenderedPictures, render_all
from bot.model import messages, rows
from bot.model.custom_ids import Binding
from bot.model.pictures import Picture, PictureKind
from bot.model.stored_post import StoredPost
from bot.present.posts.turn_story import as_chosen
from bot.services.games.service import GameService
from bot.services.games.table import PublicState
from bot.services.people import PreferenceService
from bot.words import catalog, pieces


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
        server = await self.preferences.of_server(state.guild)
        look, changes = server.appearance, state.changes(post.since)
        named = (Picture(ref.kind, state.view, ref.seat) for ref in post.pictures)
        shown = as_chosen(named, look, state.posts or server.posts)
        requests = [
            PictureRequest(
                picture,
                state.words,
                state.names,
                changes,
                look,
                preview=picture.kind is PictureKind.SHEET,
            )
            for picture in as_wanted(shown, look)
        ]
        return await render_all(self.pictures, (Lane.POSTS, post.game), requests)


class DrawnPost(NamedTuple):
    """The body of a post, and its message with the pictures."""

    body: StoredPost
    message: LayoutMessage


@dataclass(frozen=True, slots=True)
class PostWriter:
    """Makes messages of posts, with their pictures, emojis and mentions of commands."""

    pictures: PostPictures
    symbols: pieces.Symbols
    mentions: CommandMentions

    async def drawn(self, post: rows.PostRow, state: PublicState | None) -> DrawnPost:
        """A post with its pictures, of the newest state of its game where none is given."""
        body = StoredPost.load(post.body).shown
        pictures = await self.pictures.draw(body, state)
        return DrawnPost(body, self._message(post.id, body, pictures))

    async def in_own_words(self, number: int, post: StoredPost) -> LayoutMessage:
        """A post at which a filter takes offense, maybe for a name, in our own words.

        It calls the same people, and leads to what it does not say.
        """
        words = (
            (await self.pictures.games.public_state(post.game)).words if post.game else catalog()
        )
        called = tuple(f"<@{person}>" for person in post.ping)
        said = words.say("filtered.call", names=called) if called else words.say("filtered.post")
        return LayoutMessage(self.mentions.in_text(said, messages.POST_LIMIT), mark=number)

    def changed(self, post: rows.PostRow) -> LayoutMessage:
        """A post without pictures, as its message is brought up to date."""
        return self._message(post.id, StoredPost.load(post.body).shown, RenderedPictures(()))

    def _message(self, number: int, body: StoredPost, shown: RenderedPictures) -> LayoutMessage:
        foot = self.mentions.in_text(body.below, messages.POST_LIMIT)
        room = messages.POST_LIMIT - len(messages.PARAGRAPH) - len(foot)
        text = self.mentions.in_text(shown.beside(body.text), room)
        return LayoutMessage(
            text,
            body.rows,
            Binding(body.game, body.revision),
            shown.pictures,
            symbols=self.symbols,
            foot=foot,
            accent=body.accent,
            links=body.links,
            mark=number,
        )
