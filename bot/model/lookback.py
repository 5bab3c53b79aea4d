"""The choices of a person who looks back at a game: the next turn, and the sight of its picture."""

from enum import StrEnum


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
