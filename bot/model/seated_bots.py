"""The bots that sit at a table as players of its game, as ids that no Discord user has.

An id says how strong the bot plays and which of the bots of its table it is, so that a bot is known
wherever a person is known by an id. Somebody whom the bot has forgotten has an id of -1 to -4
(`bot.store.traces`).
"""

from collections.abc import Iterable
from typing import Final

from engine.agents.levels import Level

LAST_PERSON: Final = -10
"""Ids above are those of people, forgotten ones included; seated bots have the ids below."""
MOST_BOTS: Final = 3
"""A table of four has room for so many beside a person."""
_RANKS: Final = {Level.EASY: 1, Level.MEDIUM: 2, Level.HARD: 3, Level.EXPERT: 4}
"""The parts of the stored ids of bots: never to be changed."""
_STEP: Final = 10


def bot_id(level: Level, number: int) -> int:
    """The id of the bot `number` (1 to 3) of a table, which plays at a level."""
    return -(_STEP * _RANKS[level] + number)


def level_of(person: int) -> Level | None:
    """Return the strength of a seated bot; None for the id of a person."""
    rank = -person // _STEP
    return next((level for level, known in _RANKS.items() if known == rank), None)


def strongest(seats: Iterable[int]) -> Level | None:
    """The level of the strongest bot among those who sit at a table; None without any."""
    return level_of(min(seats, default=0))


def number_of(bot: int) -> int:
    """Return the number of a seated bot at its table, from 1."""
    return -bot % _STEP
