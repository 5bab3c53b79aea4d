"""Parts of the pictures that can be cut out, to stand above a picture, larger. Plain values."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.ids import Seat


class PicturePart(StrEnum):
    """A part of a city or of the main board."""

    FATE_TILES = "fate_tiles"
    FATE_AREA = "fate_area"
    SUPPLIES = "supplies"
    START = "start"
    SPACE = "space"
    SHIP = "ship"
    ISLAND = "island"
    PATHS = "paths"
    WHEEL = "wheel"
    GNOMES = "gnomes"
    COUNCIL = "council"
    COUNTDOWN = "countdown"
    SEA = "sea"
    """The left half of the main board: the sea, specialists and elders; the scores above it."""
    FIRE = "fire"
    """The right half: the Great Bonfire, the High Council, and what lies below."""


IN_A_CITY: Final = frozenset(
    {
        PicturePart.FATE_TILES,
        PicturePart.FATE_AREA,
        PicturePart.SUPPLIES,
        PicturePart.START,
        PicturePart.SPACE,
    }
)
"""The parts of a city; all others are of the main board."""


HALVES: Final = (PicturePart.SEA, PicturePart.FIRE)
"""The two pictures that a phone shows in place of the main board."""


@dataclass(frozen=True, slots=True)
class CutOut:
    """A part to be cut out: of the city of `seat`, or what on the main board concerns it.

    A task space has a `position` from 1 to 7, an island its code.
    """

    part: PicturePart
    seat: Seat
    position: int = 0
    island: str = ""
