"""Games that are over: lists of them, and leaderboards."""

from dataclasses import dataclass

from discord import User

from bot.chat.interaction.context import Context
from bot.chat.interaction.visibility import Visibility
from bot.chat.routes import Option, command, in_place, on
from bot.model.buttons import ShowStandings, TurnResultsPage
from bot.model.custom_ids import ButtonPress
from bot.model.errors import Problem, UserError
from bot.model.results import NEWEST, Board, HistoryQuery, Range
from bot.present.posts.results_pages import results_page, standings_page
from bot.services.results import board_page, elsewhere, page_of
from bot.store import Store


@dataclass(frozen=True, slots=True)
class ResultHandlers:
    """Shows how games ended."""

    store: Store
    visibility: Visibility

    @on(TurnResultsPage, in_place)
    async def turn_history(self, ctx: Context, press: ButtonPress[TurnResultsPage]) -> None:
        """Turn to another part of the list that is shown."""
        await self._show_history(ctx, press.value.person or None, press.value.part)

    @command("bonfire results", "command.results.results", player=Option("command.results.player"))
    async def show_newest(self, ctx: Context, player: User | None = None) -> None:
        """Show the games of a server, or of a player, that ended last."""
        await self._show_history(ctx, None if player is None else player.id, NEWEST)

    async def _show_history(self, ctx: Context, person: int | None, part: Range) -> None:
        """Show games that are over: a server's, or a person's there; elsewhere one's own alone."""
        viewer, guild = ctx.invocation.person.id, ctx.invocation.channel.guild
        if guild is None and person not in (None, viewer):
            raise UserError(Problem.RESULTS_ELSEWHERE)
        query = HistoryQuery(viewer, guild, viewer if guild is None else person)
        page = await self.store.read(lambda tx: page_of(tx, query, part))
        places = elsewhere(page, query)
        hidden = places - await self.visibility.seen(ctx.interaction, places)
        await ctx.show_prompt(results_page(page, query, ctx.words, hidden))

    @on(ShowStandings, in_place)
    async def show_board(self, ctx: Context, board: Board = Board.TABLES, page: int = 0) -> None:
        """Show a page of a leaderboard of the server; raises UserError outside of servers."""
        viewer, guild = ctx.invocation.person.id, ctx.invocation.channel.guild
        if guild is None:
            raise UserError(Problem.STANDINGS_NOWHERE)
        shown = await self.store.read(lambda tx: board_page(tx, viewer, guild, board, page))
        await ctx.show_prompt(standings_page(shown, ctx.words))
