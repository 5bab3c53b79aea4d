"""The manifest of what people do with games that are over: its buttons, and who answers them."""

import asyncio
from dataclasses import dataclass
from typing import Final

from bot.chat import routes
from bot.chat.components import ClassicMessage, ImageFile
from bot.chat.feature import Feature
from bot.chat.handlers.pages import told_in_place, wanted_only
from bot.chat.handlers.services import Handlers, Services
from bot.chat.interaction.context import Context
from bot.features.finished import values
from bot.features.finished.pages import ReviewPages
from bot.features.finished.service import FileRequest, FinishedService, GameFile, GameFiles
from bot.model import button_choices, messages
from bot.model.custom_ids import Binding
from bot.model.errors import UserError
from bot.model.offers import HelpLine, Offers, WayIn

_NICENESS: Final = 15
"""Posts, presses and turns of the bot come first."""
_LONGEST: Final = 600.0
"""Seconds after which a file is given up, so that the next one can be made."""


@dataclass(frozen=True, slots=True)
class FinishedHandlers(Handlers):
    """Hands out games that are over, and looks back at them for one person at a time."""

    finished: FinishedService

    @routes.on(values.AskForPage)
    async def hand_out_page(self, ctx: Context, game: int) -> None:
        """Hand out a game that is over as a page; raises UserError before its end."""
        request = await self._request(ctx, game, GameFile.PAGE)
        (page,) = await self.finished.made(game, GameFile.PAGE, request)
        file = ImageFile(f"bonfire-{game}.html", page, "")
        await ctx.reply.show(ClassicMessage(ctx.words.say("game_page.handed"), picture=file))

    @routes.on(values.AskForFilm)
    async def hand_out_film(self, ctx: Context, game: int) -> None:
        """Hand out a game that is over as a film; raises UserError before its end."""
        request = await self._request(ctx, game, GameFile.FILM)
        whole, short = await self.finished.made(game, GameFile.FILM, request)
        alt = ctx.words.say("film.alt")
        film = ImageFile(f"bonfire-{game}.webp", whole, alt)
        await ctx.reply.show(ClassicMessage(ctx.words.say("film.handed"), picture=film))
        await ctx.reply.add_file(ImageFile(f"bonfire-{game}.gif", short, alt))

    @routes.on(values.AskForReview, routes.in_place)
    async def show_review(self, ctx: Context, game: int) -> None:
        """Show what a game could have been; raises UserError before its end."""
        request, pages = await self._review(ctx, game)
        prompt = await asyncio.to_thread(pages.first, game)
        await self._show(ctx, game, request, prompt)

    @routes.on(values.ShowSources, routes.in_place)
    async def show_sources(self, ctx: Context, game: int) -> None:
        """Show where the person's points came from, beside the person's other games."""
        request, pages = await self._review(ctx, game)
        if request.seat is None:
            raise UserError("error.outdated_button")
        own = await self.finished.own_sources(game, request, ctx.invocation.person.id)
        await self._show(ctx, game, request, pages.sources(own))

    @routes.on(values.ShowCostlyTurn, routes.in_place)
    async def show_costly(self, ctx: Context, game: int, rank: int) -> None:
        """Show one of the turns that cost the person most."""
        request, pages = await self._judged(ctx, game, rank)
        prompt = await asyncio.to_thread(pages.costly, rank)
        await self._show(ctx, game, request, prompt)

    @routes.on(values.TryCostlyTurn, routes.in_place)
    async def try_costly(self, ctx: Context, game: int, rank: int) -> None:
        """Let the person try something else from where such a turn began."""
        _, pages = await self._judged(ctx, game, rank)
        before = pages.found.costly[rank - 1].before
        async with told_in_place(ctx):
            page = await self.of.tryouts.begin_at(ctx.invocation, game, before, ctx.words)
            await self.of.pages.show(ctx, page)

    async def _show(
        self, ctx: Context, game: int, request: FileRequest, prompt: messages.Prompt
    ) -> None:
        wanted = wanted_only(ctx, prompt)
        await self.of.pages.show_prompt(ctx, Binding(game), request.names, wanted)

    async def _judged(self, ctx: Context, game: int, rank: int) -> tuple[FileRequest, ReviewPages]:
        """The review that has a costly turn of this rank; raises UserError where there is none.

        So it is for people who only watched.
        """
        request, pages = await self._review(ctx, game)
        if not 0 < rank <= len(pages.found.costly):
            raise UserError("error.outdated_button")
        return request, pages

    async def _review(self, ctx: Context, game: int) -> tuple[FileRequest, ReviewPages]:
        request = await self._request(ctx, game, GameFile.REVIEW)
        found = await self.finished.review(game, request)
        return request, ReviewPages(request.game, found, request.people, request.seat, ctx.words)

    async def _request(self, ctx: Context, game: int, kind: GameFile) -> FileRequest:
        """The request of a person who may see the game; raises UserError for anybody else.

        Where they will wait for it, they read how long.
        """
        request, place = await self.finished.request(game, kind, ctx.invocation.person.id)
        await self.of.visibility.must_be_seen(ctx.interaction, ctx.invocation.channel, place)
        if (at := self.finished.ready_at(game, kind, request)) is not None:
            await ctx.say("keep.ready", at=str(at))
        return request


def _handlers(of: Services) -> tuple[FinishedHandlers, ...]:
    workers = of.slow_workers("page", niceness=_NICENESS, longest=_LONGEST)
    return (FinishedHandlers(of, FinishedService(of.store, of.games, GameFiles(workers))),)


FINISHED: Final = Feature(
    "finished",
    handlers=_handlers,
    offers=Offers(
        results=(
            WayIn("review.button.open", values.AskForReview()),
            WayIn("film.button", values.AskForFilm()),
            WayIn("game_page.button", values.AskForPage()),
        ),
        help=(HelpLine(button_choices.HelpPage.BETWEEN, "keep.help"),),
    ),
)
