"""The features that the bot has. To take one out, delete its folder and its line here."""

from typing import Final

from bot.chat.feature import Feature
from bot.features.finished.feature import FINISHED
from bot.features.lesson.feature import LESSON
from bot.features.puzzle.feature import PUZZLE
from bot.features.replay.feature import REPLAY
from bot.features.tournament.feature import TOURNAMENT
from bot.features.weekly.feature import WEEKLY

FEATURES: Final[tuple[Feature, ...]] = (LESSON, PUZZLE, WEEKLY, TOURNAMENT, REPLAY, FINISHED)
