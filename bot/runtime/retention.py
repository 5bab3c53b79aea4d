"""The daily clearing away of old rows: posts that Discord took, presses that had effect."""

from typing import Final

from bot.model.clock import Clock
from bot.runtime.wakeup import Wakeup
from bot.store import Store, Transaction

KEPT: Final = 7 * 24 * 3600.0
"""Seconds that they stay in the database."""
DAY_SECONDS: Final = 24 * 3600.0
KEPT_OF_SERVERS: Final = 180 * DAY_SECONDS
"""Seconds that what belongs to a server stays after that has removed the bot."""


async def forget_daily(store: Store, clock: Clock) -> None:
    """Forget what is old, now and once a day, until cancelled."""
    wakeup = Wakeup(clock)
    while True:
        await forget_old(store, clock.now())
        await wakeup.rest(DAY_SECONDS)


async def forget_old(store: Store, now: float) -> None:
    """Forget what was posted and pressed longer ago than it is kept."""

    async def work(tx: Transaction) -> None:
        await tx.posts.forget(now - KEPT)
        await tx.processed.forget(now - KEPT)

    await store.write(work)
