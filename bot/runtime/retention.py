"""What the bot forgets by itself, once a day: posts that Discord took, presses that had effect."""

import asyncio
import logging
import time
from typing import Final

from bot.store import Store, Transaction

LOG = logging.getLogger(__name__)

KEPT: Final = 7 * 24 * 3600.0
"""Seconds that they stay in the database."""
DAY: Final = 24 * 3600.0
KEPT_OF_SERVERS: Final = 180 * DAY
"""Seconds that what belongs to a server stays after that has removed the bot."""


async def forget_daily(store: Store) -> None:
    """Forget what is old, now and once a day, until cancelled."""
    while True:
        try:
            await forget_old(store, time.time())
        except Exception:
            LOG.exception("what is old could not be forgotten")
        await asyncio.sleep(DAY)


async def forget_old(store: Store, now: float) -> None:
    """Forget what was posted and pressed longer ago than it is kept."""

    async def work(tx: Transaction) -> None:
        await tx.posts.forget(now - KEPT)
        await tx.processed.forget(now - KEPT)

    await store.write(work)
