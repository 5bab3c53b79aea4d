"""The connection to the gateway, which the library keeps and the bot ends."""

import asyncio
import threading

from discord.gateway import KeepAliveHandler

from tests.kit.hall import Hall

LONGEST = 30.0


async def test_it_ends_while_a_shard_begins_anew(hall: Hall) -> None:
    """The library carries on if we cancel it then, and a former leader would lead on."""
    begun = asyncio.Event()

    async def identifying(_shard: int) -> None:
        begun.set()
        await asyncio.sleep(LONGEST)

    hall.client.identifying = identifying
    hall.server.gateway.invalidate()
    await begun.wait()
    started = [task for task in asyncio.all_tasks() if "Client.start " in repr(task.get_coro())]
    (connecting,) = started
    connecting.cancel()
    await asyncio.wait({connecting}, timeout=LONGEST)
    assert connecting.cancelled()
    beats = [one for one in threading.enumerate() if isinstance(one, KeepAliveHandler)]
    assert all(beat._stop_ev.is_set() for beat in beats)
