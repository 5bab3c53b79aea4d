"""Limits on how many posts are on their way to Discord at once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from bot.chat.delivery.back_off import BackOff
from bot.model.clock import Clock
from bot.model.rows import PostRow

SENDING_AT_ONCE: Final = 8
IN_DOUBT_AT_ONCE: Final = 4
"""Posts at once to places whose last post failed, so that these hold up no others."""
LONGEST_HOLD: Final = 5.0
"""Seconds that a post keeps one of these places: after them it waits for Discord, as a rule."""


class SendingPlaces:
    """The places for posts on their way, some of them for channels that fail."""

    def __init__(self, clock: Clock, back_off: BackOff) -> None:
        """Let `back_off` tell which channels fail."""
        self._clock = clock
        self._back_off = back_off
        self._sound = asyncio.Semaphore(SENDING_AT_ONCE)
        self._in_doubt = asyncio.Semaphore(IN_DOUBT_AT_ONCE)

    @asynccontextmanager
    async def one(self, post: PostRow) -> AsyncIterator[None]:
        """Wait for a place; it is given back early where the post takes long."""
        in_doubt = self._back_off.is_doubtful(post.channel)
        gate = self._in_doubt if in_doubt else self._sound
        await gate.acquire()
        done = asyncio.Event()
        holding = asyncio.create_task(self._hold(gate, done))
        try:
            yield
        finally:
            done.set()
            await holding

    async def _hold(self, gate: asyncio.Semaphore, done: asyncio.Event) -> None:
        try:
            await self._clock.wait(done, LONGEST_HOLD)
        finally:
            gate.release()
