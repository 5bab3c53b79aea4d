"""The kinds of games of the core that are not casual."""

from typing import Final

from bot.services.games.challenge import Challenge
from bot.services.games.kind import GameKind
from bot.services.play.lessons import LessonGame

CORE_KINDS: Final[tuple[type[GameKind], ...]] = (Challenge, LessonGame)
