"""The bot's answer when it cannot do what was asked: a key of the catalog with its slots."""

import logging
import secrets
from enum import StrEnum

from bot import __version__
from bot.model import telemetry

_LOGGER = logging.getLogger(__name__)


class Problem(StrEnum):
    """The problems that the program itself tells apart; the slots of each stand behind it."""

    UNEXPECTED = "error.unexpected"  # id
    UNAVAILABLE = "error.unavailable"
    NOT_SHOWN = "error.not_shown"  # id
    SAVED_UNSHOWN = "error.saved_unshown"
    UNSURE = "error.unsure"
    STALE = "error.stale"
    NO_GAME = "error.no_game_here"
    GAME_RUNNING = "error.game_running"
    GAME_OVER = "error.game_over"
    NOT_A_PLAYER = "error.not_a_player"
    NOT_YOUR_TURN = "error.not_your_turn"  # who
    TURN_ENDED = "agree.sorry.turn_ended"
    QUESTION_OPEN = "agree.sorry.open"  # who


class UserError(Exception):
    """A kind refusal that changes nothing: the key of its sentence, `problem`, and its slots."""

    def __init__(self, problem: str, **slots: object) -> None:
        super().__init__(problem)
        self.problem = problem
        self.slots = slots


def report_bug(error: BaseException) -> UserError:
    """Log an unexpected error, and return the answer to the person.

    A bug gets a reference that the answer names, with the version of the program in it; a failure
    of the environment gets none.
    """
    if telemetry.ENVIRONMENT.explains(error):
        return UserError(Problem.UNAVAILABLE)
    reference = f"{__version__}-{secrets.token_hex(4)}"
    _LOGGER.error("bug %s", reference, exc_info=error)
    telemetry.count(telemetry.BUGS)
    return UserError(Problem.UNEXPECTED, id=reference)
