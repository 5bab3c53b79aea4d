"""Games that are over: their page, their film and their review."""

import asyncio
from dataclasses import dataclass
from typing import Final

from bot.chat.handlers.pages import PrivatePages, told_in_place, wanted_only
from bot.chat.interaction.context import Context
from bot.chat.interaction.visibility import Visibility
from bot.chat.messages.components import ClassicMessage, ImageFile
from bot.chat.pictures.game_files import FileRequest, GameFile, GameFiles
from bot.chat.routes import in_place, on
from bot.model import finished_buttons
from bot.model.custom_ids import Binding
from bot.model.errors import Problem, UserError, report_bug
from bot.model.messages import Prompt
from bot.model.stored_review import StoredReview
from bot.present.posts.review_pages import ReviewPages, Sources
from bot.services.games.outcomes import own_sources
from bot.services.games.service import GameService
from bot.services.play.tryouts import TryoutService
from bot.store import Store

_TOO_EARLY: Final = {
    GameFile.PAGE: Problem.PAGE_TOO_EARLY,
    GameFile.FILM: Problem.FILM_TOO_EARLY,
    GameFile.REVIEW: Problem.REVIEW_TOO_EARLY,
}


@dataclass(frozen=True, slots=True)
class FinishedHandlers:
    """Hands out games that are over, and looks back at them for one person at a time."""

    store: Store
    games: GameService
    tryouts: TryoutService
    pages: PrivatePages
    visibility: Visibility
    game_files: GameFiles

    @on(finished_buttons.AskForPage)
    async def hand_out_page(self, ctx: Context, game: int) -> None:
        """Hand out a game that is over as a page; raises UserError before its end."""
        _, (page,) = await self._made(ctx, game, GameFile.PAGE)
        file = ImageFile(f"bonfire-{game}.html", page, "")
        await ctx.reply.show(ClassicMessage(ctx.words.say("game_page.handed"), pictures=(file,)))

    @on(finished_buttons.AskForFilm)
    async def hand_out_film(self, ctx: Context, game: int) -> None:
        """Hand out a game that is over as a film; raises UserError before its end."""
        _, (whole, short) = await self._made(ctx, game, GameFile.FILM)
        alt = ctx.words.say("film.alt")
        files = (
            ImageFile(f"bonfire-{game}.webp", whole, alt),
            ImageFile(f"bonfire-{game}.gif", short, alt),
        )
        await ctx.reply.show(ClassicMessage(ctx.words.say("film.handed"), pictures=files))

    @on(finished_buttons.AskForReview, in_place)
    async def show_review(self, ctx: Context, game: int) -> None:
        """Show what a game could have been; raises UserError before its end."""
        request, found = await self._review(ctx, game)
        own = await self._own_sources(ctx, game, request)
        pages = _pages(ctx, request, found)
        prompt = await asyncio.to_thread(pages.first, game, own)
        await self._show(ctx, game, request, prompt)

    @on(finished_buttons.ShowCostlyTurn, in_place)
    async def show_costly(self, ctx: Context, game: int, rank: int) -> None:
        """Show one of the turns that cost the person most."""
        request, found = await self._judged(ctx, game, rank)
        pages = _pages(ctx, request, found)
        prompt = await asyncio.to_thread(pages.costly, rank)
        await self._show(ctx, game, request, prompt)

    @on(finished_buttons.TryCostlyTurn, in_place)
    async def try_costly(self, ctx: Context, game: int, rank: int) -> None:
        """Let the person try something else from where such a turn began."""
        _, found = await self._judged(ctx, game, rank)
        before = found.costly[rank - 1].before
        async with told_in_place(ctx):
            page = await self.tryouts.begin_at(ctx.invocation, game, before, ctx.words)
            await self.pages.show(ctx, page)

    async def _show(self, ctx: Context, game: int, request: FileRequest, prompt: Prompt) -> None:
        wanted = wanted_only(ctx, prompt)
        await self.pages.show_prompt(ctx, Binding(game), request.names, wanted, ctx.attachments)

    async def _review(self, ctx: Context, game: int) -> tuple[FileRequest, StoredReview]:
        request, (text,) = await self._made(ctx, game, GameFile.REVIEW)
        return request, StoredReview.load(text)

    async def _judged(self, ctx: Context, game: int, rank: int) -> tuple[FileRequest, StoredReview]:
        """The review that has a costly turn of this rank; raises UserError where there is none."""
        request, found = await self._review(ctx, game)
        if request.seat is None or not 0 < rank <= len(found.costly):
            raise UserError(Problem.OUTDATED)
        return request, found

    async def _own_sources(
        self, ctx: Context, game: int, request: FileRequest
    ) -> tuple[Sources, ...]:
        """Return the person's points by source in other games of as many players."""
        if request.seat is None:
            return ()
        person, players = ctx.invocation.person.id, request.game.options.players
        return await self.store.read(lambda tx: own_sources(tx, person, players, but=game))

    async def _made(
        self, ctx: Context, game: int, kind: GameFile
    ) -> tuple[FileRequest, tuple[bytes, ...]]:
        """The files of a game with their request; a review is about the person's seat."""
        async with self.games.table(game) as table:
            place = table.channel
            if table.game.result is None:
                raise UserError(_TOO_EARLY[kind])
            await self.games.must_be_unsealed(table)
            words, names = table.words, table.picture_names(table.words)
            seat = table.seat_of(ctx.invocation.person.id) if kind is GameFile.REVIEW else None
            request = FileRequest(
                table.game.copy(), table.view, table.people_in(words), names, words, seat
            )
        await self.visibility.must_be_seen(ctx.interaction, ctx.invocation.channel, place)
        try:
            return request, await self.game_files.get(game, kind, request)
        except UserError:
            raise
        except Exception as error:
            raise report_bug(error) from error


def _pages(ctx: Context, request: FileRequest, found: StoredReview) -> ReviewPages:
    return ReviewPages(request.game, found, request.people, request.seat, ctx.words)
