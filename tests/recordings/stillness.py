"""When the bot has nothing more to do: no query, no thread, no request and no event under way.

Time stands still meanwhile for everybody, asyncio included: what waits for time waits until a
recorder turns it. So nothing depends on how fast the machine is.
"""

import random
import secrets
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import discord
import pytest

from tests.recordings.program import ManualClock, StandIn
from tests.stillness import Stillness, counting


class BotStillness(Stillness):
    """Counts what is under way in this process, and what the bot has yet to hear of Discord."""

    def __init__(self, server: StandIn) -> None:
        """Count what happens between the bot and the stand-in `server`."""
        super().__init__()
        self._server = server
        self._heard: int | None = None

    def heard(self, sequence: int | None) -> None:
        """The bot has taken in the event with this number."""
        self._heard = sequence
        self._changed.set()

    @property
    def is_busy(self) -> bool:
        """Whether anything that was counted is under way, or an event on its way to the bot."""
        sessions = self._server.gateway.sessions
        is_behind = bool(sessions) and sessions[-1].sequence != self._heard
        return super().is_busy or is_behind


@contextmanager
def stillness(server: StandIn, clock: ManualClock) -> Iterator[BotStillness]:
    """Let time be that of `clock`, and count what is under way."""
    still = BotStillness(server)
    with pytest.MonkeyPatch.context() as patch, counting(still):
        patch.setattr(time, "time", clock.now)
        patch.setattr(time, "monotonic", clock.now)
        # The substitute guesses at hidden pieces by seeds of its own.
        patch.setattr(secrets, "randbits", random.Random(0).getrandbits)
        socket = discord.gateway.DiscordWebSocket
        patch.setattr(socket, "received_message", _hearing(socket.received_message, still))
        yield still


def _hearing(hear: Callable[..., Awaitable[Any]], still: BotStillness) -> Callable[..., Any]:
    async def hearing(socket: Any, message: Any, /) -> Any:
        try:
            return await hear(socket, message)
        finally:
            still.heard(socket.sequence)

    return hearing
