"""The pictures of messages, asked for as plain data and drawn elsewhere."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar

from engine import ids
from engine.data import box
from engine.view import View
from renderer import NO_HINTS, Curve, CutOut, Hints, PortraitPiece


class PictureKind(StrEnum):
    """The kind of a wanted picture."""

    BOARD = "board"
    CITY = "city"
    FATE = "fate"
    """The Fate Area of a city alone, with the places that are chosen by number."""
    PART = "part"
    """Parts of a city or of the main board, cut out and larger."""
    SHEET = "sheet"
    """The main board and cities of a post that are not its large picture, side by side."""
    FINAL = "final"
    """The score sheet of every seat, for the post that tells the result."""
    CARD = "card"
    """A tile, card or space, large, beside its rule in words."""
    CURVE = "curve"
    """The expectations of everybody, turn by turn."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture to be drawn from a view; `seat` is the city's, None for the main board.

    Its `hints` are what it tells about the question that is open. A part has what is cut out, a
    sheet the `shown`: the seats of its cities, and None for the main board; this is settled when
    its post is sent.
    """

    kind: PictureKind
    view: View
    seat: ids.Seat | None = None
    hints: Hints = NO_HINTS
    cut_outs: tuple[CutOut, ...] = ()
    shown: tuple[ids.Seat | None, ...] = ()

    @property
    def source(self) -> PictureKind:
        """The kind of the picture that the first part is cut out of; of any other its own kind."""
        if not self.cut_outs:
            return self.kind
        return PictureKind.CITY if self.cut_outs[0].in_city else PictureKind.BOARD

    @property
    def whole(self) -> "Picture":
        """The picture that its first part is cut out of."""
        return replace(self, kind=self.source, cut_outs=())

    @property
    def subject(self) -> tuple[object, ...]:
        """All that it shows but the position itself."""
        return (self.kind, self.seat, self.hints, self.cut_outs, self.shown)

    @property
    def name(self) -> str:
        """The name of the picture's subject and position."""
        shown = self.kind if self.seat is None else f"{self.kind}-{self.seat + 1}"
        return f"{shown}-{self.view.move}"


def picture_of(view: View, seat: ids.Seat | None) -> Picture:
    """The city of a seat, or for None the main board."""
    return Picture(PictureKind.BOARD if seat is None else PictureKind.CITY, view, seat)


def part_of(view: View, *cuts: CutOut, hints: Hints = NO_HINTS) -> Picture:
    """The picture of some parts, of which the first one says whose city it shows."""
    seat = cuts[0].seat if cuts[0].in_city else None
    return Picture(PictureKind.PART, view, seat, hints, cuts)


@dataclass(frozen=True, slots=True)
class CardPicture:
    """A tile, card or space to be drawn, large, beside its title and its rule.

    The `key` tells it from all others; `grid` is the Fate Area of its box.
    """

    key: str
    piece: PortraitPiece
    title: str
    text: str
    grid: box.FateGrid
    kind: ClassVar[PictureKind] = PictureKind.CARD
    source: ClassVar[PictureKind] = PictureKind.CARD
    seat: ClassVar[None] = None

    @property
    def subject(self) -> tuple[object, ...]:
        """All that it shows."""
        return (self.kind, self.key)

    @property
    def name(self) -> str:
        """The name of the picture's subject."""
        return f"{self.kind}-{self.key}"


@dataclass(frozen=True, slots=True)
class CurvePicture:
    """The expectations of everybody at each step of a game, by the numbers of its turns."""

    game: int
    turns: tuple[int, ...]
    curves: tuple[Curve, ...]
    kind: ClassVar[PictureKind] = PictureKind.CURVE
    source: ClassVar[PictureKind] = PictureKind.CURVE
    seat: ClassVar[None] = None

    @property
    def subject(self) -> tuple[object, ...]:
        """All that it shows."""
        return (self.kind, self.game)

    @property
    def name(self) -> str:
        """The name of the picture's subject."""
        return f"{self.kind}-{self.game}"


Drawing = CardPicture | CurvePicture
"""A picture that shows no position."""
AnyPicture = Picture | Drawing
