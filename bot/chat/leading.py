"""Several workers on one database: each answers presses, and one of them leads.

A leader whose database session is lost steps down: it goes on answering presses, and waits like the
others.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final

from bot.chat.client import BonfireClient, on_duty
from bot.model.clock import SYSTEM_CLOCK
from bot.model.database_errors import LostLeadError, UnavailableError
from bot.runtime.jobs import Jobs, Wakeup
from bot.runtime.settings import Settings
from bot.store.queries import Agreement, Right
from bot.store.store import Store

_LOGGER = logging.getLogger(__name__)

_Work = Callable[[], Coroutine[Any, Any, object]]

_LOOKS_EVERY: Final = 5.0
"""Seconds after which a worker looks for what it was not told of."""
_AFTER_A_TURN: Final = 2.0
"""Seconds that a worker which stepped down leaves to the others, before it waits to lead again."""
_BETWEEN_STARTS: Final = 6.0
"""Seconds between two sessions of a bucket: five (Discord, events/gateway: Identifying), and one
in which the first may still be on its way when the wait begins."""


async def attend(client: BonfireClient, settings: Settings) -> None:
    """Be connected to the gateway until the client closes.

    Of several workers the one that leads is, or each for its own servers. Raises LostLeadError when
    the only bot has lost the right to be it, NewerTablesError for a worker whose tables a newer
    program has changed, and DatabaseError once another database is in the place of the one that was
    opened: what is in memory does not belong to it.
    """
    store = client.services.store
    await _until_first(_attend(client, settings, store), store.engine.identity.until_lost())


async def _attend(client: BonfireClient, settings: Settings, store: Store) -> None:
    if store.sharing is not None:
        await _until_first(_share(client, settings, store.sharing), store.sharing.watch_tables())
    elif store.right is not None:
        client.services.outbox.sender.fence = store.right.check
        await _until_first(client.connect(), _held(store.right))
    else:
        await client.connect()


async def _share(client: BonfireClient, settings: Settings, sharing: Agreement) -> None:
    """Be one of several workers."""
    if settings.shards is None:
        await _lead(client, settings, sharing, client.connect)
    else:
        limits = await client.fetch_session_start_limits()
        client.identifying = partial(_in_turn, sharing, limits.max_concurrency)
        # What became of a place others may know first; Discord tells each of its own servers.
        async with _looking(client.jobs, "places", client.services.channels.prepare):
            await _until_first(
                client.connect(), _lead(client, settings, sharing, asyncio.Event().wait)
            )


async def _lead(client: BonfireClient, settings: Settings, sharing: Agreement, work: _Work) -> None:
    """Lead whenever it is this worker's turn, until `work` is done in one of its turns."""
    while True:
        try:
            await _turn(client, settings, sharing, work)
        except (LostLeadError, UnavailableError) as error:
            _LOGGER.warning("stepped down as the leader: %s", error)
            await asyncio.sleep(_AFTER_A_TURN)
        else:
            return


async def _turn(client: BonfireClient, settings: Settings, sharing: Agreement, work: _Work) -> None:
    """Wait for the turn to lead; then do all that one worker does alone, until `work` is done.

    Meanwhile the leader hears of what there is to do. Raises LostLeadError when the turn is over,
    and UnavailableError where the database fails as it begins.
    """
    outbox, bots, tags = client.services.outbox, client.services.bots, client.services.tags
    alone = outbox.elsewhere
    wakeup = Wakeup(SYSTEM_CLOCK)
    outbox.elsewhere = wakeup.kick
    client.jobs.start("telling", partial(_tell, sharing, wakeup))
    async with sharing.leading() as right:
        outbox.elsewhere, outbox.sender.fence = alone, right.check
        await client.jobs.stop("telling")

        def heard() -> None:
            outbox.kick()
            bots.kick()
            tags.kick()

        async def look() -> None:
            heard()

        async with (
            on_duty(client, settings),
            sharing.listening(heard),
            _looking(client.jobs, "looks", look),
        ):
            client.commands.tell(settings.sync)
            await _until_first(work(), _held(right))


async def _held(right: Right) -> None:
    """Wait until the right to be the only one is lost, and raise LostLeadError."""
    await right.lost.wait()
    await right.check()


async def _until_first(*works: Coroutine[Any, Any, object]) -> None:
    """Do all of these until one is done or fails; the others are given up."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()


async def _in_turn(sharing: Agreement, concurrency: int, shard: int) -> None:
    """Wait until a shard may identify, and let others of its bucket wait as long as they must.

    `concurrency` is the number of buckets (Discord, events/gateway: max_concurrency).
    """
    begun = asyncio.Event()

    async def hold() -> None:
        async with sharing.holding(f"identify {shard % concurrency}"):
            begun.set()
            await asyncio.sleep(_BETWEEN_STARTS)

    holding = asyncio.create_task(hold())
    beginning = asyncio.create_task(begun.wait())
    await asyncio.wait({holding, beginning}, return_when=asyncio.FIRST_COMPLETED)
    beginning.cancel()
    if holding.done():
        holding.result()


async def _tell(sharing: Agreement, wakeup: Wakeup) -> None:
    """Tell the leader after each kick: once, and once more for all kicks meanwhile."""
    while True:
        await wakeup.rest(None)
        await sharing.tell()


@asynccontextmanager
async def _looking(
    jobs: Jobs, name: str, look: Callable[[], Awaitable[None]]
) -> AsyncIterator[None]:
    """Look for something at once and then now and then, as a job with this name."""
    wakeup = Wakeup(SYSTEM_CLOCK)

    async def looks() -> None:
        while True:
            await look()
            await wakeup.rest(_LOOKS_EVERY)

    jobs.start(name, looks)
    try:
        yield
    finally:
        await jobs.stop(name)
