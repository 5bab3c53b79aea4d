"""Leaderboards of a server, page by page."""

from typing import Final

from bot.model.results import Board, BoardPage
from bot.store import Transaction

PEOPLE: Final = 10
"""People on a page."""


async def board_page(
    tx: Transaction, viewer: int, guild: int, board: Board, page: int
) -> BoardPage:
    """A page, from 0, of a leaderboard of a server; the first one for a page beyond the last."""
    ask = tx.records.standings if board is Board.TABLES else tx.records.solo
    people, lines = await ask(viewer, guild, page * PEOPLE, PEOPLE)
    if page and not lines:
        return await board_page(tx, viewer, guild, board, 0)
    return BoardPage(board, page, -(-people // PEOPLE), lines)
