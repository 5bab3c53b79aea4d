"""The solo challenge: how a result changes the handicap of the person's next game."""

from typing import Final

from engine.ids import Seat

FIRST_HANDICAP: Final = -10
FOR_A_WIN: Final = 5
FOR_A_LOSS: Final = -2
PERSON: Final[Seat] = 0


def next_handicap(value: int, winners: tuple[Seat, ...]) -> int:
    """The handicap after a game played with `value` (S1 Solo Play); both seats win in a draw."""
    if PERSON not in winners:
        return value + FOR_A_LOSS
    return value + FOR_A_WIN if winners == (PERSON,) else value


def next_handicap_abandoned(value: int, *, tom_played: bool) -> int:
    """The handicap after an abandoned game: lost once Tom ever turned a card (rulings 68, 71)."""
    return value + FOR_A_LOSS if tom_played else value
