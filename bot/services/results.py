"""Games that are over: lists and leaderboards by pages, and games older than the lists."""

import asyncio
from typing import Final

from bot.model import results, telemetry
from bot.model.errors import report_bug
from bot.services.games.outcomes import settle
from bot.services.games.table import table_of
from bot.store.store import Store, Transaction

_LINES: Final = 5
"""Games on a page: with four names and a link each, more would not surely fit a message."""
_PEOPLE: Final = 8
"""People on a page."""
_AT_ONCE: Final = 50
"""Games that are looked up together."""
_PAUSE: Final = 0.02
"""Seconds that presses have for themselves after each game."""


async def page_of(
    tx: Transaction, wanted: results.HistoryQuery, part: results.Range
) -> results.HistoryPage:
    """The page of a list that a part of it is; the first one where newer games do not fill it."""
    lines = await tx.records.history(wanted, part, _LINES + 1)
    more = len(lines) > _LINES
    if part.after is None:
        return results.HistoryPage(lines[:_LINES], newer=part.before is not None, older=more)
    if more:
        return results.HistoryPage(lines[-_LINES:], newer=True, older=True)
    return await page_of(tx, wanted, results.NEWEST)


def elsewhere(page: results.HistoryPage, wanted: results.HistoryQuery) -> frozenset[int]:
    """The places of games on a page in which the viewer did not play."""
    return frozenset(
        line.channel
        for line in page.lines
        if line.channel is not None and all(seat.person != wanted.viewer for seat in line.seats)
    )


async def board_page(
    tx: Transaction, viewer: int, guild: int, board: results.Board, page: int
) -> results.BoardPage:
    """A page, from 0, of a leaderboard of a server; the first one for a page beyond the last.

    In place of one that lists nobody comes the first that lists somebody.
    """
    first = {each: await _ask(tx, viewer, guild, each, 0) for each in results.Board}
    filled = [each for each, (people, _) in first.items() if people]
    if filled and board not in filled:
        board, page = filled[0], 0
    others = tuple(each for each in filled if each is not board)
    people, lines = first[board]
    pages = -(-people // _PEOPLE)
    if not 0 < page < pages:
        return results.BoardPage(board, others, 0, pages, lines)
    _, lines = await _ask(tx, viewer, guild, board, page * _PEOPLE)
    return results.BoardPage(board, others, page, pages, lines)


async def _ask(
    tx: Transaction, viewer: int, guild: int, board: results.Board, offset: int
) -> tuple[
    int,
    tuple[results.Standing, ...]
    | tuple[results.SoloStanding, ...]
    | tuple[results.BotStanding, ...],
]:
    match board:
        case results.Board.TABLES:
            return await tx.records.standings(viewer, guild, offset, _PEOPLE)
        case results.Board.SOLO:
            return await tx.records.solo(viewer, guild, offset, _PEOPLE)
        case results.Board.BOTS:
            return await tx.records.with_bots(viewer, guild, offset, _PEOPLE)


async def count_older_games(store: Store) -> None:
    """Count every game that has not been; one that cannot be read is left out.

    Raises an error of the environment, such as UnavailableError: no game is left out for that.
    """
    while waiting := await store.read(lambda tx: tx.results.uncounted(_AT_ONCE)):
        for uncounted in waiting:
            await _count(store, uncounted)
            await asyncio.sleep(_PAUSE)


async def _count(store: Store, uncounted: results.Uncounted) -> None:
    try:
        row = await store.read(lambda tx: tx.games.get(uncounted.game))
        assert row is not None, "results belong to games"
        table = await asyncio.to_thread(table_of, row)
        await store.write(lambda tx: settle(tx, table, uncounted.ended, results.Ending.PLAYED))
    except Exception as error:
        if telemetry.ENVIRONMENT.explains(error):
            raise
        report_bug(error)  # one damaged game spoils no other
        await store.write(lambda tx: tx.results.give_up(uncounted.game))
