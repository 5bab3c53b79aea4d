"""Results of games that ended before results were kept: counted once, while the bot runs."""

import asyncio
from typing import Final

from bot.model.environment import ENVIRONMENT
from bot.model.errors import report_bug
from bot.model.results import Ending, Uncounted
from bot.services.games.outcomes import settle
from bot.services.games.table import table_of
from bot.store import Store

_AT_ONCE: Final = 50
"""Games that are looked up together."""
_PAUSE: Final = 0.02
"""Seconds that presses have for themselves after each game."""


async def count_older_games(store: Store) -> None:
    """Count every game that has not been; one that cannot be read is left out.

    Raises an error of the environment, such as UnavailableError: no game is left out for that.
    """
    while waiting := await store.read(lambda tx: tx.results.uncounted(_AT_ONCE)):
        for uncounted in waiting:
            await _count(store, uncounted)
            await asyncio.sleep(_PAUSE)


async def _count(store: Store, uncounted: Uncounted) -> None:
    try:
        row = await store.read(lambda tx: tx.games.get(uncounted.game))
        assert row is not None, "results belong to games"
        table = await asyncio.to_thread(table_of, row)
        await store.write(lambda tx: settle(tx, table, uncounted.ended, Ending.PLAYED))
    except Exception as error:
        if ENVIRONMENT.explains(error):
            raise
        report_bug(error)  # one damaged game spoils no other
        await store.write(lambda tx: tx.results.give_up(uncounted.game))
