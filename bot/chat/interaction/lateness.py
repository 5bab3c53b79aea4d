"""The age of an interaction when the bot hears of it.

Discord waits three seconds for the first answer. After a drop of the connection it sends what was
missed once more, and a busy machine may take its time: the person has then been told that the bot
did not respond, and may long have done something else.
"""

from collections import deque
from typing import Final

import discord

from bot.model.clock import Clock

LATE_ANSWER_SECONDS: Final = 2.5
"""Seconds after which an answer that has yet to be worked out hardly arrives in time."""
_SAMPLES: Final = 50
"""The number of interactions that show how far the machine's clock and Discord's differ."""


class Lateness:
    """Compares each interaction with the quickest of late, so that no clock has to be right."""

    def __init__(self, clock: Clock) -> None:
        """Nothing has been heard yet."""
        self._clock = clock
        self._delays: deque[float] = deque(maxlen=_SAMPLES)

    def of(self, interaction: discord.Interaction) -> float:
        """By how many seconds it came later than others do; to be asked once for each."""
        delay = self._clock.elapsed() - interaction.created_at.timestamp()
        self._delays.append(delay)
        return delay - min(self._delays)
