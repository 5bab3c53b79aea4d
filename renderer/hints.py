"""Hints of a picture to the open question: best places, prices, worths, and reach."""

from dataclasses import dataclass
from enum import StrEnum
from string import ascii_uppercase
from typing import Final

from engine import bag, ids


@dataclass(frozen=True, slots=True)
class FatePlace:
    """A place for the fate tile at an end of the row, and what it brings when it lies there.

    `cells` are the names of its squares in the order of its `symbols`; the number of the place
    stands on that one of them which is called `badge`.
    """

    end: ids.End
    symbols: tuple[ids.ActionType, ...]
    direction: ids.Direction
    cells: tuple[str, ...]
    badge: str
    tiles: bag.ActionTiles
    goods: bag.Resources


@dataclass(frozen=True, slots=True)
class Walk:
    """A place that a guardian can walk to at once, and the action tiles that it takes."""

    guardian: ids.Guardian
    place: ids.Place
    tiles: int


class MarkPlace(StrEnum):
    """A kind of place in a city or on the main board."""

    PATH = "path"
    SPACE = "space"
    PORTAL = "portal"
    FATE = "fate"
    START = "start"
    GNOMES = "gnomes"
    SUPPLIES = "supplies"
    ISLAND = "island"
    WHEEL = "wheel"


ON_THE_BOARD: Final = frozenset({MarkPlace.ISLAND, MarkPlace.WHEEL})
"""The places of the main board; all others are in a city."""


@dataclass(frozen=True, slots=True)
class LineMark:
    """The place where a line of play begins: a position 1 to 7, or a fate square.

    An island has its code as `cell`.
    """

    place: MarkPlace
    position: int = 0
    cell: str = ""

    @property
    def on_board(self) -> bool:
        """Return True for a place of the main board, which is drawn there."""
        return self.place in ON_THE_BOARD


class PieceKind(StrEnum):
    """A kind of piece, or of place, on the main board or in a city."""

    TASK_ON_ISLAND = "task_on_island"
    GUARDIANS_ON_ISLAND = "guardians_on_island"
    GNOME_ON_DISPLAY = "gnome_on_display"
    ELDER = "elder"
    PATH_ON_DISPLAY = "path_on_display"
    COMMON_TASK = "common_task"
    COUNCIL_SPACE = "council_space"
    GREAT_BONFIRE = "great_bonfire"
    TOM_CARD = "tom_card"
    SPACE = "space"
    PATH = "path"
    PORTAL = "portal"
    GUARDIAN = "guardian"
    GNOME = "gnome"
    FATE_TILE = "fate_tile"
    OFFERING = "offering"


@dataclass(frozen=True, slots=True)
class Pointed:
    """A piece that a player asks about, marked in the picture as if nothing else had changed.

    A `name` says which of its kind it is (an island, a guardian, a card, a tile, a side), a
    `number` its place there; `seat` the city in which it stands.
    """

    kind: PieceKind
    name: str = ""
    number: int = 0
    seat: ids.Seat | None = None


@dataclass(frozen=True, slots=True)
class Hints:
    """The possibilities worth seeing, from what the viewer may see; nothing by default.

    The places of `fate` are numbered from 1, the likely best first: a lower number lies above.
    `sailing` holds the islands within reach and `wheel` the spaces that the Great Bonfire can turn
    to, each with its price in action tiles, 0 for nothing. `spaces` are the task spaces in
    question, each with the points that the crystal of its path tile adds, None while none is built.
    When a player asks what a piece is, only those `pointed` at are marked, and no changes.
    The `lines` of play are numbered from 1, the best first. Where there are none, the places
    `told` have letters: the text beside the picture speaks of them, and nobody chooses one.
    """

    fate: tuple[FatePlace, ...] = ()
    sailing: tuple[tuple[str, int], ...] = ()
    wheel: tuple[tuple[int, int], ...] = ()
    spaces: tuple[tuple[int, int | None], ...] = ()
    walks: tuple[Walk, ...] = ()
    lines: tuple[LineMark, ...] = ()
    told: tuple[LineMark, ...] = ()
    pointed: tuple[Pointed, ...] = ()

    @property
    def signs(self) -> tuple[tuple[str, LineMark], ...]:
        """The number or letter of each marked place, and the place, in the order of the signs."""
        if self.lines:
            return tuple((str(number), mark) for number, mark in enumerate(self.lines, 1))
        return tuple(zip(ascii_uppercase, self.told, strict=False))


NO_HINTS: Final = Hints()
"""The hints of a picture that answers no question."""
