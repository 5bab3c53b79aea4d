"""Keeping the result of a game, in the transaction that ends it."""

from bot.model.results import Ending, ResultRow
from bot.services.games.outcomes import outcomes
from bot.services.games.table import Table
from bot.store import Transaction


async def settle(tx: Transaction, table: Table, now: float, ending: Ending) -> None:
    """Keep how a game ended and what that means for each person; once, whoever asks again."""
    settings = table.game.options
    tom = (city.sheet.total for city in table.game.view().seats if city.is_tom)
    result = ResultRow(
        game=table.id,
        guild=table.channel.guild,
        ended=now,
        ending=ending,
        players=settings.players,
        handicap=settings.handicap,
        tom=next(tom, None) if ending is Ending.PLAYED else None,
    )
    await tx.results.add(result, outcomes(table, ending))
