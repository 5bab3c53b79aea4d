"""Parts of the pictures that can be cut out, to be shown alone and larger. Plain values."""

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
    SPACES = "spaces"
    """Positions of the arch, each with its task, portal and path tile."""
    HELPERS = "helpers"
    """The gnomes and offerings of a city."""
    SHIP = "ship"
    """The islands around the ship of a seat."""
    ISLANDS = "islands"
    PATHS = "paths"
    WHEEL = "wheel"
    GNOMES = "gnomes"
    COUNCIL = "council"
    """The High Council around the Great Bonfire."""
    COMMON = "common"
    """The Common Tasks and the countdown."""
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
        PicturePart.SPACES,
        PicturePart.HELPERS,
    }
)
"""The parts of a city; all others are of the main board."""


HALVES: Final = (PicturePart.SEA, PicturePart.FIRE)
"""The two pictures that a phone shows in place of the main board."""


@dataclass(frozen=True, slots=True)
class CutOut:
    """A part to be cut out: of the city of `seat`, or what on the main board concerns it.

    Spaces have `positions` from 1 to 7, islands their codes.
    """

    part: PicturePart
    seat: Seat
    positions: tuple[int, ...] = ()
    islands: tuple[str, ...] = ()

    @property
    def in_city(self) -> bool:
        """Say whether it is cut out of a city."""
        return self.part in IN_A_CITY
