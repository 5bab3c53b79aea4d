"""Keeping the result of a game, in the transaction that ends it."""

from bot.results.outcome import outcomes
from bot.store import Ending, ResultRow, Tables
from bot.tables import Table


async def settle(tables: Tables, table: Table, now: float, ending: Ending) -> None:
    """Keep how a game ended and what that means for each person; once, whoever asks again."""
    settings = table.game.settings
    tom = (city.sheet.total for city in table.game.view().seats if city.is_tom)
    result = ResultRow(
        game=table.id,
        guild=table.place.guild,
        ended=now,
        ending=ending,
        players=settings.players,
        handicap=settings.handicap,
        tom=next(tom, None) if ending is Ending.PLAYED else None,
    )
    await tables.results.add(result, outcomes(table, ending))
