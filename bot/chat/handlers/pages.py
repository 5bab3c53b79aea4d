"""Private pages with pictures: how they are drawn for a person, and those of the wizard shown."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from bot.chat.delivery.outbox import Outbox
from bot.chat.interaction.context import Context
from bot.chat.interaction.reply import ReplyMode
from bot.chat.messages.components import ClassicMessage
from bot.chat.pictures.attach import RenderedPictures, render_all
from bot.chat.pictures.fair_semaphore import Lane
from bot.chat.pictures.queue import PictureQueue
from bot.chat.pictures.request import PictureRequest
from bot.model.custom_ids import Binding
from bot.model.errors import Problem, UserError
from bot.model.messages import Picture
from bot.services.play.pages import WizardPage
from engine.events import Event

POINTLESS: Final = frozenset({Problem.NOT_YOUR_TURN, Problem.GAME_OVER, Problem.NO_GAME})
"""What makes a whole private page pointless: it is told in place of it."""


@dataclass(frozen=True, slots=True)
class PrivatePages:
    """Shows pages that one person alone sees."""

    pictures: PictureQueue
    outbox: Outbox

    async def show(self, ctx: Context, page: WizardPage) -> None:
        """Show a page of the wizard, or of a tryout; then deliver what it led to."""
        prompt = page.prompt
        requests = _requests(ctx, page.names, prompt.pictures, prompt.changes)
        try:
            if page.ends and ctx.reply.mode is ReplyMode.EDIT:
                await ctx.reply.vanish()
                return
            there = ctx.attachments if page.follows else {}
            new = [request for request in requests if request.file_name not in there]
            kept = tuple(
                there[request.file_name] for request in requests if request.file_name in there
            )
            drawn = await self._drawn(ctx, page.game, new)
            bound = Binding(page.game, page.revision, page.token)
            message = ClassicMessage(
                drawn.beside(prompt.text), prompt.rows, bound, (*kept, *drawn.pictures)
            )
            await ctx.reply.show(message)
        finally:
            if page.done is not None:
                self.outbox.attach(page.done.posts, ctx.interaction)

    async def draw(
        self,
        ctx: Context,
        game: int,
        names: tuple[str, ...],
        pictures: tuple[Picture, ...],
        changes: tuple[Event, ...],
    ) -> RenderedPictures:
        """Those of some pictures that a person wants to see, with changes marked."""
        return await self._drawn(ctx, game, _requests(ctx, names, pictures, changes))

    async def draw_wanted(
        self, ctx: Context, game: int, names: tuple[str, ...], picture: Picture
    ) -> RenderedPictures:
        """A picture that a person has asked for, whatever they want to see otherwise."""
        request = PictureRequest(picture, ctx.words, names, appearance=ctx.appearance)
        return await self._drawn(ctx, game, (request,))

    async def _drawn(
        self, ctx: Context, game: int, requests: Sequence[PictureRequest]
    ) -> RenderedPictures:
        slot = (Lane.PAGES, game, ctx.invocation.person.id)
        return await render_all(self.pictures, slot, requests)


@asynccontextmanager
async def told_in_place(ctx: Context) -> AsyncIterator[None]:
    """Tell what makes a private page pointless in place of it; any other trouble goes on."""
    try:
        yield
    except UserError as sorry:
        if sorry.problem not in POINTLESS:
            raise
        await ctx.say(sorry.problem, **sorry.slots)


def _requests(
    ctx: Context,
    names: tuple[str, ...],
    pictures: tuple[Picture, ...],
    changes: tuple[Event, ...],
) -> tuple[PictureRequest, ...]:
    return tuple(
        PictureRequest(picture, ctx.words, names, changes, ctx.appearance)
        for picture in pictures
        if ctx.appearance.shows(picture.kind)
    )
