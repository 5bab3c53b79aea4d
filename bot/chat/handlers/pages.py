"""Private pages with a picture: how it is drawn for a person, and those of the wizard shown."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import discord

from bot.chat.components import ClassicMessage, ImageFile
from bot.chat.interaction.context import Context
from bot.chat.interaction.reply import ReplyMode
from bot.chat.pictures.painting import PictureRequest, in_parts, part_at
from bot.chat.pictures.queue import Lane, PictureQueue, render_all
from bot.model import button_forms, buttons, messages
from bot.model.custom_ids import Binding
from bot.model.errors import Problem, UserError
from bot.model.pictures import Picture
from bot.services.games import saving
from bot.services.play.pages import WizardPage
from bot.words import Catalog

_POINTLESS: Final = frozenset({Problem.NOT_YOUR_TURN, Problem.GAME_OVER, Problem.NO_GAME})
"""The problems that make a private page pointless: they replace it."""
_PARTED: Final = 2
"""The fewest parts of a picture that is shown in parts."""


class Further(NamedTuple):
    """The number of the `part` that a phone shows of a picture, and the `button` to the next."""

    part: int = 0
    button: button_forms.ButtonValue | None = None


NO_FURTHER: Final = Further()


@dataclass(frozen=True, slots=True)
class PrivatePages:
    """Shows pages that one person alone sees: the words at once, a new picture when it is drawn."""

    pictures: PictureQueue

    async def show(self, ctx: Context, page: WizardPage) -> None:
        """Show a page of the wizard, or of a tryout, and deliver what it led to."""
        if page.ends and ctx.reply.mode is ReplyMode.EDIT:
            with _delivering(ctx, page.done):
                await ctx.reply.vanish()
            return
        bound = Binding(page.game, page.revision, page.token)
        shown = await _in_part(ctx, page.names, _with_words(ctx, page.page))
        prompt = wanted_only(ctx, shown.prompt)
        request = _request(ctx, page.names, prompt, preview=True)
        await self._show(ctx, _message(ctx, bound, prompt), request, page.done)

    async def show_prompt(
        self,
        ctx: Context,
        bound: Binding,
        names: tuple[str, ...],
        prompt: messages.Prompt,
        further: Further = NO_FURTHER,
    ) -> None:
        """Show a prompt whose picture is the answer, drawn with the names of the seats.

        On a phone a new page has the first part of a picture that is too wide, and the other parts
        follow it. A page that was pressed has the part in which most has changed, and `further`
        leads on from it.
        """
        meanwhile, request = ctx.words.say("shell.picture_follows"), _request(ctx, names, prompt)
        others: list[PictureRequest] = []
        if request is not None and isinstance(request.picture, Picture):
            parts = in_parts(request.picture, request.appearance)
            if ctx.reply.mode is ReplyMode.EDIT and len(parts) >= _PARTED:
                parts = (await asyncio.to_thread(part_at, request, parts, further.part),)
                prompt = replace(prompt, rows=_leading_on(prompt.rows, ctx.words, further.button))
            request, *others = [replace(request, picture=part) for part in parts]
        await self._show(ctx, _message(ctx, bound, prompt), request, meanwhile=meanwhile)
        slot = (Lane.PAGES, bound.game, ctx.invocation.person.id)
        for picture in (await render_all(self.pictures, slot, others)).pictures:
            await ctx.reply.add_file(picture)

    async def _show(
        self,
        ctx: Context,
        message: ClassicMessage,
        request: PictureRequest | None,
        done: saving.Saved | None = None,
        meanwhile: str = "",
    ) -> None:
        """Show the words of a message at once, with its picture if that is ready; else it follows.

        Until it is drawn, the old picture of the page and the text `meanwhile` stay.
        """
        before = next(iter(await ctx.reply.take_over()), None)

        async def say(text: str, picture: ImageFile | discord.Attachment | None) -> None:
            with _delivering(ctx, done):
                await ctx.reply.show(replace(message, text=text, picture=picture))

        if request is None:
            await say(message.text, None)
            return
        stays = before is not None and before.filename == request.file_name
        ready = before if stays else self.pictures.ready(request)
        if ready is not None:
            await say(message.text, ready)
            return
        slot = (Lane.PAGES, message.bound.game, ctx.invocation.person.id)
        _, drawn = await asyncio.gather(
            say(messages.paragraphs(message.text, meanwhile), before),
            render_all(self.pictures, slot, (request,), lambda: not ctx.reply.is_replaced),
        )
        text = drawn.beside(message.text)
        await ctx.reply.add_picture(replace(message, text=text, picture=drawn.first))


def _message(ctx: Context, bound: Binding, prompt: messages.Prompt) -> ClassicMessage:
    """Return the words of a prompt as a message."""
    return ClassicMessage(prompt.text, prompt.rows, bound, symbols=ctx.outbox.symbols)


def _request(
    ctx: Context, names: tuple[str, ...], prompt: messages.Prompt, *, preview: bool = False
) -> PictureRequest | None:
    """Return the picture of a prompt as the person wants to see it."""
    if prompt.picture is None:
        return None
    look = ctx.appearance
    return PictureRequest(prompt.picture, ctx.words, names, prompt.changes, look, preview)


def _with_words(ctx: Context, page: messages.Page) -> messages.Page:
    """Return a page of somebody's turn, for people who read first, with the table in words.

    A page of a try is of another position.
    """
    if not (ctx.words_first and isinstance(page.further, buttons.WizardAnswer)):
        return page
    button = messages.Button(
        page.words.say("table_button.words"), buttons.ShowInWords(), messages.Style.MAIN
    )
    return replace(page, rows=messages.with_button(page.rows, button) or page.rows)


async def _in_part(ctx: Context, names: tuple[str, ...], page: messages.Page) -> messages.Page:
    """Return a page with one part of a picture that a phone shows in parts, and the way to others.

    Another page has the whole of it.
    """
    picture = page.picture
    parts = in_parts(picture, ctx.appearance) if isinstance(picture, Picture) else ()
    if picture is None or page.further is None or len(parts) < _PARTED:
        return page
    request = PictureRequest(picture, ctx.words, names, page.changes, ctx.appearance)
    shown = await asyncio.to_thread(part_at, request, parts, page.part)
    return replace(page, rows=_leading_on(page.rows, page.words, page.further), picture=shown)


def _leading_on(
    rows: tuple[messages.Row, ...], words: Catalog, further: button_forms.ButtonValue | None
) -> tuple[messages.Row, ...]:
    """Return rows with the button that leads to the next part of a picture, if there is one."""
    if further is None:
        return rows
    return messages.with_button(rows, messages.Button(words.say("button.further"), further)) or rows


@contextmanager
def _delivering(ctx: Context, done: saving.Saved | None) -> Iterator[None]:
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


def wanted_only(ctx: Context, prompt: messages.Prompt) -> messages.Prompt:
    """A prompt without a picture that the person does not want to see."""
    shown = prompt.picture is not None and ctx.appearance.shows(prompt.picture.source)
    return prompt if shown else replace(prompt, picture=None)
