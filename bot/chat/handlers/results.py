"""Answers to what is asked about games that are over: lists, leaderboards, the next game."""

from bot.chat.interaction.desk import Context, Desk, lobby_sheet
from bot.chat.interaction.permissions import may_see
from bot.chat.messages.components import ClassicMessage, CustomId, Scope
from bot.model.errors import Problem, UserError
from bot.model.results import NEWEST, Range
from bot.services.games.service import Saved
from bot.services.play.rematches import Rematches
from bot.services.results.history import (
    HistoryQuery,
    Listing,
    asked_by,
    elsewhere,
    history_page,
    page_of,
)
from bot.services.results.standings import Board, BoardQuery, board_asked, board_page
from bot.store import Transaction


async def show_history(desk: Desk, ctx: Context, person: int | None, part: Range = NEWEST) -> None:
    """Show games that are over: a server's, or a person's there, or outside of them one's own."""
    viewer, guild = ctx.invocation.person.id, ctx.invocation.channel.guild
    if guild is None and person not in (None, viewer):
        raise UserError(Problem.RESULTS_ELSEWHERE)
    wanted = HistoryQuery(viewer, guild, viewer if guild is None else person)
    page = await desk.store.read(lambda tx: page_of(tx, wanted, part))
    hidden = {
        place for place in elsewhere(page, wanted) if not await may_see(ctx.interaction, place)
    }
    prompt = history_page(page, wanted, ctx.words, hidden)
    await ctx.reply.show(ClassicMessage(prompt.text, prompt.rows, _control()))


async def show_board(desk: Desk, ctx: Context, board: Board, number: int) -> None:
    """Show a page of a leaderboard of the server; raises UserError outside of servers."""
    viewer, guild = ctx.invocation.person.id, ctx.invocation.channel.guild
    if guild is None:
        raise UserError(Problem.STANDINGS_NOWHERE)
    asked = BoardQuery(viewer, guild, board, number)
    prompt = await desk.store.read(lambda tx: board_page(tx, asked, ctx.words))
    await ctx.reply.show(ClassicMessage(prompt.text, prompt.rows, _control()))


async def turn_page(desk: Desk, ctx: Context, token: str) -> None:
    """Follow a button under a list; raises UserError for one that means nothing."""
    kind, _, argument = token.partition(":")
    match kind:
        case Listing.GAMES:
            await show_history(desk, ctx, *asked_by(argument))
        case Listing.STANDINGS:
            await show_board(desk, ctx, *board_asked(argument))
        case _:
            raise UserError(Problem.OUTDATED)


async def statistics(desk: Desk, ctx: Context, *, listed: bool | None) -> None:
    """Tell a person whether others see them in lists, from now on as they choose, if they do."""
    person = ctx.invocation.person.id

    async def work(tx: Transaction) -> bool:
        if listed is not None:
            await tx.results.list_person(person, listed=listed)
        return await tx.results.lists(person)

    seen = await desk.store.write(work)
    await ctx.reply.show(ClassicMessage(ctx.words.say(f"statistics.{'on' if seen else 'off'}")))


async def rematch(desk: Desk, ctx: Context, game: int) -> None:
    """Open the lobby of a rematch, or start the next game against Tom."""
    await desk.preferences.may_open(ctx.invocation)
    opened = await Rematches(desk.games, desk.lobbies).open(ctx.invocation, game)
    if isinstance(opened, Saved):
        await ctx.reply.show(ClassicMessage(ctx.words.say("shell.started")))
        desk.outbox.attach(opened.posts, ctx.interaction)
    else:
        await ctx.reply.show(lobby_sheet(opened))


def _control() -> CustomId:
    return CustomId(Scope.RECORDS, 0, 0, "", "")
