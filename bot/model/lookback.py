"""How somebody looks back at a game: which turn comes next, and what its picture shows."""

from enum import StrEnum


class StepTo(StrEnum):
    """Which turn is looked back at next; HERE is the one that is shown."""

    FIRST = "first"
    BACK = "back"
    HERE = "here"
    FORWARD = "forward"
    LAST = "last"


class Sight(StrEnum):
    """What the picture of each turn shows: what the turn changed most, or always the same."""

    TURN = "turn"
    BOARD = "board"
    CITY_1 = "1"
    CITY_2 = "2"
    CITY_3 = "3"
    CITY_4 = "4"
