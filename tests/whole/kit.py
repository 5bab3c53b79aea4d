"""What tests with the whole program have in common, beside the players who press buttons."""

import asyncio
from collections.abc import Awaitable, Callable

from bot.cli.bench.button_player import Player, Step, called, has_turn_button, steps
from bot.present.wizard.tokens import CONFIRM

__all__ = ["CONFIRM", "Player", "Step", "called", "eventually", "has_turn_button", "steps"]


PAUSE = 0.01


async def eventually(look: Callable[[], Awaitable[object]], seconds: float = 60) -> None:
    """Look again and again until something is found; fails after some seconds."""
    for _ in range(int(seconds / PAUSE)):
        if await look():
            return
        await asyncio.sleep(PAUSE)
    raise AssertionError("it did not happen")
