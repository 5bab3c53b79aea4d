"""Notices to systemd: the bot is ready, is alive, or stops.

A datagram each to the socket that NOTIFY_SOCKET names (systemd, sd_notify(3)); without one nobody
listens. A bot whose event loop stands still says nothing, and is killed and started again.
"""

import asyncio
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

_SOCKET: Final = "NOTIFY_SOCKET"
_PERIOD: Final = "WATCHDOG_USEC"
"""Microseconds after which systemd takes a silent process for one that hangs."""


def tell(state: str) -> None:
    """Tell systemd something; what it does not take is not worth a failure."""
    address = os.environ.get(_SOCKET, "")
    if not address:
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sending:
        sending.setblocking(False)  # noqa: FBT003 - its only parameter
        sending.sendto(state.encode(), f"\0{address[1:]}" if address[0] == "@" else address)


@asynccontextmanager
async def alive() -> AsyncIterator[None]:
    """Let the event loop tell systemd that it is alive, as often as systemd wants."""
    feeding = asyncio.create_task(_feed(int(os.environ.get(_PERIOD) or 0) / 1_000_000))
    try:
        yield
    finally:
        feeding.cancel()
        await asyncio.gather(feeding, return_exceptions=True)


async def _feed(period: float) -> None:
    """Tell it three times in so many seconds, 0 for never."""
    while period:
        tell("WATCHDOG=1")
        await asyncio.sleep(period / 3)
