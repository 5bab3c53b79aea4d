"""The daily work on the database while the bot plays on: it forgets old rows."""

from typing import Final

from bot.model.clock import Clock
from bot.runtime.jobs import Wakeup
from bot.store.store import Store, Transaction

DAY_SECONDS: Final = 24 * 3600.0
KEPT: Final = 7 * DAY_SECONDS
"""Seconds that posts which Discord took, and presses that had effect, stay in the database."""
KEPT_OF_SERVERS: Final = 180 * DAY_SECONDS
"""Seconds that what belongs to a server stays after that has removed the bot."""


async def forget_daily(store: Store, clock: Clock) -> None:
    """Forget what is old, now and once a day, until cancelled."""
    wakeup = Wakeup(clock)
    while True:
        await forget_old(store, clock.now())
        await wakeup.rest(DAY_SECONDS)


async def forget_old(store: Store, now: float) -> None:
    """Forget what was posted and pressed longer ago than it is kept, and doors that closed."""

    async def work(tx: Transaction) -> None:
        await tx.posts.forget(now - KEPT)
        await tx.processed.forget(now - KEPT)
        await tx.doors.forget(now)

    await store.write(work)
    await store.wipe()
