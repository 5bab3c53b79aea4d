"""The kinds of games that are not casual, by the names under which the database knows them."""

from typing import Final

from bot.services.games.challenge import Challenge
from bot.services.games.kind import Kinds
from bot.services.play.lessons import LessonGame
from bot.services.play.tournaments import TournamentGame
from bot.services.play.weekly import WeeklyGame

KINDS: Final[Kinds] = {
    kind.name: kind for kind in (Challenge, WeeklyGame, TournamentGame, LessonGame)
}
