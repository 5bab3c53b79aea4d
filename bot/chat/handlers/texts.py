"""Games in words for one person: how they stand, what happened, which ones there are and were."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from discord import Interaction, User, app_commands

from bot.chat.components import ClassicMessage, ImageFile
from bot.chat.handlers.pages import wanted_only
from bot.chat.handlers.services import Handlers
from bot.chat.interaction.context import Context, channel_of
from bot.chat.interaction.visibility import sleeping_threads
from bot.chat.routes import Option, command, in_place, on
from bot.model import buttons
from bot.model.button_choices import HelpPage
from bot.model.buttons import ShowStandings, TurnResultsPage
from bot.model.custom_ids import Binding, ButtonPress
from bot.model.errors import UserError
from bot.model.game_log import logged_moves
from bot.model.links import PublicPages
from bot.model.messages import Completion, Prompt
from bot.model.people import Person
from bot.model.results import NEWEST, Board, HistoryQuery, Range
from bot.model.rows import Status
from bot.present import rules_lookup
from bot.present.posts.call_posts import games_page
from bot.present.posts.consent_posts import back_row
from bot.present.posts.help_pages import help_prompt, picture_names
from bot.present.posts.results_pages import results_page, standings_page
from bot.present.posts.score_pages import left_page, log_page, score_page, status_page
from bot.present.rules_links import FIRST_ENTRY
from bot.services.results import board_page, elsewhere, page_of
from bot.words import Catalog
from engine import Game
from engine.record import make_record, record_text


class TextHandlers(Handlers):
    """Shows what can be read about games."""

    @on(buttons.ShowStatus)
    async def show_status(self, ctx: Context, game: int) -> None:
        """Show whose turn it is and what remains to be had."""
        await self._show_standing(ctx, game, status_page)

    @on(buttons.ShowWhatIsLeft, in_place)
    async def show_what_is_left(self, ctx: Context, game: int) -> None:
        """Show the pieces that are left."""
        await self._show_standing(ctx, game, left_page)

    @on(buttons.ShowScore)
    async def show_score(self, ctx: Context, game: int) -> None:
        """Show the score by source as if the game ended now, and the turns that brought points."""
        await self._show_standing(ctx, game, partial(score_page, offers=self.of.games.offers))

    async def _show_standing(
        self, ctx: Context, game: int, tell: Callable[[Game, tuple[Person, ...], Catalog], Prompt]
    ) -> None:
        """Show how a game stands, or that it stood so when it was broken off."""
        async with self.of.games.hold(game) as table:
            # In a thread: to play a long game through would hold up the event loop.
            page = await asyncio.to_thread(tell, table.game, table.people_in(ctx.words), ctx.words)
            if table.status is Status.ABANDONED:
                page = replace(page, text=f"{ctx.words.say('result.early')}\n{page.text}")
        await ctx.show_prompt(page, game)

    @on(buttons.ShowLog)
    @on(buttons.TurnLogPage, in_place)
    async def show_log(self, ctx: Context, game: int, page: int = 0) -> None:
        """Show a page of what has happened, the newest first, with buttons to the others."""
        async with self.of.games.hold(game) as table:
            log = await self.of.store.read(lambda tx: tx.games.log(game))
            moves = logged_moves(table.game, log)
            owners = table.owners_in(ctx.words)
            prompt = log_page(table.game, moves, owners, ctx.words, page, offers=table.offers)
            goes_back = table.can_go_back(ctx.invocation.person.id)
        if goes_back:
            prompt = replace(prompt, rows=(*prompt.rows, back_row(ctx.words)))
        await ctx.show_prompt(prompt, game)

    @command("bonfire mygames", "command.bonfire.calendar.mygames")
    async def show_games(self, ctx: Context) -> None:
        """Show every game that a person is in, and wake the threads of those that are asleep."""
        person = ctx.invocation.person.id
        games = await self.of.store.read(lambda tx: tx.clocks.games_of(person))
        asleep = sleeping_threads(ctx.interaction.client, games)
        await ctx.show_prompt(games_page(person, games, ctx.words, asleep))
        await self.of.waker.wake(ctx.interaction.client, asleep)

    @on(buttons.AskForRecord)
    @command("bonfire export", "command.bonfire.export")
    async def export(self, ctx: Context, game: int) -> None:
        """Hand out the record of a game as a file."""
        async with self.of.games.hold(game) as table:
            await self.of.games.must_be_unsealed(table)
            record = make_record(table.game)
        file = ImageFile(f"bonfire-{game}.json", record_text(record).encode(), "")
        await ctx.reply.show(ClassicMessage(ctx.words.say("shell.exported"), picture=file))

    async def complete_terms(
        self, interaction: Interaction, words: Catalog, typed: str
    ) -> tuple[Completion, ...]:
        """The terms that fit what is typed."""
        box = await self.of.games.box_in(channel_of(interaction))
        return rules_lookup.complete(typed, box, words)

    @command(
        "bonfire rules",
        "command.bonfire.rules",
        term=Option("command.bonfire.option.term", complete=complete_terms),
    )
    @on(buttons.ShowRule, in_place)
    async def explain(
        self, ctx: Context, term: app_commands.Range[str, 1, 100] = FIRST_ENTRY
    ) -> None:
        """Explain a term of the game, or a component of the box that is played with."""
        box = await self.of.games.box_in(ctx.channel)
        page = wanted_only(ctx, rules_lookup.rules_page(term, box, ctx.words))
        await self.of.pages.show_prompt(ctx, Binding(), (), page)

    @on(buttons.ShowHelp, in_place)
    @command("bonfire help", "command.bonfire.help")
    async def show_help(self, ctx: Context, page: HelpPage = HelpPage.START) -> None:
        """Show what the game is and ways into it, or commands of a topic."""
        prompt = wanted_only(ctx, help_prompt(ctx.words, self.of.games.offers, page))
        await self.of.pages.show_prompt(ctx, Binding(), picture_names(ctx.words), prompt)

    @command("bonfire about", "command.bonfire.about")
    async def show_about(self, ctx: Context) -> None:
        """Show what this bot is, and lead to its public pages."""
        pages = public_pages(self.of.public_pages, ctx.words)
        await ctx.say("shell.about", pages=pages)

    @on(buttons.ChooseBots)
    @on(buttons.Outdated)
    async def refuse(self, _ctx: Context) -> None:
        """Tell that a button means nothing any more."""
        raise UserError("error.outdated_button")


def public_pages(pages: PublicPages, words: Catalog) -> str:
    """Return the addresses of the privacy policy and the terms of use."""
    match pages.read_in(words.locale):
        case (privacy, terms):
            return words.say("shell.pages", privacy=privacy, terms=terms)
        case None:
            return words.say("shell.no_pages")


class ResultHandlers(Handlers):
    """Shows how games ended."""

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
            raise UserError("results.sorry.elsewhere")
        query = HistoryQuery(viewer, guild, viewer if guild is None else person)
        page = await self.of.store.read(lambda tx: page_of(tx, query, part))
        places = elsewhere(page, query)
        hidden = places - await self.of.visibility.seen(ctx.interaction, places)
        await ctx.show_prompt(results_page(page, query, ctx.words, hidden))

    @on(ShowStandings, in_place)
    async def show_board(self, ctx: Context, board: Board = Board.TABLES, page: int = 0) -> None:
        """Show a page of a leaderboard of the server; raises UserError outside of servers."""
        viewer, guild = ctx.invocation.person.id, ctx.invocation.channel.guild
        if guild is None:
            raise UserError("standings.sorry.nowhere")
        shown = await self.of.store.read(lambda tx: board_page(tx, viewer, guild, board, page))
        await ctx.show_prompt(standings_page(shown, ctx.words))
