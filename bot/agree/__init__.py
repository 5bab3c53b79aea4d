"""What people agree on in the middle of a game: going back, leaving, handing over, ending it.

What leaving means for the result stands in one place, `bot.results.outcome`; the questions that
confirm it say the same.
"""

from bot.agree.bot_seats import BotSeats
from bot.agree.leaving import LeavingService
from bot.agree.questions import AgreeService, Answer, Answered

__all__ = ["AgreeService", "Answer", "Answered", "BotSeats", "LeavingService"]
