"""Answers to what is asked about games that are over: lists, leaderboards, the next game."""

from bot.desk import Desk, Visit, lobby_sheet
from bot.results.history import Listing, Wanted, asked_by, elsewhere, history_page, page_of
from bot.results.rematch import Rematches
from bot.results.standings import Asked, Board, board_asked, board_page
from bot.rights import may_see
from bot.service import Done
from bot.store import Tables
from bot.store.records import NEWEST, Range
from bot.trouble import SorryError, Trouble
from bot.widgets import Control, Scope, Sheet


async def show_history(desk: Desk, visit: Visit, person: int | None, part: Range = NEWEST) -> None:
    """Show games that are over: a server's, or a person's there, or outside of them one's own."""
    viewer, guild = visit.press.person.id, visit.press.place.guild
    if guild is None and person not in (None, viewer):
        raise SorryError(Trouble.RESULTS_ELSEWHERE)
    wanted = Wanted(viewer, guild, viewer if guild is None else person)
    page = await desk.store.read(lambda tables: page_of(tables, wanted, part))
    hidden = {
        place for place in elsewhere(page, wanted) if not await may_see(visit.interaction, place)
    }
    prompt = history_page(page, wanted, visit.words, hidden)
    await visit.reply.show(Sheet(prompt.text, prompt.rows, _control()))


async def show_board(desk: Desk, visit: Visit, board: Board, number: int) -> None:
    """Show a page of a leaderboard of the server; raises SorryError outside of servers."""
    viewer, guild = visit.press.person.id, visit.press.place.guild
    if guild is None:
        raise SorryError(Trouble.STANDINGS_NOWHERE)
    asked = Asked(viewer, guild, board, number)
    prompt = await desk.store.read(lambda tables: board_page(tables, asked, visit.words))
    await visit.reply.show(Sheet(prompt.text, prompt.rows, _control()))


async def turn_page(desk: Desk, visit: Visit, token: str) -> None:
    """Follow a button under a list; raises SorryError for one that means nothing."""
    kind, _, argument = token.partition(":")
    match kind:
        case Listing.GAMES:
            await show_history(desk, visit, *asked_by(argument))
        case Listing.STANDINGS:
            await show_board(desk, visit, *board_asked(argument))
        case _:
            raise SorryError(Trouble.OUTDATED)


async def statistics(desk: Desk, visit: Visit, *, listed: bool | None) -> None:
    """Tell a person whether others see them in lists, from now on as they choose, if they do."""
    person = visit.press.person.id

    async def work(tables: Tables) -> bool:
        if listed is not None:
            await tables.results.list_person(person, listed=listed)
        return await tables.results.lists(person)

    seen = await desk.store.write(work)
    await visit.reply.show(Sheet(visit.words.say(f"statistics.{'on' if seen else 'off'}")))


async def rematch(desk: Desk, visit: Visit, game: int) -> None:
    """Open the lobby of a rematch, or start the next game against Tom."""
    await desk.wishes.may_open(visit.press)
    opened = await Rematches(desk.games, desk.lobbies).open(visit.press, game)
    if isinstance(opened, Done):
        await visit.reply.show(Sheet(visit.words.say("shell.started")))
        desk.outbox.attach(opened.posts, visit.interaction)
    else:
        await visit.reply.show(lobby_sheet(opened))


def _control() -> Control:
    return Control(Scope.RECORDS, 0, 0, "", "")
