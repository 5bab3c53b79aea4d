"""Leaderboards of a server, page by page."""

from dataclasses import replace
from typing import Final

from bot.model.results import Board, BoardPage, BoardQuery
from bot.store import Transaction

PEOPLE: Final = 10
"""People on a page."""


async def board_page(tx: Transaction, query: BoardQuery) -> BoardPage:
    """A page of a leaderboard; the first one for a page beyond the last."""
    ask = tx.records.standings if query.board is Board.TABLES else tx.records.solo
    people, lines = await ask(query.viewer, query.guild, query.page * PEOPLE, PEOPLE)
    if query.page and not lines:
        return await board_page(tx, replace(query, page=0))
    return BoardPage(query.board, query.page, -(-people // PEOPLE), lines)
