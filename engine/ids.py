"""The rulebook's nouns: kinds, colours and places that actions, events and views are made of."""

from enum import StrEnum
from typing import Final, NamedTuple

Seat = int
"""Index of a player in turn order, 0 to 3. In solo games the person is 0 and Tom is 1."""

POSITIONS: Final = range(1, 8)
"""The seven positions of a city from left to right, for path tile, portal and task alike."""


class Resource(StrEnum):
    """The six resources; the first five are the basic ones (S0 Setup)."""

    BLOSSOM = "blossom"
    FRUIT = "fruit"
    HERB = "herb"
    SHELL = "shell"
    ROOT = "root"
    GOLD = "gold"


BASIC_RESOURCES: Final = tuple(Resource)[:5]


class ActionType(StrEnum):
    """The six actions of an action tile or fate symbol, and the yellow tile that replaces any."""

    PATH = "path"
    SHIP = "ship"
    TASK = "task"
    GUARDIAN = "guardian"
    GREAT_BONFIRE = "great_bonfire"
    GNOME = "gnome"
    WILD = "wild"


FATE_SYMBOLS: Final = tuple(ActionType)[:6]


class Color(StrEnum):
    """Colour of a task or bonfire (its difficulty) and of a crystal on a path tile."""

    BLUE = "blue"
    RED = "red"
    YELLOW = "yellow"


class Guardian(StrEnum):
    """The guardians of a city: the four neutral colours in board order, and the seat's own."""

    PINK = "pink"
    GREY = "grey"
    NATURAL = "natural"
    BLUE = "blue"
    OWN = "own"


NEUTRAL_GUARDIANS: Final = tuple(Guardian)[:4]


class SeatColor(StrEnum):
    """The colours of the players (RULINGS.md: guardians)."""

    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    PURPLE = "purple"


class PortalKind(StrEnum):
    """The seven portals; every city needs one of each (RULINGS.md: portals)."""

    SUN = "sun"
    MOON = "moon"
    STAR = "star"
    LEAF = "leaf"
    WAVE = "wave"
    FLAME = "flame"
    EYE = "eye"


class City(StrEnum):
    """The four cities, which differ in the order of their portals (RULINGS.md: portals)."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"


class CommonTask(StrEnum):
    """The five common tasks (RULINGS.md: common tasks)."""

    TASKS = "tasks"
    PORTALS = "portals"
    PATHS = "paths"
    GUARDIANS = "guardians"
    GNOMES = "gnomes"


COMMON_TASKS: Final = tuple(CommonTask)
"""The order of the common tasks in every list of them."""


class ElderCount(StrEnum):
    """The things for each of which an elder gives one point (S1 Appendix III)."""

    PATHS = "paths"
    FATE_TILES = "fate_tiles"
    PORTALS = "portals"
    TASKS = "tasks"
    GUARDIANS = "guardians"
    GNOMES = "gnomes"


class TomCard(StrEnum):
    """The six kinds of Tom's eight cards (S1 Solo Play)."""

    GNOME = "gnome"
    PATH = "path"
    TASK_I = "task_i"
    TASK_II = "task_ii"
    GUARDIAN = "guardian"
    GREAT_BONFIRE = "great_bonfire"


class Reward(StrEnum):
    """The three rewards of a Great Bonfire space (S0 Use the Great Bonfire)."""

    TILE = "tile"
    GOODS = "goods"
    PORTAL = "portal"


class End(StrEnum):
    """The two ends of the row of fate tiles, from which the next one is taken."""

    TOP = "top"
    BOTTOM = "bottom"


class Direction(StrEnum):
    """The places of the second and third symbol of a fate tile, seen from the first."""

    RIGHT = "right"
    DOWN = "down"
    LEFT = "left"
    UP = "up"


class Side(StrEnum):
    """The two piles of offering tiles."""

    LEFT = "left"
    RIGHT = "right"


SIDES: Final = tuple(Side)
"""The order of the two offering piles in every tuple of them."""


class PlaceKind(StrEnum):
    """The kinds of places at which a guardian of a city can stand."""

    START = "start"
    PATH = "path"
    BONFIRE = "bonfire"


class Place(NamedTuple):
    """A place of a guardian: the Starting Tile (position 0), a path tile or a bonfire (1 to 7)."""

    kind: PlaceKind
    position: int


START_PLACE: Final = Place(PlaceKind.START, 0)


class Novice(StrEnum):
    """The owner of a novice in the council: a seat's, a neutral one, or one that Tom laid flat."""

    SEAT_0 = "seat_0"
    SEAT_1 = "seat_1"
    SEAT_2 = "seat_2"
    SEAT_3 = "seat_3"
    NEUTRAL = "neutral"
    FLAT = "flat"


SEAT_NOVICES: Final = tuple(Novice)[:4]


class PointSource(StrEnum):
    """The lines of a score sheet: points gained at once, then those of the final scoring."""

    HANDICAP = "handicap"
    ELDERS = "elders"
    COUNCIL = "council"
    GREAT_BONFIRE = "great_bonfire"
    PASSING = "passing"
    SPECIALISTS = "specialists"
    TOM_CARDS = "tom_cards"
    BONFIRES = "bonfires"
    GUARDIANS = "guardians"
    PORTALS = "portals"
    CRYSTALS = "crystals"
    COMMON_TASKS = "common_tasks"
    FATE_TILES = "fate_tiles"
    LEFTOVERS = "leftovers"


IN_GAME_SOURCES: Final = tuple(PointSource)[:7]
"""The sources that score at once; the order of `PlayerState.scored`."""
UNUSED_SOURCES: Final = frozenset({PointSource.FATE_TILES, PointSource.LEFTOVERS})
"""The sources of what is left over in the end: they shrink when it is used."""
