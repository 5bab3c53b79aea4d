"""The strength of a seat of the bot."""

from enum import StrEnum


class Level(StrEnum):
    """The levels of the bot, the weakest first; each names a player of `engine.agents.players`."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"
