"""Parts of the pictures that can be cut out, to be shown alone and larger. Plain values."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine import ids


class PicturePart(StrEnum):
    """A part of a city or of the main board."""

    FATE_TILES = "fate_tiles"
    FATE_AREA = "fate_area"
    SUPPLIES = "supplies"
    START = "start"
    SPACES = "spaces"
    """Positions of the arch, each with its task, portal and path tile."""
    TASKS = "tasks"
    """The task spaces of positions alone."""
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
    SCORES = "scores"
    """The scores of all seats, one below another."""
    WEST = "west"
    """The western islands and three specialists and elders."""
    EAST = "east"
    """The eastern islands, and the other specialists and elders."""
    FIRE = "fire"
    """The Great Bonfire, the High Council, and what lies below."""
    CITY_LEFT = "city_left"
    """The left part of a city with its Fate Area and supplies."""
    CITY_RIGHT = "city_right"
    """The right part with the Fate Area, gnomes and offerings."""


IN_A_CITY: Final = frozenset(
    {
        PicturePart.FATE_TILES,
        PicturePart.FATE_AREA,
        PicturePart.SUPPLIES,
        PicturePart.START,
        PicturePart.SPACES,
        PicturePart.TASKS,
        PicturePart.HELPERS,
        PicturePart.CITY_LEFT,
        PicturePart.CITY_RIGHT,
    }
)
"""The parts of a city; all others are of the main board."""


PHONE_BOARD: Final = (PicturePart.WEST, PicturePart.EAST, PicturePart.FIRE)
"""The pictures that a phone shows in place of the main board; the scores stand beside them."""
PHONE_CITY: Final = (PicturePart.CITY_LEFT, PicturePart.CITY_RIGHT)
"""Those that it shows in place of a city."""


@dataclass(frozen=True, slots=True)
class CutOut:
    """A part to be cut out: of the city of `seat`, or what on the main board concerns it.

    Spaces and tasks have `positions` from 1 to 7, islands their codes.
    """

    part: PicturePart
    seat: ids.Seat
    positions: tuple[int, ...] = ()
    islands: tuple[str, ...] = ()

    @property
    def in_city(self) -> bool:
        """Say whether it is cut out of a city."""
        return self.part in IN_A_CITY
