"""The elements of pictures: frozen primitives with colours and faces by token, never pixels.

Two levels, in SVG's words. A `Symbol` is a drawing around its own origin, made of shapes; it is
drawn once and kept. A `Group` lays out symbols (each by a `Use`), texts and further groups; it is
what a position changes.
Lengths are master pixels (a board is 1600 wide), angles degrees clockwise from the east.
"""

import struct
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain
from typing import NamedTuple

Point = tuple[float, float]


def flat(points: Iterable[Point]) -> bytes:
    """Points in an eighth of the memory that tuples take: the caches keep a hundred thousand."""
    return array("d", chain.from_iterable(points)).tobytes()


def type_size(size: float) -> int:
    """Return a size of type as a whole number of master pixels, at least 1."""
    return max(1, round(size))


def pairs(points: bytes) -> Iterator[Point]:
    """The points of a flat line of them."""
    return struct.iter_unpack("dd", points)


class Face(StrEnum):
    """The bundled typefaces."""

    TITLE = "title"
    TEXT = "text"
    BOLD = "bold"


class Anchor(StrEnum):
    """The point of a text that lies at its position; the values are Pillow's."""

    MIDDLE = "mm"
    LEFT = "lm"
    RIGHT = "rm"


class Rect(NamedTuple):
    """A rectangle: left, top, width, height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def center(self) -> Point:
        """The point in the middle."""
        return self.x + self.w / 2, self.y + self.h / 2

    def at(self, share: Point) -> Point:
        """The point at these shares of width and height from the middle."""
        x, y = self.center
        return x + self.w * share[0], y + self.h * share[1]

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.h

    def inset(self, by: float) -> "Rect":
        """The rectangle that lies `by` inside this one (outside when negative)."""
        return Rect(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)

    def moved(self, dx: float, dy: float) -> "Rect":
        """Return the rectangle moved by `dx` and `dy`."""
        return Rect(self.x + dx, self.y + dy, self.w, self.h)

    def joined(self, other: "Rect") -> "Rect":
        """The smallest rectangle around both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Rect(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)


@dataclass(frozen=True, slots=True)
class Paint:
    """A colour token, mixed by `share` with a second one, at an opacity of `alpha` (0 to 1)."""

    token: str
    toward: str = ""
    share: float = 0.0
    alpha: float = 1.0


Ink = str | Paint


def mix(token: str, toward: str, share: float) -> Paint:
    """A colour on the way from one token to another."""
    return Paint(token, toward, share)


def fade(color: Ink, alpha: float) -> Paint:
    """Return a colour with an opacity of `alpha`."""
    if isinstance(color, str):
        return Paint(color, alpha=alpha)
    return Paint(color.token, color.toward, color.share, alpha)


@dataclass(frozen=True, slots=True)
class RoundRect:
    """A rectangle with corners of radius `r`."""

    x: float
    y: float
    w: float
    h: float
    r: float
    fill: Ink | None = None
    stroke: Ink | None = None
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle around (x, y)."""

    x: float
    y: float
    r: float
    fill: Ink | None = None
    stroke: Ink | None = None
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Wedge:
    """A piece of a ring around (x, y), from radius r0 to r1 and from angle a0 to a1."""

    x: float
    y: float
    r0: float
    r1: float
    a0: float
    a1: float
    fill: Ink | None = None
    stroke: Ink | None = None
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed outline; its points are flat."""

    points: bytes
    fill: Ink | None = None
    stroke: Ink | None = None
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Polyline:
    """An open line; its points are flat."""

    points: bytes
    color: Ink
    width: float


@dataclass(frozen=True, slots=True)
class Gradient:
    """A rectangle that fades from one colour at the top to another at the bottom."""

    x: float
    y: float
    w: float
    h: float
    top: Ink
    bottom: Ink


@dataclass(frozen=True, slots=True)
class Glow:
    """Light around (x, y), strongest in the middle; `power` above 1 gathers it there."""

    x: float
    y: float
    rx: float
    ry: float
    color: Ink
    strength: float
    power: float = 1.6


@dataclass(frozen=True, slots=True)
class Icon:
    """A glyph of the icon font; several colours make upright stripes."""

    x: float
    y: float
    name: str
    size: float
    color: Ink | tuple[Ink, ...]
    outline: float = 0.0
    outline_color: Ink = "ink"


@dataclass(frozen=True, slots=True)
class Text:
    """One line of type. `label` is set when a menu or command names something by this text."""

    x: float
    y: float
    text: str
    size: int
    color: Ink = "ink"
    face: Face = Face.BOLD
    anchor: Anchor = Anchor.MIDDLE
    outline: float = 0.0
    outline_color: Ink = "ink"
    label: str = ""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A drawing around its own origin, drawn once and kept; equal symbols are one raster.

    Its `halo` is light that falls beneath everything else of the outermost group, so that the
    mark of one piece never veils another.
    """

    name: str
    items: tuple["Shape", ...]
    halo: Glow | None = None
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.name, self.items, self.halo)))

    def __hash__(self) -> int:
        return self._hash


@dataclass(frozen=True, slots=True)
class Use:
    """A symbol put somewhere."""

    x: float
    y: float
    symbol: Symbol


Shape = RoundRect | Disc | Wedge | Polygon | Polyline | Gradient | Glow | Icon | Text | Use


@dataclass(frozen=True, slots=True)
class Group:
    """Things that belong together, moved by (x, y).

    `rect`, in the group's own coordinates, is the room the group may use: a test holds its texts
    inside, and those of sibling groups apart.
    """

    name: str
    items: tuple["Node", ...]
    x: float = 0.0
    y: float = 0.0
    rect: Rect | None = None


Node = Group | Use | Text


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture: an opaque ground that seldom changes, and what lies on it.

    >>> from renderer.pen import Pen
    >>> from renderer.pillow import paint
    >>> from renderer.theme import PaletteName
    >>> night, spark = Pen(), Pen()
    >>> night.draw(RoundRect(0, 0, 40, 30, 0, "black"))
    >>> spark.draw(Disc(0, 0, 8, "white"))
    >>> scene = Scene(40, 30, night.symbol("night"), (Use(20, 15, spark.symbol("spark")),))
    >>> image = paint(scene, PaletteName.FIRELIGHT)
    >>> image.size, image.getpixel((20, 15)), image.getpixel((2, 2))
    ((40, 30), (255, 255, 255), (0, 0, 0))
    """

    width: int
    height: int
    ground: Symbol
    items: tuple[Node, ...]
