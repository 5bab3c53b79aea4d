"""Private pages with pictures: how they are drawn for a person, and those of the wizard shown."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from typing import Final

import discord

from bot.chat.components import ClassicMessage, ImageFile
from bot.chat.interaction.context import Context
from bot.chat.interaction.reply import ReplyMode
from bot.chat.pictures.painting import PictureRequest, as_wanted
from bot.chat.pictures.queue import Lane, PictureQueue, render_all
from bot.model.custom_ids import Binding
from bot.model.errors import Problem, UserError
from bot.model.messages import Prompt, paragraphs
from bot.services.games.saving import Saved
from bot.services.play.pages import WizardPage

_POINTLESS: Final = frozenset({Problem.NOT_YOUR_TURN, Problem.GAME_OVER, Problem.NO_GAME})
"""The problems that make a private page pointless: they replace it."""


@dataclass(frozen=True, slots=True)
class PrivatePages:
    """Shows pages that one person alone sees: the words at once, new pictures as they are drawn."""

    pictures: PictureQueue

    async def show(self, ctx: Context, page: WizardPage) -> None:
        """Show a page of the wizard, or of a tryout, and deliver what it led to."""
        if page.ends and ctx.reply.mode is ReplyMode.EDIT:
            with _delivering(ctx, page.done):
                await ctx.reply.vanish()
            return
        bound = Binding(page.game, page.revision, page.token)
        prompt = wanted_only(ctx, page.prompt)
        requests = [replace(one, preview=True) for one in _requests(ctx, page.names, prompt)]
        await self._show(ctx, _message(ctx, bound, prompt), requests, page.done)

    async def show_prompt(
        self, ctx: Context, bound: Binding, names: tuple[str, ...], prompt: Prompt
    ) -> None:
        """Show a prompt whose pictures are the answer, drawn with the names of the seats."""
        meanwhile = ctx.words.say("shell.picture_follows")
        await self._show(
            ctx, _message(ctx, bound, prompt), _requests(ctx, names, prompt), meanwhile=meanwhile
        )

    async def _show(
        self,
        ctx: Context,
        message: ClassicMessage,
        requests: Sequence[PictureRequest],
        done: Saved | None = None,
        meanwhile: str = "",
    ) -> None:
        """Show the words of a message at once, with the pictures that are ready; then the others.

        Until these are drawn, the old pictures of the page and the text `meanwhile` stay.
        """
        shown = {file.filename: file for file in await ctx.reply.take_over()}
        kept = [shown[one.file_name] for one in requests if one.file_name in shown]
        new = [one for one in requests if one.file_name not in shown]
        ready = [picture for picture in map(self.pictures.ready, new) if picture is not None]

        async def say(text: str, pictures: Iterable[ImageFile | discord.Attachment]) -> None:
            with _delivering(ctx, done):
                await ctx.reply.show(replace(message, text=text, pictures=tuple(pictures)))

        if len(ready) == len(new):
            await say(message.text, (*kept, *ready))
            return
        slot = (Lane.PAGES, message.bound.game, ctx.invocation.person.id)
        _, drawn = await asyncio.gather(
            say(paragraphs(message.text, meanwhile), shown.values()),
            render_all(self.pictures, slot, new),
        )
        whole = replace(message, text=drawn.beside(message.text), pictures=(*kept, *drawn.pictures))
        await ctx.reply.add_pictures(whole)


def _message(ctx: Context, bound: Binding, prompt: Prompt) -> ClassicMessage:
    """Return the words of a prompt as a message."""
    return ClassicMessage(prompt.text, prompt.rows, bound, symbols=ctx.outbox.symbols)


def _requests(ctx: Context, names: tuple[str, ...], prompt: Prompt) -> list[PictureRequest]:
    """Return the pictures of a prompt as the person wants to see them."""
    drawings = () if prompt.drawing is None else (prompt.drawing,)
    return [
        PictureRequest(picture, ctx.words, names, prompt.changes, ctx.appearance)
        for picture in as_wanted((*prompt.pictures, *drawings), ctx.appearance)
    ]


@contextmanager
def _delivering(ctx: Context, done: Saved | None) -> Iterator[None]:
    """Deliver what a press led to once it is answered, or could not be."""
    try:
        yield
    finally:
        if done is not None:
            ctx.deliver(done)


@asynccontextmanager
async def told_in_place(ctx: Context) -> AsyncIterator[None]:
    """Tell what makes a private page pointless in place of it; any other trouble goes on."""
    try:
        yield
    except UserError as sorry:
        if sorry.problem not in _POINTLESS:
            raise
        await ctx.say(sorry.problem, **sorry.slots)


def wanted_only(ctx: Context, prompt: Prompt) -> Prompt:
    """A prompt without the pictures that the person does not want to see."""
    shown = tuple(picture for picture in prompt.pictures if ctx.appearance.shows(picture.kind))
    drawing = prompt.drawing
    if drawing is not None and not ctx.appearance.shows(drawing.kind):
        drawing = None
    return replace(prompt, pictures=shown, drawing=drawing)
