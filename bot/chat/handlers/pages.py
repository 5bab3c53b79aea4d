"""Private pages with pictures: how they are drawn for a person, and those of the wizard shown."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Final

import discord

from bot.chat.interaction.context import Context
from bot.chat.interaction.reply import ReplyMode
from bot.chat.messages.components import ClassicMessage
from bot.chat.pictures.attach import render_all
from bot.chat.pictures.queue import Lane, PictureQueue
from bot.chat.pictures.request import PictureRequest
from bot.model.custom_ids import Binding
from bot.model.errors import Problem, UserError
from bot.model.messages import Prompt
from bot.services.play.pages import WizardPage

_POINTLESS: Final = frozenset({Problem.NOT_YOUR_TURN, Problem.GAME_OVER, Problem.NO_GAME})
"""The problems that make a private page pointless: they replace it."""


@dataclass(frozen=True, slots=True)
class PrivatePages:
    """Shows pages that one person alone sees."""

    pictures: PictureQueue

    async def show(self, ctx: Context, page: WizardPage) -> None:
        """Show a page of the wizard, or of a tryout; then deliver what it led to."""
        try:
            if page.ends and ctx.reply.mode is ReplyMode.EDIT:
                await ctx.reply.vanish()
                return
            bound = Binding(page.game, page.revision, page.token)
            there = ctx.attachments if page.follows else {}
            await self.show_prompt(ctx, bound, page.names, wanted_only(ctx, page.prompt), there)
        finally:
            if page.done is not None:
                ctx.deliver(page.done)

    async def show_prompt(
        self,
        ctx: Context,
        bound: Binding,
        names: tuple[str, ...],
        prompt: Prompt,
        there: Mapping[str, discord.Attachment],
    ) -> None:
        """Show a prompt with its pictures, drawn with the names of the seats.

        Those that are `there` already, by the names of their files, stay.
        """
        drawings = () if prompt.drawing is None else (prompt.drawing,)
        requests = [
            PictureRequest(picture, ctx.words, names, prompt.changes, ctx.appearance)
            for picture in (*prompt.pictures, *drawings)
        ]
        new = [request for request in requests if request.file_name not in there]
        kept = (there[request.file_name] for request in requests if request.file_name in there)
        slot = (Lane.PAGES, bound.game, ctx.invocation.person.id)
        drawn = await render_all(self.pictures, slot, new)
        text = drawn.beside(prompt.text)
        symbols = ctx.outbox.symbols
        await ctx.reply.show(
            ClassicMessage(text, prompt.rows, bound, (*kept, *drawn.pictures), symbols=symbols)
        )


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
