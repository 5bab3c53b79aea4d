"""The buttons of looking back at a game: the next turn, and the sight of its picture."""

from enum import StrEnum

from bot.model.button_forms import ButtonValue, Family, RowNumber, written


class StepTo(StrEnum):
    """The turn to look back at next; HERE is the one that is shown."""

    FIRST = "first"
    BACK = "back"
    HERE = "here"
    FORWARD = "forward"
    LAST = "last"


class Sight(StrEnum):
    """The subject of each turn's picture: the part that it changed most, or always the same."""

    TURN = "turn"
    BOARD = "board"
    CITY_1 = "1"
    CITY_2 = "2"
    CITY_3 = "3"
    CITY_4 = "4"


@written(Family.GAME, "replay")
class ReplayPost(ButtonValue):
    """Look back at the turn that the message shows, to step from there."""


@written(Family.GAME, "replay")
class ReplayTurn(ButtonValue):
    """Look back at the turn in which the last of so many answers was given."""

    answers: RowNumber


@written(Family.GAME, "replay")
class ReplayStep(ButtonValue):
    """Step on from the turn in which the last of so many answers was given."""

    answers: RowNumber
    step: StepTo
    sight: Sight
